import { parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { clearAttempts } from "../platform/db/attempts.ts";
import type { Queryable } from "../platform/db/database.ts";
import { lockNewRows, lockRows } from "../platform/db/claim-due.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { PaymentContext } from "./context.ts";
import { depositCounter, failureCounter } from "./deposit.ts";
import { refuseUnlessPending } from "./withdrawals/decide-withdrawal.ts";
import { returnWithdrawal, WITHDRAWAL_COLUMNS } from "./withdrawal.ts";
import type { WithdrawalRow } from "./withdrawal.ts";

// Finished payments are locked too, because callbacks and administrators lock them before their user.
const DEPOSITS = "deposit_transactions where user_id = $1";
const WITHDRAWALS = "withdrawal_transactions where user_id = $1";

/** Locks all deposits and withdrawals of a user whose account is to be closed, before the user. */
export async function lockPayments(connection: Queryable, userId: string): Promise<void> {
  await lockRows(connection, DEPOSITS, userId);
  await connection.query(LOCK_CLOSED, [userId]);
  await lockRows(connection, WITHDRAWALS, userId);
}

/**
 * Locks the deposits and withdrawals that were created just before the user's row was locked. Returns false if another
 * transaction holds one of them.
 */
export async function lockNewPayments(connection: Queryable, userId: string): Promise<boolean> {
  return (
    (await lockNewRows(connection, DEPOSITS, userId)) && (await lockNewRows(connection, WITHDRAWALS, userId))
  );
}

/**
 * Finds the pending withdrawals of a user whose account is being closed. They and the user's row must be locked. Refuses
 * while a payout is in progress, because the provider may still send it, and if one may have been paid before a restore.
 */
export async function findReturnable(
  connection: Queryable,
  userId: string,
): Promise<WithdrawalRow[] | Refused> {
  const { rows } = await connection.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
     where user_id = $1 and status in ('pending', 'processing') order by id`,
    [userId],
  );
  if (rows.some(({ status }) => status === "processing")) return refuse("payout_processing");
  for (const withdrawal of rows) {
    const refusal = await refuseUnlessPending(connection, withdrawal);
    if (refusal !== undefined) return refusal;
  }
  return rows;
}

/** Returns the withdrawals that `findReturnable` found. */
export async function returnWithdrawals(
  context: Pick<PaymentContext, "clock" | "notifier">,
  connection: Queryable,
  withdrawals: readonly WithdrawalRow[],
  actor: string,
): Promise<{ count: number; amount: Minor }> {
  for (const withdrawal of withdrawals) {
    await returnWithdrawal(context, connection, withdrawal, "account_closed", { actor });
  }
  const amount = sumMinor(withdrawals.map((withdrawal) => parseMinor(withdrawal.amount)));
  return { count: withdrawals.length, amount };
}

/**
 * Archives facts that are needed after a user's deposits and withdrawals are deleted, without naming the user. It keeps the
 * payments and their credited amounts, so that later money is recognised, and the outcome of payouts that the provider may
 * still send. The rows must be locked, and none may be pending or processing.
 */
export async function archivePayments(connection: Queryable, userId: string): Promise<void> {
  await connection.query(KEEP_DEPOSITS, [userId]);
  await connection.query(KEEP_WITHDRAWALS, [userId]);
  await clearAttempts(connection, depositCounter(userId), failureCounter(userId));
}

/** SQL that locks archived rows of the user's payments. A payment that had no user may have been credited to this one. */
const LOCK_CLOSED = `
select from closed_payments c where exists (
  select from deposit_transactions d where d.user_id = $1 and d.provider = c.provider and d.payment_id = c.payment_id)
order by c.deposit_id for update`;

/** SQL that archives deposits. It counts further parts of a payment, whose ids end in `+1` and so on, with the first. */
const KEEP_DEPOSITS = `
insert into closed_payments as c (
  deposit_id, provider, payment_id, pay_address, credited, credited_by_person, on_trust, created_at)
select id, provider, payment_id, pay_address, case when status = 'confirmed' then total end,
  decided_by is not null and coalesce(arrived, 0) = 0, on_trust, created_at
from (
  select d.*, sum(credited) over (
    partition by provider, coalesce(split_part(payment_id, '+', 1), id::text)) as total
  from deposit_transactions d where user_id = $1
) d
where payment_id is null or position('+' in payment_id) = 0
on conflict (provider, payment_id) do update set credited = coalesce(c.credited + excluded.credited, c.credited, excluded.credited),
  credited_by_person = c.credited_by_person or excluded.credited_by_person,
  on_trust = coalesce(c.on_trust + excluded.on_trust, c.on_trust, excluded.on_trust)`;

const KEEP_WITHDRAWALS = `
insert into closed_payouts (
  withdrawal_id, provider, payout_id, status, net_amount, transaction_hash, decided_at, next_poll_at)
select id, provider, payout_id, status, net_amount, transaction_hash, updated_at, next_poll_at
from withdrawal_transactions where user_id = $1 and payout_step is not null`;
