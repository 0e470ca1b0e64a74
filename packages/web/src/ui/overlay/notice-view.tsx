import * as Primitive from "@radix-ui/react-toast";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useText } from "../../locales/text.ts";
import { IconButton } from "../button.tsx";
import { CloseIcon } from "../icons.tsx";
import { escapeDialog } from "./dialog-stack.ts";
import { dismissNotice } from "./notice-store.ts";
import type { ShownNotice } from "./notice-store.ts";
import { Caption } from "../primitives.tsx";
import styles from "./notice-view.module.css";

const DURATION_MS = 5000;
const SWIPE_PX = 50;
const HOTKEY = "F8";
const HOTKEYS = [HOTKEY];
const NO_HOTKEYS: string[] = [];

/**
 * Shows at most one notice. It leaves by itself, by its button, or by a swipe to the right. F8 moves the focus to it, also
 * from an open dialog, and Escape dismisses it.
 */
export function NoticeView({ notice }: { notice: ShownNotice | undefined }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  // The primitive stops its timers while the pointer or the focus is on a notice. It would never restart them after such a
  // notice was closed, so each notice gets a provider of its own.
  const [newest, setNewest] = useState(notice?.id);
  if (notice && notice.id !== newest) setNewest(notice.id);
  useWayFromDialogs(place);
  useEscape(place, notice?.id);
  useFocusReturn(place, notice?.id);
  useRoomForNotice(place, notice?.id);
  return (
    <Primitive.Provider key={newest} duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {notice && (
        <Primitive.Root
          key={notice.id}
          open
          onOpenChange={(open) => !open && dismissNotice(notice.id)}
          onEscapeKeyDown={(event) => {
            // Escape first closes the dialog that has the focus; the notice stays to be read.
            if (escapeDialog()) event.preventDefault();
          }}
          className={styles["notice"]}
          data-tone={notice.tone ?? "default"}
        >
          <div className={styles["text"]}>
            <Primitive.Title className={styles["title"]}>{notice.title}</Primitive.Title>
            {notice.body !== undefined && (
              <Primitive.Description asChild>
                <Caption as="div">{notice.body}</Caption>
              </Primitive.Description>
            )}
          </div>
          <Primitive.Close asChild>
            <IconButton label={text.common.close}>
              <CloseIcon size={18} />
            </IconButton>
          </Primitive.Close>
        </Primitive.Root>
      )}
      {/* An open dialog leaves only live regions to screen readers. This one is silent, because the notice is read out elsewhere. */}
      <div ref={place} aria-live="off">
        <Primitive.Viewport
          // Without a notice, the key must not move the focus.
          hotkey={notice ? HOTKEYS : NO_HOTKEYS}
          label={text.common.notices(HOTKEY)}
          data-screen-only
          className={styles["viewport"]}
        />
      </div>
    </Primitive.Provider>
  );
}

/**
 * Lets the focus go from an open dialog to the notices. Dialogs listen on the document, and would take it back. So this
 * move does not get there.
 */
function useWayFromDialogs(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = document.documentElement;
    const hide = (event: FocusEvent) => {
      const arrivesAt = event.type === "focusin" ? event.target : event.relatedTarget;
      if (place.current?.contains(arrivesAt as Node | null)) event.stopPropagation();
    };
    root.addEventListener("focusin", hide);
    root.addEventListener("focusout", hide);
    return () => {
      root.removeEventListener("focusin", hide);
      root.removeEventListener("focusout", hide);
    };
  }, [place]);
}

/** Makes Escape dismiss the notice that has the focus, and nothing below it. */
function useEscape(place: RefObject<HTMLElement | null>, shown: number | undefined) {
  useEffect(() => {
    if (shown === undefined) return;
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !place.current?.contains(document.activeElement)) return;
      event.stopPropagation();
      dismissNotice(shown);
    };
    // Menus and dialogs listen on the document.
    addEventListener("keydown", dismiss, true);
    return () => removeEventListener("keydown", dismiss, true);
  }, [place, shown]);
}

