type LogicalRange = { from: number; to: number } | null;

export type Moves = { readonly isHeld: () => boolean; readonly stop: () => void };

/**
 * Calls back when a pointer on the chart has changed what it shows. While a pointer holds it, nothing else should move
 * it.
 */
export function watchMoves(container: HTMLElement, range: () => LogicalRange, onMove: () => void): Moves {
  let before: LogicalRange = null;
  const begin = () => (before = range());
  const end = () => {
    const after = range();
    if (before && after && (Math.abs(after.from - before.from) > 3 || Math.abs(after.to - before.to) > 3))
      onMove();
    before = null;
  };
  container.addEventListener("pointerdown", begin);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  return {
    isHeld: () => before !== null,
    stop: () => {
      container.removeEventListener("pointerdown", begin);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    },
  };
}
