import { judgeClosing } from "@veritick/domain/closing.ts";
import type { ClosingFacts, ClosingObstacle, ClosingTrust, ClosingWish } from "@veritick/domain/closing.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { isLastAdministrator, knownSince, stepUpMethod } from "../accounts/public.ts";
import type { AccountContext, Visitor } from "../accounts/public.ts";
import type { FourEyesSettings } from "../approvals/public.ts";
import { pauseOf } from "../limits/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

export type ClosingContext = AccountContext & {
  settings: FourEyesSettings;
  stripe: number;
};

/** Returns the reason why the account cannot be closed now with this wish; undefined if it can. */
export async function refuseClosing(
  context: ClosingContext,
  connection: Queryable,
  userId: string,
  wish: ClosingWish,
): Promise<Refused | undefined> {
  const facts = await findFacts(context, connection, userId);
  if (facts === undefined) return refuse("not_signed_in");
  const code = judgeClosing(facts, wish, context.clock.nowMs());
  switch (code) {
    case undefined:
      return undefined;
    case "closing_balance_differs":
      return refuse(code, { field: "waived", values: { amount: exactly(facts.balanceMinor) } });
    case "closing_paused":
    case "closing_held":
      return refuse(code, { values: { until: untilOf(code, facts)! } });
    default:
      return refuse(code);
  }
}

/** Returns the end of the break or pause that prevents the closing; undefined if none does. */
export function untilOf(
  code: ClosingObstacle,
  { pausedUntilMs, heldUntilMs }: Pick<ClosingFacts, "pausedUntilMs" | "heldUntilMs">,
): string | undefined {
  const ms = code === "closing_paused" ? pausedUntilMs : code === "closing_held" ? heldUntilMs : null;
  return ms === null ? undefined : new Date(ms).toISOString();
}

/** Formats an amount with at least two decimals, and without further zeros at the end. */
export const exactly = (amount: Minor): string => formatFixed(amount, 8).replace(/0{1,6}$/, "");

type FactsRow = {
  balance: string;
  is_admin: boolean;
  is_locked: boolean;
  held_until: Date | null;
  paused_until: Date | null;
  excluded_until: Date | null;
  positions: number;
  withdrawals: number;
  confirming: number;
  expected: number;
  undecided: number;
};

/** Finds the facts that decide about a closing; undefined if there is no such account. */
export async function findFacts(
  { clock, settings }: ClosingContext,
  connection: Queryable,
  userId: string,
): Promise<ClosingFacts | undefined> {
  const { rows } = await connection.query<FactsRow>({ name: "find_closing", text: FACTS, values: [userId] });
  const row = rows[0];
  if (row === undefined) return undefined;
  const pauses = { timeOut: row.paused_until, selfExclusion: row.excluded_until };
  const pause = pauseOf(pauses, dateOf(clock));
  return {
    balanceMinor: parseMinor(row.balance),
    openPositions: row.positions,
    openWithdrawals: row.withdrawals,
    confirmingDeposits: row.confirming,
    expectedDeposits: row.expected,
    undecidedPayments: row.undecided,
    isLocked: row.is_locked,
    pausedUntilMs: pause === null ? null : Date.parse(pause.until),
    heldUntilMs: row.held_until?.getTime() ?? null,
    isLastAdministrator: row.is_admin && (await isLastAdministrator(connection, userId)),
    takesTwo: row.is_admin && settings.fourEyesAbove !== undefined,
  };
}

const FACTS = `
select u.balance, u.is_admin, u.trading_locked_at is not null or u.withdrawals_locked_at is not null as is_locked,
  u.withdrawals_held_until as held_until, l.paused_until, l.excluded_until,
  (select count(*) from trading_positions p where p.user_id = u.id and p.status = 'active') as positions,
  (select count(*) from withdrawal_transactions w
   where w.user_id = u.id and w.status in ('pending', 'processing')) as withdrawals,
  (select count(*) from deposit_transactions d where d.user_id = u.id and d.status = 'confirming') as confirming,
  (select count(*) from deposit_transactions d where d.user_id = u.id and d.status = 'pending') as expected,
  (select count(*) from attention_items a where a.user_id = u.id and a.resolved_at is null) as undecided
from users u left join user_limits l on l.user_id = u.id where u.id = $1`;

/** Finds how sure it is that the owner asks, once they have proved what the account has. */
export async function findTrust(
  connection: Queryable,
  userId: string,
  visitor: Visitor,
): Promise<ClosingTrust & { hasCode: boolean }> {
  const hasCode = (await findCode(connection, userId)) !== null;
  const hasSecondStep = (await stepUpMethod(connection, { userId })) !== "password";
  const since = await knownSince(connection, userId, visitor);
  return {
    hasCode,
    takesMoreThanPassword: hasCode || hasSecondStep,
    placeKnownSinceMs: since?.getTime() ?? null,
  };
}

/** Refuses if the proved withdrawal code is not the account's any more. The user's row must be locked. */
export async function refuseOtherCode(
  connection: Queryable,
  userId: string,
  { stored }: { stored?: string },
): Promise<Refused | undefined> {
  if (stored === undefined || (await findCode(connection, userId)) === stored) return undefined;
  return refuse("withdrawal_code_wrong", { field: "withdrawalCode" });
}

async function findCode(connection: Queryable, userId: string): Promise<string | null> {
  const { rows } = await connection.query<{ withdrawal_code: string | null }>({
    name: "find_withdrawal_code",
    text: "select withdrawal_code from users where id = $1",
    values: [userId],
  });
  return rows[0]?.withdrawal_code ?? null;
}
