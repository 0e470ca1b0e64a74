import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { IdempotencyClaim, Identity, Replayed } from "../../platform/http/call.ts";
import { answerOnce } from "../../platform/db/idempotency.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import type { WithdrawalProofs } from "../create-payments.ts";
import { checkWithdrawal } from "./check-withdrawal.ts";
import { holdWithdrawal } from "./hold-withdrawal.ts";
import { announceWithdrawal, toWithdrawal } from "./withdrawal-row.ts";

export type WithdrawalRequest = {
  identity: Identity;
  /** Where the person calls from. */
  callerAddress: string;
  amount: Minor;
  address: string;
  withdrawalCode: string;
  twoStepCode: string | undefined;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Takes a withdrawal: everything is checked in the order people are promised, then the amount leaves the balance and the
 * withdrawal is on record in one transaction with the answer's idempotency key.
 */
export function createWithdrawal(
  context: PaymentContext,
  proofs: WithdrawalProofs,
  request: WithdrawalRequest,
): Promise<Withdrawal | Refused | Replayed> {
  return answerOnce(context, request.identity.userId, request.idempotency, async () => {
    const refusal = await checkWithdrawal(context, proofs, request);
    if (refusal !== undefined) return refusal;
    const held = await holdWithdrawal(context, proofs, request);
    if (isRefused(held)) return held;
    announceWithdrawal(context.bus, held);
    return toWithdrawal(held.withdrawal);
  });
}
