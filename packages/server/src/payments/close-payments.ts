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
const PAYMENTS = "payments where user_id = $1";
const WITHDRAWALS = "withdrawal_transactions where user_id = $1";

/** Locks all deposits, payments and withdrawals of a user whose account is to be closed, before the user. */
export async function lockPayments(connection: Queryable, userId: string): Promise<void> {
  await lockRows(connection, DEPOSITS, userId);
  await lockRows(connection, PAYMENTS, userId);
  await lockRows(connection, WITHDRAWALS, userId);
}

/**
 * Locks the deposits, payments and withdrawals that were created just before the user's row was locked. Returns false if another
 * transaction holds one of them.
 */
export async function lockNewPayments(connection: Queryable, userId: string): Promise<boolean> {
  for (const rows of [DEPOSITS, PAYMENTS, WITHDRAWALS]) {
    if (!(await lockNewRows(connection, rows, userId))) return false;
  }
  return true;
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
 * Prepares the end of a user's deposits and withdrawals. Their rows must be locked, and none may be pending or processing.
 * The rows of payments and payouts outlive the account, so that money that moves later is recognised.
 */
export async function archivePayments(connection: Queryable, userId: string): Promise<void> {
  await connection.query(READ_AGAIN, [userId]);
  await clearAttempts(connection, depositCounter(userId), failureCounter(userId));
}

/** SQL that has payments on the attention list read again: the question about them is another one without an account. */
const READ_AGAIN = `
update payments p set next_poll_at = created_at
where p.user_id = $1 and p.asset is not null and exists (
  select from attention_items i
  where i.kind = 'payment' and i.provider = p.provider and i.payment_id = p.payment_id and i.resolved_at is null)`;