/**
 * Returns the focus to its origin once the notice that took it, by keyboard or mouse, has gone or been replaced. After a tap
 * it does not return to a field, because that would open a phone's keyboard again.
 */
function useFocusReturn(place: RefObject<HTMLElement | null>, shown: number | undefined) {
  const isInside = useRef(false);
  const origin = useRef<EventTarget | null>(null);
  const isTouch = useRef(false);

  useEffect(() => {
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      const isHere = place.current?.contains(target as Node) === true;
      if (isHere && !isInside.current) origin.current = relatedTarget;
      isInside.current = isHere;
    };
    const onInput = (event: Event) => {
      isTouch.current = event instanceof PointerEvent && event.pointerType === "touch";
    };
    document.addEventListener("focusin", onFocus, true);
    document.addEventListener("pointerdown", onInput, true);
    document.addEventListener("keydown", onInput, true);
    return () => {
      document.removeEventListener("focusin", onFocus, true);
      document.removeEventListener("pointerdown", onInput, true);
      document.removeEventListener("keydown", onInput, true);
    };
  }, [place]);

  useEffect(() => {
    if (!isInside.current) return;
    isInside.current = false;
    const { current } = origin;
    const isBack = !isTouch.current && current instanceof HTMLElement && current.isConnected;
    const page = isTouch.current ? null : document.querySelector("main");
    (isBack ? current : (topDialog() ?? page))?.focus({ preventScroll: true });
  }, [shown]);
}

const topDialog = () => [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);

/** A smaller visible share of the window means that a phone's keyboard takes the rest. */
const SHARE_WITHOUT_KEYBOARD = 0.8;

/**
 * Moves a notice below a dialog whose title it would cover, or above the confirm button if there is no room below. It
 * measures again when a dialog opens or closes.
 */
function useRoomForNotice(place: RefObject<HTMLElement | null>, shown: number | undefined) {
  useLayoutEffect(() => {
    const list = place.current?.querySelector("ol");
    if (shown === undefined || !list) return;
    const arrange = () => {
      list.removeAttribute("data-over-dialog");
      const dialog = topDialog();
      if (dialog === undefined || hasKeyboard() || !covers(list, dialog)) return;
      list.setAttribute("data-over-dialog", "");
      list.style.setProperty("--room-below", `${roomBelow(dialog, list.offsetHeight)}px`);
    };
    // Dialogs are children of the body.
    const dialogs = new MutationObserver(arrange);
    dialogs.observe(document.body, { childList: true });
    // Reports the height once at the start, and again when the notice is drawn.
    const height = new ResizeObserver(arrange);
    height.observe(list);
    return () => {
      dialogs.disconnect();
      height.disconnect();
    };
  }, [place, shown]);
}

/** Returns whether the notices reach over the upper edge of a dialog. A sheet's own place counts, not where it slides in. */
function covers(list: HTMLElement, dialog: HTMLElement): boolean {
  const isBeside = dialog.getBoundingClientRect().right <= list.offsetLeft;
  return !isBeside && dialog.offsetTop < list.offsetTop + list.offsetHeight;
}

function hasKeyboard(): boolean {
  return (visualViewport?.height ?? Infinity) < innerHeight * SHARE_WITHOUT_KEYBOARD;
}

/**
 * Returns how far above the lower edge of the window a notice of this height must end. It does not change while the sheet
 * slides in.
 */
function roomBelow(dialog: HTMLElement, height: number): number {
  const free = Math.max(0, innerHeight - dialog.offsetTop - dialog.offsetHeight);
  const confirm = dialog.querySelector("footer") ?? dialog.querySelector("[type=submit]");
  if (confirm === null || free >= height) return 0;
  const top = confirm.getBoundingClientRect().top - dialog.getBoundingClientRect().top;
  return free + Math.max(0, dialog.offsetHeight - top);
}
