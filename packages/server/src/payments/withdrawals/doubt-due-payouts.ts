import type { Queryable } from "../../platform/db/database.ts";

/**
 * After a restore nobody knows whether a payout that was about to be asked for has been asked for since. As after any lost
 * answer it is not asked for again: a person looks. Returns how many there are.
 */
export async function doubtDuePayouts(connection: Queryable): Promise<number> {
  const { rowCount } = await connection.query(
    "update withdrawal_transactions set payout_step = 'asked' where status = 'processing' and payout_step = 'due'",
  );
  return rowCount ?? 0;
}
