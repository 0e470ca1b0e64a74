import { useIntent } from "../../lib/intent.ts";
import { useLaterText } from "../../locales/text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { WithdrawalForm } from "./withdrawal-form.tsx";

type WithdrawalDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * What is typed is gone once the dialog is closed. What was meant stays: a withdrawal that got no answer and is typed
 * again is the same one.
 */
export function WithdrawalDialog({ open, onOpenChange }: WithdrawalDialogProps) {
  const { form } = useLaterText().payments.withdrawal;
  const intent = useIntent();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={form.title} description={form.description}>
      <WithdrawalForm intent={intent} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
