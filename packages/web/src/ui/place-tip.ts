const GAP_PX = 8;
const MARGIN_PX = 12;

type Box = { left: number; right: number; top: number; bottom: number };
type Size = { width: number; height: number };

/**
 * Where a tip of some size goes: above the middle of what it explains, below where there is no room, and not over the
 * edges of `bounds`.
 */
export function findPlace(of: Box, tip: Size, bounds: Box): { left: number; top: number } {
  const above = of.top - GAP_PX - tip.height;
  const middle = (of.left + of.right - tip.width) / 2;
  const rightmost = bounds.right - MARGIN_PX - tip.width;
  return {
    left: Math.round(Math.max(bounds.left + MARGIN_PX, Math.min(middle, rightmost))),
    top: Math.round(above >= bounds.top + MARGIN_PX ? above : of.bottom + GAP_PX),
  };
}

/** On the screen, and beside the dialog only up and down. */
function boundsOf(owner: HTMLElement): Box {
  const dialog = owner.closest("[role=dialog]")?.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  return {
    left: Math.max(0, dialog?.left ?? 0),
    right: Math.min(clientWidth, dialog?.right ?? clientWidth),
    top: 0,
    bottom: innerHeight,
  };
}

export function placeTip(tip: HTMLElement, owner: HTMLElement) {
  const { left, top } = findPlace(
    owner.getBoundingClientRect(),
    tip.getBoundingClientRect(),
    boundsOf(owner),
  );
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
