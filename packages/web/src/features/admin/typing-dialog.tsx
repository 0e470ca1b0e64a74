import { useState } from "react";
import { useAdminText } from "../../locales/text.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DialogProps } from "../../ui/dialog-view.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type TypingDialogProps = Omit<DialogProps, "open" | "onOpenChange"> & {
  /** Whether something was typed that would be lost. */
  holdsWork: boolean;
  onClose: () => void;
};

/** A dialog to type in: closed by a key or a press that may have been meant for something else, it asks first. */
export function TypingDialog({ holdsWork, onClose, children, ...rest }: TypingDialogProps) {
  const { discard } = useAdminText().frame;
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog {...rest} open onOpenChange={() => (holdsWork ? setAsking(true) : onClose())}>
      {children}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={discard.title}
        confirmLabel={discard.confirm}
        keepLabel={discard.keep}
        onConfirm={onClose}
      >
        <p>{discard.body}</p>
      </ConfirmDialog>
    </Dialog>
  );
}
