import { useEffect, useRef } from "react";

/**
 * Where a button or a form of a place goes or becomes another one, the focus that was on it, or in a dialog that it opened,
 * goes to the place itself instead of back to the top of the page; where `within` is given, to the first that fits it in
 * the place. The dialogs must be drawn inside the place.
 */
export function useKeptFocus<T extends HTMLElement = HTMLLIElement>(within?: string) {
  const place = useRef<T>(null);
  const isWithin = useRef(false);

  useEffect(() => {
    // A dialog that closes gives the focus back first, a turn later.
    const timer = setTimeout(() => {
      // What is removed with the focus on it says nothing of losing it.
      if (isWithin.current && document.activeElement === document.body) {
        const target =
          within === undefined ? place.current : place.current?.querySelector<HTMLElement>(within);
        target?.focus({ preventScroll: true });
      }
    });
    return () => clearTimeout(timer);
  });

  return {
    ref: place,
    onFocus: () => void (isWithin.current = true),
    onBlur: () => void (isWithin.current = false),
  };
}

/** The focus comes back to the button whose form has closed, unless it has gone somewhere else. */
export function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** What a row opens below itself is brought into sight when it appears, as it may lie beyond the edge of the list. */
export function useInView<E extends HTMLElement>() {
  const place = useRef<E>(null);
  // In braces: newer browsers answer a promise here, which React would take for a clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return place;
}

/** Where an address with `#anchor` leads: once the page is there, what it names is in sight and has the focus. */
export function useArrival<E extends HTMLElement>(anchor: string) {
  const place = useRef<E>(null);
  useEffect(() => {
    if (location.hash !== `#${anchor}`) return;
    // A page scrolls to its top as it opens, which comes first.
    const frame = requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: "start" });
      place.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [anchor]);
  return place;
}
