import type { AttentionItem } from "@veritick/contract/admin.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { DISMISSED } from "./record-attention.ts";
import { findAttention, resolveAttention } from "./resolve-attention.ts";

/**
 * Closes an item without moving money. A payout that is not over is no such item: it is marked as paid or failed with
 * its withdrawal.
 */
export async function dismissAttention(
  context: PaymentContext,
  id: string,
  decision: { actor: string; note: string },
): Promise<AttentionItem | Refused> {
  return transaction(context.database, async (connection) => {
    const item = await findAttention(connection, id, "for update of i");
    if (item === undefined) return refuse("not_found");
    if (item.resolved_at !== null) return refuse("attention_resolved");
    if (item.withdrawal_id !== null && (await isProcessing(connection, item.withdrawal_id))) {
      return refuse("attention_of_withdrawal");
    }
    return resolveAttention(context, connection, item, { resolution: DISMISSED, ...decision });
  });
}

async function isProcessing(connection: Queryable, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from withdrawal_transactions where id = $1 and status = 'processing'",
    [withdrawalId],
  );
  return rowCount === 1;
}
