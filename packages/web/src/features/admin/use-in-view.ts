import { useEffect, useRef } from "react";

/** What a row opens below itself is brought into sight when it appears, as it may lie beyond the edge of the list. */
export function useInView<E extends HTMLElement>() {
  const place = useRef<E>(null);
  // In braces: newer browsers answer a promise here, which React would take for a clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return place;
}
