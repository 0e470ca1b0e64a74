import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";

/** The id of what the address says that somebody looks for, as the search writes it. */
export function useSought(name: "item" | "proposal"): string | undefined {
  const id = new URLSearchParams(useSearch()).get(name) ?? "";
  return UUID_OF_ANY_CASE.test(id) ? id.toLowerCase() : undefined;
}

const MARKED_MS = 3_000;

/** Brings a row into sight where it is what somebody looks for, and gives it the focus. Answers whether it is marked now. */
export function useSoughtRow(place: RefObject<HTMLElement | null>, isSought: boolean): boolean {
  const visit: unknown = useHistoryState();
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (!isSought) return undefined;
    let arriving: ReturnType<typeof setTimeout>;
    // A page scrolls to its top as it opens, and a dialog gives the focus back as it closes. Both come first.
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
  }, [isSought, place, visit]);
  return isMarked && isSought;
}
