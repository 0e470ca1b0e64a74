import { formatFixed, minor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findOwnLimits } from "./own-limits.ts";
import { pauseOf } from "./pause.ts";

/** @param until an ISO instant */
export const refusePaused = (until: string): Refused => refuse("paused", { values: { until } });

/** Names what is still possible today: nothing, if the limit was tightened below what the day has already used. */
export const refusePassed = (code: "deposit_limit" | "stake_limit" | "loss_limit", left: Minor): Refused =>
  refuse(code, { field: "amount", values: { amount: formatFixed(left > 0n ? left : ZERO, 2) } });

/** Refuses a deposit that the user's own limit or pause forbids. The user's row must be locked. */
export async function refuseDeposit(
  connection: Queryable,
  userId: string,
  amount: Minor,
  now: Date,
): Promise<Refused | undefined> {
  const own = await findOwnLimits(connection, userId, now);
  if (own === undefined) return refuse("not_signed_in");
  const pause = pauseOf(own.pauses, now);
  if (pause !== null) return refusePaused(pause.until);
  const limit = own.limits.deposit.amount;
  if (limit === null || own.used.deposit + amount <= limit) return undefined;
  const left = minor(limit - own.used.deposit);
  // Less than the smallest deposit cannot be deposited either.
  return left < MIN_DEPOSIT
    ? refuse("deposit_limit_reached", { field: "amount" })
    : refusePassed("deposit_limit", left);
}
