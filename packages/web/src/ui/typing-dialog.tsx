import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { DialogProps } from "./dialog-view.tsx";
import { Dialog } from "./dialog.tsx";

type TypingDialogProps = Omit<DialogProps, "open" | "onOpenChange"> & {
  open?: boolean;
  /** Whether something was typed that would be lost. */
  holdsWork: boolean;
  /** The question before it is. */
  discard: { readonly title: string; readonly body: string; readonly confirm: string; readonly keep: string };
  onClose: () => void;
};

/** A dialog to type in: closed by a key or a press that may have been meant for something else, it asks first. */
export function TypingDialog({ holdsWork, discard, onClose, children, ...rest }: TypingDialogProps) {
  const [isAsking, setAsking] = useState(false);

  function close() {
    setAsking(false);
    onClose();
  }

  return (
    <Dialog open {...rest} onOpenChange={() => (holdsWork ? setAsking(true) : close())}>
      {children}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={discard.title}
        confirmLabel={discard.confirm}
        keepLabel={discard.keep}
        onConfirm={close}
      >
        <p>{discard.body}</p>
      </ConfirmDialog>
    </Dialog>
  );
}
