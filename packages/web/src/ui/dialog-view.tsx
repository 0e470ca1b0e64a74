import * as Primitive from "@radix-ui/react-dialog";
import { useRef } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { useDialogHold } from "./dialog-hold.ts";
import { IconButton } from "./icon-button.tsx";
import { CloseIcon } from "./icons.tsx";
import styles from "./dialog-view.module.css";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A modal dialog; on phones a sheet from the bottom. It hangs from one edge, so that content that grows never moves
 * what is already there. Focus starts at `[data-autofocus]`, or at the dialog, and returns to where it came from.
 *
 * The primitive's own overlay is left out on purpose: it locks scrolling with a style element, which the page's
 * content security policy forbids. `base.css` does it instead.
 */
export function DialogView({ open, onOpenChange, title, description, footer, children }: DialogProps) {
  const text = useText();
  const content = useRef<HTMLDivElement>(null);
  const origin = useRef<Element | null>(null);
  const hold = useDialogHold(content);

  function takeFocus(event: Event) {
    event.preventDefault();
    origin.current = document.activeElement;
    const first = content.current?.querySelector<HTMLElement>("[data-autofocus]");
    (first ?? content.current)?.focus();
  }

  function returnFocus(event: Event) {
    event.preventDefault();
    // What opened it may be gone; then the dialog below it, if there is one, is where one was before.
    const place = origin.current?.isConnected ? origin.current : document.querySelector("[role=dialog]");
    if (place instanceof HTMLElement) place.focus();
  }

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div
          className={styles["backdrop"]}
          data-dialog-open
          data-state={open ? "open" : "closed"}
          aria-hidden
        />
        <Primitive.Content
          ref={content}
          className={styles["content"]}
          data-held={hold.isHeld || undefined}
          onFocus={hold.onFocus}
          onAnimationEnd={hold.release}
          onPointerDownOutside={hold.onPressOutside}
          onEscapeKeyDown={hold.onEscape}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <header className={styles["header"]}>
            <div>
              <Primitive.Title className={styles["title"]}>{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className={styles["description"]}>{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton label={text.common.close} className={styles["close"]}>
                <CloseIcon />
              </IconButton>
            </Primitive.Close>
          </header>
          <div className={styles["body"]}>{children}</div>
          {footer !== undefined && <footer className={styles["footer"]}>{footer}</footer>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
