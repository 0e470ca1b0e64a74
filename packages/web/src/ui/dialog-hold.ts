import { useRef, useState } from "react";
import type { FocusEvent, RefObject } from "react";

const TYPED = "input:not([type=radio], [type=checkbox], [readonly]), textarea";

const isPending = (content: Element) => content.querySelector("[data-pending]") !== null;

function holdsInput(content: Element): boolean {
  return [...content.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== "");
}

/**
 * What keeps a dialog open. A press beside it never throws away what was typed, and while something is under way
 * neither a press beside it nor Escape leaves it: its own button does, which nobody presses by mistake.
 */
export function useDialogHold(place: RefObject<HTMLElement | null>) {
  const [isHeld, setHeld] = useState(false);
  const lastFocus = useRef<HTMLElement | null>(null);

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    // A dialog that lies above this one tells of its focus here too.
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
    // The press took the focus away. On a phone a field would bring the keyboard up again.
    const isTouch = event.detail.originalEvent.pointerType === "touch";
    const back = lastFocus.current?.isConnected && !isTouch ? lastFocus.current : content;
    requestAnimationFrame(() => back.focus({ preventScroll: true }));
  }

  function onEscape(event: KeyboardEvent) {
    if (place.current !== null && isPending(place.current)) hold(event);
  }

  return { isHeld, release: () => setHeld(false), onFocus, onPressOutside, onEscape };
}
