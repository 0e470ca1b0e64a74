import type { Queryable } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { addToAttention, payoutKey } from "./payout-attention.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal.ts";
import type { WithdrawalRow } from "./withdrawal.ts";

/**
 * After a restore nobody knows what became of a withdrawal that was not final at the backup: it may have been paid, refunded
 * or cancelled since. Each of them waits for an administrator, who looks for it at the provider first. Nothing is requested
 * or released for it any more; what the provider has is still read. Returns how many there are.
 */
export async function flagDoubtfulWithdrawals(
  connection: Queryable,
  context: Pick<PaymentContext, "clock" | "log">,
): Promise<number> {
  // As after any lost answer, a payout that was due may have been requested since.
  await connection.query(
    "update withdrawal_transactions set payout_step = 'asked' where status = 'processing' and payout_step = 'due'",
  );
  const { rows } = await connection.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where status in ('pending', 'processing') order by id`,
  );
  const listed = await findListed(connection);
  for (const withdrawal of rows) {
    // What was on the list already keeps its reason and what the provider had said.
    if (listed.has(payoutKey(withdrawal.provider, withdrawal.id))) continue;
    await addToAttention(context, connection, withdrawal, "restored", {});
  }
  // Without an id at the provider there is nothing to read.
  await connection.query(
    "update withdrawal_transactions set next_poll_at = null where status = 'processing' and payout_id is null",
  );
  return rows.length;
}

async function findListed(connection: Queryable): Promise<Set<string>> {
  const { rows } = await connection.query<{ key: string }>(
    "select key from attention_items where kind = 'payout' and resolved_at is null",
  );
  return new Set(rows.map(({ key }) => key));
}

/** Whether anything about the payout of a pending withdrawal waits on the list. The answer holds while its row is locked. */
export async function isDoubtful(connection: Queryable, { id }: { id: string }): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "find_doubtful_item",
    text: "select from attention_items where withdrawal_id = $1 and kind = 'payout' and resolved_at is null limit 1",
    values: [id],
  });
  return rowCount === 1;
}

/** How many of them wait for their decision. */
export async function countDoubtfulWithdrawals(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    "select count(*) as count from attention_items where resolved_at is null and reason = 'restored'",
  );
  return rows[0]!.count;
}
