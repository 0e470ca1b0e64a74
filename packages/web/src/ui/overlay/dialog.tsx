import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useText } from "../../locales/text.ts";
import { Button, Choices } from "../button.tsx";
import type { DialogProps } from "./dialog-view.tsx";

const DialogView = lazyPart(async () => (await import("./dialog-view.tsx")).DialogView);

/** Loads the code of dialogs before one opens, for instance while a pointer approaches a button. */
export const preloadDialog = DialogView.preload;

/** A modal dialog. Its code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(props.open);
  if (props.open && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <DialogView {...props} />
    </Suspense>
  ) : null;
}

type TypingDialogProps = Omit<DialogProps, "open" | "onOpenChange"> & {
  open?: boolean;
  /** Whether closing would lose typed text. */
  holdsWork: boolean;
  onClose: () => void;
};

/**
 * A dialog to type in. It asks for confirmation if a key or a press that may have been meant for something else closes it.
 */
export function TypingDialog({ holdsWork, onClose, children, ...rest }: TypingDialogProps) {
  const { discard } = useText().common;
  const [isAsking, setAsking] = useState(false);

  function close() {
    setAsking(false);
    onClose();
  }

  return (
    <Dialog open {...rest} onOpenChange={() => (holdsWork ? setAsking(true) : close())}>
      {children}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={discard.title}
        footer={
          <Choices>
            <Button variant="quiet" data-autofocus onClick={() => setAsking(false)}>
              {discard.keep}
            </Button>
            <Button variant="danger" onClick={close}>
              {discard.confirm}
            </Button>
          </Choices>
        }
      >
        <p>{discard.body}</p>
      </Dialog>
    </Dialog>
  );
}
