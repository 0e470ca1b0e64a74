import { useEffect, useMemo, useRef, useState } from "react";
import type { FocusEvent } from "react";
import { useIsProofWanted } from "../../account/public.ts";
import { countNew, extendKept, rowsOf } from "./pages.ts";
import type { SteadyRow } from "./pages.ts";

type SteadyList<T> = {
  readonly rows: readonly SteadyRow<T>[];
  /** What has come and waits until the list is left. */
  readonly newCount: number;
  readonly holding: ReturnType<typeof useHold>["holding"];
};

/**
 * A list that stands still while the pointer or the focus is in it, so that no row moves away under a finger that is
 * about to press one of its buttons. `items` is what belongs into the list and `known` all that is known of its rows,
 * both the same objects until they change. With another `name` it is another list.
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
  // Whoever proves who they are comes back to what they pressed.
  const isProofWanted = useIsProofWanted();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  /**
   * Looks whether the focus is gone for good once the turn is over, as it comes back at once where it only moves. A press
   * elsewhere takes the focus when it begins: what is pressed must not move away before it ends, nor under its second half.
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
    // What is removed with the focus on it says nothing of losing it.
    if (isFocused && document.activeElement === document.body) leave();
  });

  return {
    isHeld: isPointed || isFocused || isProofWanted,
    holding: {
      ref: setPlace,
      // Dialogs that a row opens belong to the list: their focus comes up to here too.
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
 * Whether a mouse or a pen is over an element. Read from the page's own events: to React the dialogs of a row are in it,
 * and what was under the pointer may be gone before the pointer moves.
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
