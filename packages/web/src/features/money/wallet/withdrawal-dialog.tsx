import { useState } from "react";
import { useIntent } from "../../../api/intent.ts";
import { useLaterText } from "../../../locales/text.ts";
import { TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { WithdrawalForm } from "./withdrawal-form.tsx";

type WithdrawalDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * What is typed is gone once the dialog is closed, so it asks first; only an amount is soon typed again. What was meant
 * stays: a withdrawal that got no answer and is typed again is the same one.
 */
export function WithdrawalDialog({ open, onOpenChange }: WithdrawalDialogProps) {
  const { form, discard } = useLaterText().payments.withdrawal;
  const intent = useIntent();
  const [holdsWork, setHoldsWork] = useState(false);

  function close() {
    setHoldsWork(false);
    onOpenChange(false);
  }

  return (
    <TypingDialog
      open={open}
      holdsWork={holdsWork}
      discard={discard}
      onClose={close}
      title={form.title}
      description={form.description}
    >
      <WithdrawalForm intent={intent} onHoldsWork={setHoldsWork} onDone={close} />
    </TypingDialog>
  );
}
