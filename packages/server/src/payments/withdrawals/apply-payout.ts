import { decidePayout } from "@veritick/domain/payments.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { settleAttention } from "../attention/record-attention.ts";
import { applyClosedPayout } from "../closed/apply-closed-payout.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayout } from "../provider.ts";
import { lockWithdrawalOf } from "./lock-withdrawal-of.ts";
import { completeWithdrawal } from "./move-withdrawal.ts";
import { askAboutStranger, callForPerson, payoutKey } from "./payout-attention.ts";
import { wasMarkedPaid } from "./was-marked-paid.ts";
import { announceWithdrawal } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Does what a fresh read of a payout calls for: the withdrawal's row is locked, the domain decides, and what it decides
 * is written with it. Safe to repeat, in any order, on any process: a withdrawal is completed once.
 */
export async function applyPayout(context: PaymentContext, payout: ProviderPayout): Promise<void> {
  const changed = await transaction(context.database, async (connection) => {
    const withdrawal = await lockWithdrawalOf(context, connection, payout);
    if (withdrawal === undefined) return applyClosedPayout(context, connection, payout);
    if (withdrawal === "a second payout") {
      return askAboutStranger(context, connection, payout, "payout_unknown");
    }
    return decide(context, connection, withdrawal, payout);
  });
  if (changed !== undefined) announceWithdrawal(context.bus, changed);
}

async function decide(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  payout: ProviderPayout,
): Promise<ChangedWithdrawal | undefined> {
  const decision = decidePayout(payout, {
    status: withdrawal.status,
    transactionHash: withdrawal.transaction_hash ?? undefined,
    byHand: withdrawal.status === "completed" && (await wasMarkedPaid(connection, withdrawal.id)),
  });
  switch (decision) {
    case "nothing":
      return undefined;
    case "complete": {
      const changed = await completeWithdrawal(context, connection, withdrawal, payout.transactionHash);
      const key = payoutKey(withdrawal.provider, withdrawal.id);
      await settleAttention(context, connection, key, "paid by the provider");
      return changed;
    }
    case "payout_failed":
    case "paid_after_refund":
    case "paid_twice":
      await callForPerson(context, connection, withdrawal, decision, {
        ...(decision === "paid_twice" ? { recorded_hash: withdrawal.transaction_hash } : {}),
        ...payout.details,
      });
      return undefined;
  }
}
