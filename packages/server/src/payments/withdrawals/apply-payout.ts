import { decidePayout } from "@veritick/domain/payments.ts";
import { findActor } from "../../ledger/public.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import { recordAttention, settleAttention } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayout } from "../provider.ts";
import { lockWithdrawalOf } from "./lock-withdrawal-of.ts";
import { completeWithdrawal } from "./move-withdrawal.ts";
import { callForPerson, payoutKey } from "./payout-attention.ts";
import { announceWithdrawal } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Does what a fresh read of a payout calls for: the withdrawal's row is locked, the domain decides, and what it decides
 * is written with it. Safe to repeat, in any order, on any process: a withdrawal is completed once.
 */
export async function applyPayout(context: PaymentContext, payout: ProviderPayout): Promise<void> {
  const changed = await transaction(context.database, async (connection) => {
    const withdrawal = await lockWithdrawalOf(context, connection, payout);
    if (withdrawal === "not ours") return undefined;
    if (typeof withdrawal === "string") return askAboutStranger(context, connection, payout, withdrawal);
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

/** The ledger knows in whose name a withdrawal was completed: nobody's where the provider did it. */
const wasMarkedPaid = async (connection: Queryable, id: string): Promise<boolean> =>
  (await findActor(connection, "withdrawal_completed", id)) !== undefined;

/** Money left for no withdrawal that could account for it. */
async function askAboutStranger(
  context: PaymentContext,
  connection: Queryable,
  { payoutId, externalId, state, details }: ProviderPayout,
  kind: "a second payout" | "account closed",
): Promise<undefined> {
  if (state !== "finished") return;
  const { name } = context.provider;
  await recordAttention(context, connection, {
    key: payoutKey(name, payoutId),
    kind: "payout",
    reason: kind === "account closed" ? "account_closed" : "payout_unknown",
    provider: name,
    ...(kind === "account closed" ? {} : { withdrawalId: externalId }),
    details: { ...details, payout_id: payoutId, withdrawal: externalId ?? null },
  });
}
