import { useQuery } from "@tanstack/react-query";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { useState } from "react";
import { isUnanswered } from "../../../api/api-error.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import type { Intent } from "../../../api/intent.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { tickOf } from "../../../lib/format.ts";
import type { WithdrawalOrder } from "./withdrawal-check.ts";
import { rememberWithdrawal } from "./payment-queries.ts";

type Handlers = { onCreated: (withdrawal: Withdrawal) => void; onFailed: (error: Error) => void };

/**
 * Sends a withdrawal. The amount and the address make the intent, whatever the codes are. After no answer the same intent
 * is sent again with the same key, so that it cannot be paid twice.
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
      // The server may have made it all the same. The list and the balance tell.
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
    // The request holds the codes, which must not stay in memory.
    gcTime: 0,
  });
}

const REFRESH_SECONDS = 10;

/** Tells whether a withdrawal needs the second step, and until when withdrawals are on hold. */
export function useWithdrawalGuard() {
  // Every dialog asks again, because a hold may have begun or ended unnoticed.
  const { data, refetch } = useQuery({ ...getOptions("getSecurity"), refetchOnMount: "always" });
  const [wasAsked, setAsked] = useState(false);
  const nowTick = useNowTick(REFRESH_SECONDS);
  const until = data?.withdrawalsHeldUntil ?? null;
  const isOver = until !== null && nowTick !== undefined && tickOf(until) <= nowTick;

  return {
    needsTwoStep: wasAsked || data?.twoStep === true,
    /** When withdrawals open again. Null while they are open. */
    heldUntil: isOver ? null : until,
    /** A refusal may reveal a change that this page has not heard of. */
    learnFrom({ code }: ApiError) {
      if (code === "two_step_required") setAsked(true);
      if (code === "withdrawals_on_hold") void refetch();
    },
  };
}
