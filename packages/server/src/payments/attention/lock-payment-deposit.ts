import type { Queryable } from "../../platform/db/database.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";
import type { AttentionRow } from "./attention-row.ts";

/**
 * Locks the deposit that an item's payment was made for or came beside, then the payment's own, which it returns. Items
 * are locked after them.
 */
export async function lockPaymentDeposit(
  connection: Queryable,
  item: AttentionRow,
): Promise<DepositRow | undefined> {
  if (item.kind !== "payment") return undefined;
  await connection.query("select from deposit_transactions where id = $1 for update", [item.deposit_id]);
  const { rows } = await connection.query<DepositRow>(
    "select * from deposit_transactions where provider = $1 and payment_id = $2 for update",
    [item.provider, item.payment_id],
  );
  return rows[0];
}
