import type { Minor } from "@veritick/domain/money.ts";
import { minor } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findOwnLimits } from "./own-limits.ts";
import { pauseOf } from "./pause.ts";
import { refusePassed, refusePaused } from "./refusals.ts";

/** Why somebody who has limited themselves may not ask to deposit so much now. Their row is locked. */
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
  // What is less than the smallest deposit cannot be asked for either.
  return left < MIN_DEPOSIT
    ? refuse("deposit_limit_reached", { field: "amount" })
    : refusePassed("deposit_limit", left);
}
