import type { Withdrawal, WithdrawalStatus } from "@veritick/contract/schemas/payments.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { withdrawalCompleted, withdrawalReturned } from "@veritick/domain/postings.ts";
import type { Bus } from "../cluster/bus.ts";
import { addHouseFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { queueWebhookEvent } from "../notifications/public.ts";
import type { PaymentContext } from "./context.ts";
import { closePayout } from "./withdrawals/payout.ts";

export type WithdrawalRow = {
  id: string;
  user_id: string;
  amount: string;
  fee: string;
  net_amount: string;
  address: string;
  status: WithdrawalStatus;
  provider: string;
  transaction_hash: string | null;
  failure_reason: Withdrawal["failureReason"];
  rejection_reason: string | null;
  /** True while the screening holds its payout. */
  being_checked: boolean;
  created_at: Date;
  updated_at: Date;
};

/** The columns by name. A statement prepared with "*" breaks in running processes when a migration adds a column. */
export const WITHDRAWAL_COLUMNS = `id, user_id, amount, fee, net_amount, address, status, provider, transaction_hash,
  failure_reason, rejection_reason, being_checked, created_at, updated_at`;

export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    fee: row.fee,
    netAmount: row.net_amount,
    address: row.address,
    status: row.status,
    failureReason: row.failure_reason,
    rejectionReason: row.rejection_reason,
    beingChecked: row.being_checked && (row.status === "pending" || row.status === "processing"),
    transactionHash: row.transaction_hash,
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A withdrawal that has just changed, and the user's balance if it changed too. */
export type ChangedWithdrawal = { withdrawal: WithdrawalRow; balance?: string };

/** Pushes a changed withdrawal to its user. Call it after the commit. */
export function announceWithdrawal(bus: Bus, { withdrawal, balance }: ChangedWithdrawal): void {
  const userId = withdrawal.user_id;
  bus.publish({
    kind: "push",
    userId,
    push: { type: "withdrawalUpdate", withdrawal: toWithdrawal(withdrawal) },
  });
  if (balance !== undefined) {
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
  }
}

/** The administrator who decided it, if one did. `note` is the internal reason, `reason` the one that its owner sees. */
type Decider = { actor?: string; note?: string; reason?: string | undefined };

const idsOf = ({ id: withdrawalId, user_id: userId, amount }: WithdrawalRow) => ({
  withdrawalId,
  userId,
  amount,
});

/** Queues an event for the operator's systems, in the transaction of the decision. */
export const tellDecided = (
  connection: Queryable,
  at: Date,
  withdrawal: WithdrawalRow,
  decision: "approved" | "rejected",
): Promise<void> =>
  queueWebhookEvent(connection, at, "withdrawal.decided", { ...idsOf(withdrawal), decision });

/** Queues an event about the end of a withdrawal: completed without a failure reason, else failed. */
const tellEnded = (
  connection: Queryable,
  at: Date,
  withdrawal: WithdrawalRow,
  failureReason: WithdrawalRow["failure_reason"],
): Promise<void> =>
  queueWebhookEvent(connection, at, "withdrawal.ended", {
    ...idsOf(withdrawal),
    status: failureReason === null ? "completed" : "failed",
    failureReason,
  });

/** The notice for each failure. There is none for a withdrawal that the owner cancelled, or whose account was closed. */
const NEWS = { rejected: "withdrawal_rejected", payout_failed: "withdrawal_failed" } as Partial<
  Record<NonNullable<WithdrawalRow["failure_reason"]>, "withdrawal_rejected" | "withdrawal_failed">
>;

/** Fails a withdrawal whose row is locked and returns the whole amount. The ledger refuses a second return. */
export async function returnWithdrawal(
  { clock, notifier }: Pick<PaymentContext, "clock" | "notifier">,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  failure: NonNullable<WithdrawalRow["failure_reason"]>,
  { reason, ...decider }: Decider = {},
): Promise<ChangedWithdrawal> {
  const at = dateOf(clock);
  const { rows } = await connection.query<WithdrawalRow>({
    name: "return_withdrawal",
    text: `update withdrawal_transactions set status = 'failed', failure_reason = $2, updated_at = $3,
             rejection_reason = $5,
             decided_by = coalesce(decided_by, $4),
             decided_at = case when $4::uuid is null then decided_at else coalesce(decided_at, $3) end
           where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    values: [withdrawal.id, failure, at, decider.actor ?? null, reason ?? null],
  });
  await closePayout(connection, withdrawal.id, { outcome: "returned", at });
  const balances = await post(connection, {
    kind: "withdrawal_returned",
    reference: withdrawal.id,
    entries: withdrawalReturned({ userId: withdrawal.user_id, amountMinor: parseMinor(withdrawal.amount) }),
    at,
    ...decider,
  });
  if (failure === "rejected") await tellDecided(connection, at, withdrawal, "rejected");
  await tellEnded(connection, at, withdrawal, failure);
  const news = NEWS[failure];
  if (news !== undefined) await notifier.notify(connection, withdrawal.user_id, news, { ref: withdrawal.id });
  return { withdrawal: rows[0]!, balance: balances.get(withdrawal.user_id)! };
}

/**
 * Completes a withdrawal whose row is locked: the net amount has left custody, and the house keeps the fee. This locks the
 * house's stripe, which comes after all locks except those of attention items.
 */
export async function completeWithdrawal(
  { clock, stripe, notifier }: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  transactionHash: string | undefined,
  decider: Decider = {},
): Promise<ChangedWithdrawal> {
  const at = dateOf(clock);
  const feeMinor = parseMinor(withdrawal.fee);
  const { rows } = await connection.query<WithdrawalRow>({
    name: "complete_withdrawal",
    text: `update withdrawal_transactions set status = 'completed', transaction_hash = $2, updated_at = $3
           where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    values: [withdrawal.id, transactionHash ?? null, at],
  });
  const outcome = decider.actor === undefined ? "paid" : "paid_by_hand";
  await closePayout(connection, withdrawal.id, { outcome, transactionHash, at });
  await post(connection, {
    kind: "withdrawal_completed",
    reference: withdrawal.id,
    entries: withdrawalCompleted({
      provider: withdrawal.provider,
      amountMinor: parseMinor(withdrawal.amount),
      feeMinor,
    }),
    at,
    ...decider,
  });
  await tellEnded(connection, at, withdrawal, null);
  await notifier.notify(connection, withdrawal.user_id, "withdrawal_paid", { ref: withdrawal.id });
  await addHouseFunds(connection, stripe, feeMinor);
  return { withdrawal: rows[0]! };
}

/** SQL that is true while an administrator or a restore has stopped withdrawals. The maintenance's JSON stores it. */
export const WITHDRAWALS_STOPPED = `exists (
  select from kept_values where name = 'maintenance' and (value::jsonb ->> 'withdrawalsStopped')::boolean)`;

const RETRY_SECONDS = 30;

/**
 * Returns true while withdrawals are stopped. It reads the database each time, so it does not depend on messages of the bus.
 */
export async function areWithdrawalsStopped(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ stopped: boolean }>({
    name: "are_withdrawals_stopped",
    text: `select ${WITHDRAWALS_STOPPED} as stopped`,
  });
  return rows[0]!.stopped;
}

export const refuseStopped = async (connection: Queryable): Promise<Refused | undefined> =>
  (await areWithdrawalsStopped(connection))
    ? refuse("withdrawals_stopped", { retryAfterSeconds: RETRY_SECONDS })
    : undefined;
