import { useEffect, useRef } from "react";

/**
 * A dialog may change its card so much that the button which opened it is gone. The focus then goes to the first button
 * of the card instead of the top of the page.
 */
export function useFocusBack(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (isOpen || !wasOpen.current) {
      wasOpen.current = isOpen;
      return;
    }
    wasOpen.current = false;
    // The dialog itself gives the focus back first, a turn after it closed.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.querySelector("button")?.focus();
    });
    return () => clearTimeout(timer);
  }, [isOpen]);

  return place;
}
