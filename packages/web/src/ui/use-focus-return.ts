import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Whoever goes to a place by the keyboard or the mouse is taken back to where they were once what was shown there has
 * gone or was replaced. After a tap nobody is: on a phone a field would bring the keyboard up again.
 */
export function useFocusReturn(place: RefObject<HTMLElement | null>, shown: number | undefined) {
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
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onInput, true);
    document.addEventListener("keydown", onInput, true);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onInput, true);
      document.removeEventListener("keydown", onInput, true);
    };
  }, [place]);

  useEffect(() => {
    if (!isInside.current) return;
    isInside.current = false;
    if (isTouch.current) return;
    const { current } = origin;
    const back = current instanceof HTMLElement && current.isConnected ? current : null;
    (back ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }, [shown]);
}
