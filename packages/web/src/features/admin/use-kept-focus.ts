import { useEffect, useRef } from "react";

/**
 * Where a row's buttons go or become others because it is decided, whoever decided it, the focus that was on one of them,
 * or in a dialog that one of them opened, goes to the row itself instead of back to the top of the page; where `within` is
 * given, to the first that fits it in the row.
 */
export function useKeptFocus<T extends HTMLElement = HTMLLIElement>(within?: string) {
  const row = useRef<T>(null);
  const isWithin = useRef(false);

  useEffect(() => {
    // A dialog that closes gives the focus back first, a turn later.
    const timer = setTimeout(() => {
      // What is removed with the focus on it says nothing of losing it.
      if (isWithin.current && document.activeElement === document.body) {
        const place = within === undefined ? row.current : row.current?.querySelector<HTMLElement>(within);
        place?.focus({ preventScroll: true });
      }
    });
    return () => clearTimeout(timer);
  });

  return {
    ref: row,
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
