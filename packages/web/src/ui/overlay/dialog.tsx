import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useText } from "../../locales/text.ts";
import { Button, Choices } from "../button.tsx";
import type { DialogProps } from "./dialog-view.tsx";

const load = () => import("./dialog-view.tsx");
const DialogView = lazyPart(async () => ({ default: (await load()).DialogView }));

/** Fetches what draws dialogs before one is opened, for instance while a pointer is on its way to a button. */
export function preloadDialog() {
  load().catch(() => undefined);
}

/** A modal dialog. What draws it is loaded with the first one that opens. */
export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(props.open);
  if (props.open && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <DialogView {...props} />
    </Suspense>
  ) : null;
}

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** The way back, where "Cancel" would be mistaken for the deed. */
  keepLabel?: string;
  pending?: boolean;
  /** True while there is nothing to confirm yet, or no way to. */
  disabled?: boolean;
  onConfirm: () => void;
};

/** Asks once before something that cannot be undone. Focus starts on the way back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const text = useText();
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    keepLabel,
    pending = false,
    disabled,
    onConfirm,
  } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      footer={
        <Choices>
          <Button variant="quiet" data-autofocus onClick={() => onOpenChange(false)}>
            {keepLabel ?? text.common.cancel}
          </Button>
          <Button variant="danger" pending={pending} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Choices>
      }
    >
      {children}
    </Dialog>
  );
}

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
