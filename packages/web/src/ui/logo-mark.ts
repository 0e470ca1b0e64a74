/**
 * The mark, on a square of 32: a tick drawn as a price that dips, turns and rises to its dashed barrier. These lines draw
 * the page, the icons and the picture for other sites.
 */
export const MARK = {
  size: 32,
  barrier: { path: "M5 8.6h4M12.5 8.6h4", width: 2.2 },
  price: { path: "M5.5 17.1l3.4-2L14 25.1l8-12", width: 3.4 },
  touch: { x: 24.4, y: 8.6, radius: 3.9 },
} as const;

type MarkColours = { barrier: string; price: string; touch: string };

/** Returns the mark as a drawing of its own, for places without the page's styles. */
export function markSvg(colours: MarkColours): string {
  const { barrier, price, touch } = MARK;
  return [
    `<path d="${barrier.path}" stroke="${colours.barrier}" stroke-width="${barrier.width}" stroke-linecap="round" />`,
    `<path d="${price.path}" stroke="${colours.price}" stroke-width="${price.width}" stroke-linecap="round" stroke-linejoin="round" />`,
    `<circle cx="${touch.x}" cy="${touch.y}" r="${touch.radius}" fill="${colours.touch}" />`,
  ].join("\n  ");
}
