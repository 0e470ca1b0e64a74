import type { PriceHistory } from "../../../api/market/price-history.ts";
import { faded } from "./chart-theme.ts";
import type { MilliRange, Pane, Span } from "./pane.ts";
import { drawDot, drawLine, fillCircle } from "./shapes.ts";

/** The ticks of a span that lie in the past, with one beyond its left edge so that the line reaches it. */
function pastOf({ from, to }: Span, newest: number): { first: number; last: number } {
  return { first: Math.floor(from) - 1, last: Math.min(Math.ceil(to) + 1, newest) };
}

/** Between which prices the line runs, if any of it is known. */
export function lineRange(history: PriceHistory, span: Span): MilliRange | undefined {
  const { first, last } = pastOf(span, history.newest ?? 0);
  let low = Infinity;
  let high = -Infinity;
  for (let tick = first; tick <= last; tick += 1) {
    const milli = history.priceAt(tick);
    if (milli === undefined) continue;
    if (milli < low) low = milli;
    if (milli > high) high = milli;
  }
  return low > high ? undefined : { low, high };
}

/** A finer line where the ticks are closer than this, in pixels. */
const CLOSE_PX = 1.2;

/** The line, interrupted where a tick is not known, with a wash below it. */
export function drawPrices({ context, theme, span, height, xOf, yOf }: Pane, history: PriceHistory): void {
  const { first, last } = pastOf(span, history.newest ?? 0);
  const line = new Path2D();
  const wash = new Path2D();
  let endX: number | undefined;
  const close = () => {
    if (endX !== undefined) wash.lineTo(endX, height);
    endX = undefined;
  };
  for (let tick = first; tick <= last; tick += 1) {
    const milli = history.priceAt(tick);
    if (milli === undefined) {
      close();
      continue;
    }
    const x = xOf(tick);
    const y = yOf(milli);
    if (endX === undefined) {
      line.moveTo(x, y);
      wash.moveTo(x, height);
    } else line.lineTo(x, y);
    wash.lineTo(x, y);
    endX = x;
  }
  close();

  const fill = context.createLinearGradient(0, 0, 0, height);
  fill.addColorStop(0, faded(theme.ink, 0.13));
  fill.addColorStop(1, faded(theme.ink, 0));
  context.fillStyle = fill;
  context.fill(wash);
  context.strokeStyle = theme.ink;
  context.lineWidth = xOf(1) - xOf(0) < CLOSE_PX ? 1.5 : 2;
  context.lineJoin = "round";
  context.stroke(line);
  context.lineJoin = "miter";
}

/** The price now: a point at the end of the line and a level across the whole width. */
export function drawNewest({ context, theme, width, xOf, yOf }: Pane, tick: number, milli: number): void {
  const x = xOf(tick);
  const y = yOf(milli);
  context.strokeStyle = faded(theme.ink, 0.7);
  context.lineWidth = 1;
  context.setLineDash([1, 3]);
  drawLine(context, 0, Math.round(y) + 0.5, width, Math.round(y) + 0.5);
  context.setLineDash([]);
  fillCircle(context, x, y, 9, faded(theme.ink, 0.16));
  drawDot(context, x, y, 4, theme.ink, theme.surface);
}
