import { parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../platform/db/database.ts";
import { lockNewRows, lockRows } from "../platform/db/lock-rows.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { PaymentContext } from "./context.ts";
import { returnWithdrawal } from "./withdrawals/move-withdrawal.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawals/withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawals/withdrawal-row.ts";

// Finished ones as well: whatever a provider or a person does about one locks it before its user.
const DEPOSITS = "deposit_transactions where user_id = $1";
const WITHDRAWALS = "withdrawal_transactions where user_id = $1";

/** Locks all deposits and withdrawals of a user whose account is to be closed, before the user. */
export async function lockPayments(connection: Queryable, userId: string): Promise<void> {
  await lockRows(connection, DEPOSITS, userId);
  await lockRows(connection, WITHDRAWALS, userId);
}

/** The same for those that were made until the user's row was locked. False where somebody else has one of them. */
export async function lockNewPayments(connection: Queryable, userId: string): Promise<boolean> {
  return (
    (await lockNewRows(connection, DEPOSITS, userId)) && (await lockNewRows(connection, WITHDRAWALS, userId))
  );
}

/**
 * Returns the pending withdrawals of a user whose account is being closed; they and the user's row are locked. Refused
 * while a payout is under way: it may be sent whatever we do.
 */
export async function returnPendingWithdrawals(
  context: Pick<PaymentContext, "clock">,
  connection: Queryable,
  userId: string,
  actor: string,
): Promise<{ count: number; amount: Minor } | Refused> {
  const { rows } = await connection.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
     where user_id = $1 and status in ('pending', 'processing') order by id`,
    [userId],
  );
  if (rows.some(({ status }) => status === "processing")) return refuse("payout_processing");
  for (const withdrawal of rows) {
    await returnWithdrawal(context, connection, withdrawal, "account_closed", { actor });
  }
  return { count: rows.length, amount: sumMinor(rows.map(({ amount }) => parseMinor(amount))) };
}
