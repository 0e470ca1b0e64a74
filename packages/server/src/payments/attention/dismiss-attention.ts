import { changedFields, recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { markRejected } from "../deposits/mark-rejected.ts";
import { lockDecider } from "../lock-decider.ts";
import { decideItem } from "./decide-item.ts";
import type { Decided, Decision } from "./decide-item.ts";
import { lockPaymentDeposit } from "./lock-payment-deposit.ts";
import { DISMISSED } from "./record-attention.ts";
import { findAttention, resolveAttention } from "./resolve-attention.ts";

/**
 * Closes an item without moving money. A payout that is not over is no such item: it is marked as paid or failed with
 * its withdrawal.
 */
export const dismissAttention = (context: PaymentContext, id: string, decision: Decision) =>
  decideItem(context, decision, (connection) => dismiss(context, connection, id, decision));

async function dismiss(
  context: PaymentContext,
  connection: Queryable,
  id: string,
  { by, note }: Decision,
): Promise<Decided | Refused> {
  const { actor } = by;
  const found = await findAttention(connection, id);
  if (found === undefined) return refuse("not_found");
  const own = await lockPaymentDeposit(connection, found);
  const refusal = await lockDecider(connection, by, found.user_id, "administrator");
  if (refusal !== undefined) return refusal;
  const item = await findAttention(connection, id, "for update of i");
  if (item === undefined) return refuse("not_found");
  if (item.resolved_at !== null) return refuse("attention_resolved");
  if (item.withdrawal_id !== null && (await isProcessing(connection, item.withdrawal_id))) {
    return refuse("attention_of_withdrawal");
  }
  // A person has said no to this money: whatever the provider says of it later, nothing credits it by itself any more.
  const deposit =
    own === undefined || own.status === "confirmed" || own.failure_reason === "rejected"
      ? undefined
      : await markRejected(context, connection, own.id, actor);
  const resolution = { resolution: DISMISSED, actor, note };
  const resolved = await resolveAttention(context, connection, item, resolution);
  const changes = changedFields(
    { resolution: null, depositStatus: own?.status ?? null },
    { resolution: DISMISSED, depositStatus: (deposit ?? own)?.status ?? null },
  );
  await recordAudit(
    connection,
    { action: "attention_dismissed", by, subject: item.user_id, target: item.id, ...changes, reason: note },
    dateOf(context.clock),
  );
  return { item: resolved, deposit };
}

async function isProcessing(connection: Queryable, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from withdrawal_transactions where id = $1 and status = 'processing'",
    [withdrawalId],
  );
  return rowCount === 1;
}
