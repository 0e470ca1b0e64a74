/** What the chart shows, in ticks. */
export type Span = { readonly from: number; readonly to: number };

const LEAST_TICKS = 30;
const MOST_TICKS = 1_400;

/** A longer or shorter time, with what is `at` this share of the width staying where it is. */
export function zoomed({ from, to }: Span, factor: number, at: number): Span {
  const length = Math.min(MOST_TICKS, Math.max(LEAST_TICKS, (to - from) * factor));
  const fixed = from + (to - from) * at;
  return { from: fixed - length * at, to: fixed + length * (1 - at) };
}

/** A time of the same length, so many ticks later. */
export function panned({ from, to }: Span, ticks: number): Span {
  return { from: from + ticks, to: to + ticks };
}

/** The nearest time of the same length in which some of the line between two ticks is seen. */
export function withinReach(span: Span, oldest: number, newest: number): Span {
  const length = span.to - span.from;
  const earliest = Math.min(oldest, newest - length / 2) - length / 4;
  const latest = newest - length / 4;
  return panned(span, Math.min(latest, Math.max(earliest, span.from)) - span.from);
}

/** Where a tick stands, as a share of the width; the middle where it is out of sight. */
export function placeOf({ from, to }: Span, tick: number): number {
  return tick < from || tick > to ? 0.5 : (tick - from) / (to - from);
}
