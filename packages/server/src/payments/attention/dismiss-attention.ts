import type { AttentionItem } from "@veritick/contract/admin.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import type { IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit } from "../deposits/announce-deposit.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";
import { markRejected } from "../deposits/mark-rejected.ts";
import { lockPaymentDeposit } from "./lock-payment-deposit.ts";
import { DISMISSED } from "./record-attention.ts";
import { findAttention, resolveAttention } from "./resolve-attention.ts";

type Decision = { actor: string; note: string; idempotency: IdempotencyClaim | undefined };
type Dismissed = { item: AttentionItem; rejected: DepositRow | undefined };

/**
 * Closes an item without moving money. A payout that is not over is no such item: it is marked as paid or failed with
 * its withdrawal.
 */
export function dismissAttention(
  context: PaymentContext,
  id: string,
  decision: Decision,
): Promise<AttentionItem | Refused | Replayed> {
  const { actor, idempotency } = decision;
  return answerOnce(context, actor, idempotency, async () => {
    const dismissed = await transaction(context.database, async (connection) => {
      const outcome = await dismiss(context, connection, id, decision);
      if (isRefused(outcome)) return outcome;
      await recordAnswer(connection, actor, idempotency, outcome.item, dateOf(context.clock));
      return outcome;
    });
    if (isRefused(dismissed)) return dismissed;
    if (dismissed.rejected !== undefined) announceDeposit(context.bus, dismissed.rejected, undefined);
    return dismissed.item;
  });
}

async function dismiss(
  context: PaymentContext,
  connection: Queryable,
  id: string,
  { actor, note }: Decision,
): Promise<Dismissed | Refused> {
  const found = await findAttention(connection, id);
  if (found === undefined) return refuse("not_found");
  const own = await lockPaymentDeposit(connection, found);
  const item = await findAttention(connection, id, "for update of i");
  if (item === undefined) return refuse("not_found");
  if (item.resolved_at !== null) return refuse("attention_resolved");
  if (item.withdrawal_id !== null && (await isProcessing(connection, item.withdrawal_id))) {
    return refuse("attention_of_withdrawal");
  }
  // A person has said no to this money: whatever the provider says of it later, nothing credits it by itself any more.
  const rejected =
    own === undefined || own.status === "confirmed" || own.failure_reason === "rejected"
      ? undefined
      : await markRejected(context, connection, own.id, actor);
  const resolution = { resolution: DISMISSED, actor, note };
  return { item: await resolveAttention(context, connection, item, resolution), rejected };
}

async function isProcessing(connection: Queryable, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from withdrawal_transactions where id = $1 and status = 'processing'",
    [withdrawalId],
  );
  return rowCount === 1;
}
