import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { useState } from "react";
import { errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { refreshCurrentUser } from "../../lib/current-user.ts";
import { useFormat } from "../../lib/format.ts";
import { keyOf, queryClient } from "../../lib/query.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notify } from "../../ui/notice-store.ts";
import { rememberWithdrawal } from "./withdrawals-query.ts";

/** Takes a withdrawal back that is still pending, once it is confirmed. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const { cancel, details } = useLaterText().payments.withdrawal;
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const amount = format.exactAmount(withdrawal.amount);

  const { mutate, isPending } = useSubmit({
    mutationFn: () => call("cancelWithdrawal", { params: { id: withdrawal.id } }),
    onSuccess(cancelled) {
      rememberWithdrawal(cancelled);
      notify({ title: cancel.done, body: cancel.doneBody(amount) });
    },
    onError(error) {
      // It was decided meanwhile, or the answer was lost: the list tells which.
      void queryClient.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
      notify({
        title: text.common.error,
        body: errorText(error, text, cancel.failed),
        tone: "destructive",
      });
    },
    onSettled() {
      setAsking(false);
      void refreshCurrentUser();
    },
  });

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {details.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={cancel.title}
        confirmLabel={cancel.confirm}
        keepLabel={cancel.keep}
        pending={isPending}
        onConfirm={() => mutate()}
      >
        <p>{cancel.body(amount)}</p>
      </ConfirmDialog>
    </>
  );
}
