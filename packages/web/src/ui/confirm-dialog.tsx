import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Button } from "./button.tsx";
import { Choices } from "./choices.tsx";
import { Dialog } from "./dialog.tsx";

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
