import type { PositionMark } from "./position-mark.ts";

/** Prices in thousandths. */
export type MilliRange = { readonly low: number; readonly high: number };

/** A chart of a quiet minute should look quiet: the scale never shows less than this. */
const LEAST_SPAN = 200;
/** A barrier further away than this, in spans of the price line, would flatten the line and is left beyond the edge. */
const MOST_STRETCH = 1.6;
const LEAST_STRETCHED_SPAN = 600;

/**
 * What the price scale shows: the line, and every entry and barrier near enough to leave it readable. The label of a
 * barrier beyond the edge stays at that edge.
 */
export function priceRange(line: MilliRange, marks: readonly PositionMark[]): MilliRange {
  const most = Math.max((line.high - line.low) * MOST_STRETCH, LEAST_STRETCHED_SPAN);
  let { low, high } = line;
  const points = marks.flatMap(({ entryMilli, barrierMilli, result }) => [
    entryMilli,
    barrierMilli,
    ...(result ? [result.milli] : []),
  ]);
  for (const point of points.sort((a, b) => distance(line, a) - distance(line, b))) {
    const wider = { low: Math.min(low, point), high: Math.max(high, point) };
    if (wider.high - wider.low <= most) ({ low, high } = wider);
  }
  const short = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return { low: low - short, high: high + short };
}

function distance({ low, high }: MilliRange, point: number): number {
  return Math.max(low - point, point - high, 0);
}
