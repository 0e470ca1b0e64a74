import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { useHistoryState } from "wouter/use-browser-location";

const MARKED_MS = 3_000;

/** Brings a row into view and focuses it if the address asks for it. Returns whether the row is marked now. */
export function useLinkedRow(place: RefObject<HTMLElement | null>, isLinked: boolean): boolean {
  const visit: unknown = useHistoryState();
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (!isLinked) return undefined;
    let arriving: ReturnType<typeof setTimeout>;
    // A page scrolls to its top as it opens, and a dialog returns the focus as it closes. This waits for both.
    const frame = requestAnimationFrame(() => {
      arriving = setTimeout(() => {
        const isTall = (place.current?.offsetHeight ?? 0) > innerHeight / 2;
        place.current?.scrollIntoView({ block: isTall ? "start" : "center" });
        place.current?.focus({ preventScroll: true });
        setMarked(true);
      });
    });
    const leaving = setTimeout(() => setMarked(false), MARKED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(arriving);
      clearTimeout(leaving);
    };
  }, [isLinked, place, visit]);
  return isMarked && isLinked;
}
