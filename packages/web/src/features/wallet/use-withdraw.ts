import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { isUnanswered } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { refreshCurrentUser } from "../../lib/current-user.ts";
import type { Intent } from "../../lib/intent.ts";
import { keyOf, queryClient } from "../../lib/query.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import type { WithdrawalOrder } from "./withdrawal-check.ts";
import { rememberWithdrawal } from "./withdrawals-query.ts";

type Handlers = { onCreated: (withdrawal: Withdrawal) => void; onFailed: (error: Error) => void };

/**
 * Sends a withdrawal. What is meant is the amount and the address: with another code it is the same intent, and sent
 * again after no answer it keeps its key, so that it cannot be paid twice.
 */
export function useWithdraw(intent: Intent, { onCreated, onFailed }: Handlers) {
  return useSubmit({
    mutationFn({ amount, address, withdrawalCode, twoStepCode }: WithdrawalOrder) {
      const second = twoStepCode === "" ? {} : { twoStepCode };
      return call("createWithdrawal", {
        body: { amount, address, withdrawalCode, ...second },
        idempotencyKey: intent.keyFor({ amount, address }),
      });
    },
    onSettled(_, error) {
      intent.settle(error);
      // It may have been made all the same: the list and the balance tell.
      if (error !== null && isUnanswered(error)) {
        void queryClient.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
        void refreshCurrentUser();
      }
    },
    onSuccess(withdrawal) {
      rememberWithdrawal(withdrawal);
      void refreshCurrentUser();
      onCreated(withdrawal);
    },
    onError: onFailed,
    // The codes are in what was sent, and are not to be kept.
    gcTime: 0,
  });
}
