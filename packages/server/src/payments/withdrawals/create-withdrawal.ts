import type { Withdrawal } from "@veritick/contract/withdrawals.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { violatedConstraint } from "../../platform/database.ts";
import type { IdempotencyClaim, Identity, Replayed } from "../../platform/http/call.ts";
import { findFirstAnswer } from "../../platform/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
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
  const { database, bus, runningKeys } = context;
  const { identity, idempotency } = request;
  return runningKeys.guard(identity.userId, idempotency, async () => {
    if (idempotency !== undefined) {
      const first = await findFirstAnswer(database, identity.userId, idempotency);
      if (first !== undefined) return first;
    }
    const refusal = await checkWithdrawal(context, proofs, request);
    if (refusal !== undefined) return refusal;
    try {
      const held = await holdWithdrawal(context, request);
      if (isRefused(held)) return held;
      announceWithdrawal(bus, held);
      return toWithdrawal(held.withdrawal);
    } catch (error) {
      // The same key was used elsewhere at the same moment: that one counts, and of this one nothing is left.
      if (violatedConstraint(error) !== "idempotency_keys_pkey") throw error;
      return (
        (await findFirstAnswer(database, identity.userId, idempotency!)) ?? refuse("idempotency_running")
      );
    }
  });
}
