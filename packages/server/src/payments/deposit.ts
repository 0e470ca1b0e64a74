import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { minor, parseMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { DepositFailure, DepositStatus } from "@veritick/domain/payments.ts";
import { creditedOnTrust } from "@veritick/domain/postings.ts";
import { DEPOSIT_WATCHED_SECONDS } from "@veritick/domain/product.ts";
import type { Bus } from "../cluster/bus.ts";
import { addHouseFunds, claimFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { PaymentContext } from "./context.ts";
import { OUR_ASSET } from "./provider.ts";

export type DepositRow = {
  id: string;
  user_id: string;
  amount: string;
  pay_amount: string | null;
  provider: string;
  payment_id: string | null;
  pay_address: string | null;
  /** The provider's least amount for a payment when the deposit was made. */
  least_amount: string | null;
  credited: string | null;
  /** The amount last seen in its payment, in our asset; null before any. */
  arrived: string | null;
  /** True while money that comes may be credited by itself; null if it is a further part of a payment. */
  takes_more: boolean | null;
  status: DepositStatus;
  failure_reason: DepositFailure | null;
  rejection_reason: string | null;
  /** True while the screening holds its credit. */
  being_checked: boolean;
  /** The administrator who decided it, if one did. */
  decided_by: string | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * SQL for the columns of a deposit `d`, with what was last seen in its payment. Money that was refunded before a credit is
 * gone, even if the provider still names an amount.
 */
export const DEPOSIT_COLUMNS = `d.*, (
  select nullif(p.arrived, 0) from payments p
  where p.id = d.id and p.asset = '${OUR_ASSET}' and not p.is_repeated and (p.state <> 'refunded' or p.credited > 0)) as arrived,
  (select not (p.was_taken or p.is_decided) from payments p where p.id = d.id) as takes_more`;

const watchedUntil = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + DEPOSIT_WATCHED_SECONDS * 1000);

export function toDeposit(row: DepositRow): Deposit {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    payAmount: row.pay_amount,
    paymentId: row.payment_id,
    payAddress: row.pay_address,
    leastAmount: row.least_amount,
    watchedUntil:
      row.pay_address !== null && row.takes_more === true ? watchedUntil(row.created_at).toISOString() : null,
    arrived: row.arrived,
    credited: row.credited,
    status: row.status,
    failureReason: row.failure_reason,
    rejectionReason: row.rejection_reason,
    beingChecked: row.being_checked && (row.status === "pending" || row.status === "confirming"),
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The counters of the deposits that a user begins, and of those for which the provider gives no address. */
export const depositCounter = (userId: string): string => `deposits/user/${userId}`;
export const failureCounter = (userId: string): string => `deposits/failed/${userId}`;

/** A deposit that has just changed, and the user's balance if it changed too. */
export type ChangedDeposit = { deposit: DepositRow; balance?: string };

/** Pushes a changed deposit to its user. Call it after the commit. */
export function announceDeposit(bus: Bus, { deposit, balance }: ChangedDeposit): void {
  const userId = deposit.user_id;
  bus.publish({ kind: "push", userId, push: { type: "depositUpdate", deposit: toDeposit(deposit) } });
  if (balance !== undefined) {
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
  }
}

/**
 * Locks the user's row, after the deposit to be credited, and checks that the balance can take the amount. Returns "gone" if
 * the account was deleted.
 */
export async function lockBalance(
  connection: Queryable,
  userId: string,
  amount: Minor,
): Promise<"fits" | "too_large" | "gone"> {
  const { rows } = await connection.query<{ balance: string }>({
    name: "lock_balance",
    text: "select balance from users where id = $1 for no key update",
    values: [userId],
  });
  if (rows[0] === undefined) return "gone";
  return parseMinor(rows[0].balance) + amount > STORABLE_MAX ? "too_large" : "fits";
}

type Advance = { reference: string; provider: string; amountMinor: Minor; actor?: string; note?: string };

/**
 * Books money that custody lacks although the books counted it. The house advances it, even if its funds do not cover it.
 * The funds are claimed first, so that no other stripe promises them.
 */
export async function advance(
  { clock, stripe }: Pick<PaymentContext, "clock" | "stripe">,
  connection: Queryable,
  { provider, amountMinor, ...booked }: Advance,
): Promise<void> {
  await claimFunds(connection, stripe, amountMinor);
  const entries = creditedOnTrust({ provider, amountMinor });
  await post(connection, { kind: "credited_on_trust", entries, at: dateOf(clock), ...booked });
  await addHouseFunds(connection, stripe, minor(-amountMinor));
}

/**
 * Rejects a deposit whose row is locked, and notifies its owner with the reason. Its payment is polled as long as planned:
 * money that arrives later goes to the attention list instead of being lost.
 */
export async function rejectLocked(
  { clock, notifier }: PaymentContext,
  connection: Queryable,
  id: string,
  { actor, reason }: { actor: string; reason?: string | undefined },
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions d set status = 'failed', failure_reason = 'rejected', updated_at = $2,
       decided_by = $3, decided_at = $2, rejection_reason = $4
     where id = $1 returning ${DEPOSIT_COLUMNS}`,
    [id, dateOf(clock), actor, reason ?? null],
  );
  const deposit = rows[0]!;
  await notifier.notify(connection, deposit.user_id, "deposit_rejected", { ref: id });
  return deposit;
}
