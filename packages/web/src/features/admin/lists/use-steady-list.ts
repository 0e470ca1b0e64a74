import { useEffect, useMemo, useRef, useState } from "react";
import type { FocusEvent } from "react";
import { useIsProofWanted } from "../../account/public.ts";
import { countNew, extendKept, rowsOf } from "./pages.ts";
import type { SteadyRow } from "./pages.ts";

type SteadyList<T> = {
  readonly rows: readonly SteadyRow<T>[];
  /** The number of new items that wait until the user leaves the list. */
  readonly newCount: number;
  readonly holding: ReturnType<typeof useHold>["holding"];
};

/**
 * Keeps a list still while the pointer or the focus is in it, so that no row moves under a finger about to press a button.
 * `items` are the items of the list and `known` all items known; both must stay the same objects until they change. Another
 * `name` makes it another list.
 */
export function useSteadyList<T extends { readonly id: string }>(
  items: readonly T[],
  known: readonly T[],
  name = "",
): SteadyList<T> {
  const { isHeld, holding } = useHold();
  const [kept, setKept] = useState({ name, items });
  const next = isHeld && kept.name === name ? extendKept(kept.items, items) : items;
  if (next !== kept.items || kept.name !== name) setKept({ name, items: next });
  const rows = useMemo(() => rowsOf(next, known), [next, known]);
  return { rows, newCount: countNew(next, items), holding };
}

/** Longer than a double click takes. */
const AFTER_PRESS_MS = 700;

function useHold() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isPointed = usePointed(place);
  const [isFocused, setFocused] = useState(false);
  // A user who proves their identity returns to the button they pressed.
  const isProofWanted = useIsProofWanted();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  /**
   * Checks after this turn whether the focus has left for good, because a focus that only moves returns at once. A press
   * elsewhere takes the focus as it begins: rows must not move before the press ends, nor between the clicks of a double
   * click.
   */
  function leave() {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(
      () => (isPointerDown ? leave() : setFocused(false)),
      isPointerDown ? AFTER_PRESS_MS : 0,
    );
  }

  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    // An element removed while it has the focus sends no blur event.
    if (isFocused && document.activeElement === document.body) leave();
  });

  return {
    isHeld: isPointed || isFocused || isProofWanted,
    holding: {
      ref: setPlace,
      // React bubbles the focus events of a row's dialogs up to here, so dialogs belong to the list too.
      onFocus: () => {
        clearTimeout(leaving.current);
        setFocused(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) leave();
      },
    },
  };
}

let isPointerDown = false;
addEventListener("pointerdown", () => void (isPointerDown = true), { capture: true });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => void (isPointerDown = false), { capture: true });
}

/**
 * Tells whether a mouse or pen is over an element. It uses native events, because React counts a row's dialogs as inside it,
 * and because the element under the pointer may be removed before the pointer moves.
 */
function usePointed(place: HTMLElement | null): boolean {
  const [isPointed, setPointed] = useState(false);
  useEffect(() => {
    if (!place) return;
    const controller = new AbortController();
    const { signal } = controller;
    place.addEventListener("pointerenter", ({ pointerType }) => setPointed(pointerType !== "touch"), {
      signal,
    });
    place.addEventListener("pointerleave", () => setPointed(false), { signal });
    return () => controller.abort();
  }, [place]);
  return isPointed;
}
