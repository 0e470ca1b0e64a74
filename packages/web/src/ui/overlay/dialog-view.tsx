import * as Primitive from "@radix-ui/react-dialog";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from "react";
import { ignoreHeldEnter } from "../../lib/focus.ts";
import { useText } from "../../locales/text.ts";
import { IconButton } from "../button.tsx";
import { noteDialog } from "./dialog-stack.ts";
import styles from "./dialog-view.module.css";
import { CloseIcon } from "../icons.tsx";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** One quiet action below the title. */
  aside?: ReactNode;
  footer?: ReactNode;
  /** Keeps the foot in view on short screens and leaves the dialog's subject visible, above or beside it. */
  keepsFoot?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog, on phones a sheet from the bottom. One edge is fixed, so that growing content moves nothing. The focus
 * starts at `[data-autofocus]`, or at the dialog, and later returns to its origin. The primitive's own overlay is left out
 * on purpose: it locks scrolling with a style element, which the page's content security policy forbids. `base.css` locks it
 * instead.
 */
export function DialogView(props: DialogProps) {
  const { open, onOpenChange, title, description, aside, footer, keepsFoot = false, children } = props;
  const text = useText();
  const content = useRef<HTMLDivElement>(null);
  const origin = useRef<Element | null>(null);
  const hold = useDialogHold(content);
  const escape = useEffectEvent((event: Event) => {
    hold.onEscape(event);
    if (!event.defaultPrevented) onOpenChange(false);
  });
  useEffect(() => {
    if (open) return noteDialog(() => escape(new Event("escape", { cancelable: true })));
  }, [open]);

  function takeFocus(event: Event) {
    event.preventDefault();
    origin.current = document.activeElement;
    const first = content.current?.querySelector<HTMLElement>("[data-autofocus]");
    (first ?? content.current)?.focus();
  }

  function returnFocus(event: Event) {
    event.preventDefault();
    // The element that opened it may be gone. The focus then goes to the dialog below, if there is one.
    const place = origin.current?.isConnected ? origin.current : document.querySelector("[role=dialog]");
    if (place instanceof HTMLElement) place.focus();
  }

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div
          className={styles["backdrop"]}
          data-dialog-open
          data-clear={keepsFoot || undefined}
          data-state={open ? "open" : "closed"}
          aria-hidden
        />
        <Primitive.Content
          ref={content}
          className={styles["content"]}
          data-held={hold.isHeld || undefined}
          data-keeps-foot={keepsFoot || undefined}
          onFocus={hold.onFocus}
          onKeyDown={ignoreHeldEnterInForm}
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
              {aside}
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

/** The held Enter that opened a dialog must not send its form. In a text of several lines, it makes lines. */
function ignoreHeldEnterInForm(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLTextAreaElement)) ignoreHeldEnter(event);
}

/** Fields that hold the user's own text. Text filled in for the user and left unchanged does not count. */
const TYPED = "input:not([type=radio], [type=checkbox], [readonly], [data-untouched]), textarea";

const isPending = (content: Element) => content.querySelector("[data-pending]") !== null;

function holdsInput(content: Element): boolean {
  return [...content.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== "");
}

/**
 * Keeps a dialog open. A press beside it never discards typed text. During a call, neither a press beside it nor Escape
 * closes it; only its own button does, which nobody presses by mistake.
 */
function useDialogHold(place: RefObject<HTMLElement | null>) {
  const [isHeld, setHeld] = useState(false);
  const lastFocus = useRef<HTMLElement | null>(null);

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    // React also reports the focus of a dialog above this one here.
    if (place.current?.contains(target)) lastFocus.current = target;
  }

  function hold(event: Event) {
    event.preventDefault();
    setHeld(true);
  }

  function onPressOutside(event: CustomEvent<{ originalEvent: PointerEvent }>) {
    const content = place.current;
    if (content === null || !(holdsInput(content) || isPending(content))) return;
    hold(event);
    // The press took the focus away. On a phone, a focused field would open the keyboard again.
    const isTouch = event.detail.originalEvent.pointerType === "touch";
    const back = lastFocus.current?.isConnected && !isTouch ? lastFocus.current : content;
    requestAnimationFrame(() => back.focus({ preventScroll: true }));
  }

  function onEscape(event: Event) {
    if (place.current !== null && isPending(place.current)) hold(event);
  }

  return { isHeld, release: () => setHeld(false), onFocus, onPressOutside, onEscape };
}
