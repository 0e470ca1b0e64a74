import { useQuery } from "@tanstack/react-query";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { useState } from "react";
import { isUnanswered } from "../../../api/api-error.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import type { Intent } from "../../../api/intent.ts";
import { useNowTick } from "../../../api/live/now-tick.ts";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { tickOf } from "../../../lib/format.ts";
import type { WithdrawalOrder } from "./withdrawal-check.ts";
import { rememberWithdrawal } from "./payment-queries.ts";

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

const REFRESH_SECONDS = 10;

/** What stands between a person and a withdrawal: the second step, and a pause after a change of it. */
export function useWithdrawalGuard() {
  // Asked anew for every dialog, for a pause has its end and may have been missed.
  const { data, refetch } = useQuery({ ...getOptions("getSecurity"), refetchOnMount: "always" });
  const [wasAsked, setAsked] = useState(false);
  const nowTick = useNowTick(REFRESH_SECONDS);
  const until = data?.withdrawalsHeldUntil ?? null;
  const isOver = until !== null && nowTick !== undefined && tickOf(until) <= nowTick;

  return {
    needsTwoStep: wasAsked || data?.twoStep === true,
    /** When withdrawals open again; null where they are open. */
    heldUntil: isOver ? null : until,
    /** A refusal may tell of a change that was not heard of yet. */
    learnFrom({ code }: ApiError) {
      if (code === "two_step_required") setAsked(true);
      if (code === "withdrawals_on_hold") void refetch();
    },
  };
}
