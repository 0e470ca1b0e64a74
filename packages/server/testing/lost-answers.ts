import type { Database } from "../src/platform/db/database.ts";

/** Makes a deposit look as if the provider's answer to it had been lost: it has no payment and no address. */
export async function loseAnswer(database: Database, depositId: string, failed = false): Promise<void> {
  await database.query(
    "update payments set payment_id = null, pay_address = null, next_poll_at = null where id = $1",
    [depositId],
  );
  await database.query(
    `update deposit_transactions set payment_id = null, pay_address = null, pay_amount = null,
       status = case when $2 then 'failed' else status end,
       failure_reason = case when $2 then 'no_address' else failure_reason end
     where id = $1`,
    [depositId, failed],
  );
}
