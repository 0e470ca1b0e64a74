import { candleStart } from "@veritick/domain/candles.ts";
import type { Candle } from "@veritick/domain/candles.ts";
import type { CandleHistory } from "../../../api/market/candle-history.ts";
import type { PriceHistory } from "../../../api/market/price-history.ts";
import { faded } from "./chart-theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import type { OrderPreview } from "../order-preview.ts";
import {
  axisWidthFor,
  drawCrosshair,
  drawGrid,
  drawLabels,
  drawPriceTag,
  levelsOf,
  timeTagAt,
} from "./draw-axes.ts";
import { candleRange, drawCandles, drawCandleWords } from "./draw-candles.ts";
import {
  barrierTags,
  drawOrderPreview,
  drawPreviewTags,
  expiryTag,
  prospectsOf,
  withBarriers,
} from "./draw-order-preview.ts";
import { drawMarks } from "./draw-marks.ts";
import { makePane, priceRange } from "./pane.ts";
import type { ChartWords, MilliRange, Pane, Place, Span } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";
import { addLine, drawDot, drawLine, fillCircle, setFont, strokeLines } from "./shapes.ts";
import type { Lines } from "./shapes.ts";

type Picture = {
  readonly width: number;
  readonly height: number;
  readonly span: Span;
  readonly history: PriceHistory;
  readonly candles: CandleHistory | undefined;
  readonly marks: readonly PositionMark[];
  readonly orderPreview: OrderPreview | undefined;
  /** The place of a pointer, or the tick read by key. */
  readonly pointer: Place | number | undefined;
  readonly theme: ChartTheme;
  readonly words: ChartWords;
};

const TIME_AXIS_HEIGHT = 28;
/** Below this width the labels are smaller, to leave more room for the line. */
const NARROW_PX = 420;

/** Returns null if the browser has no memory left for a canvas, or refuses to draw. */
export const contextOf = (canvas: HTMLCanvasElement) => canvas.getContext("2d", { alpha: false });

/** Draws everything anew, in CSS pixels. Returns the width of the part that shows the price. */
export function drawChart(canvas: HTMLCanvasElement, picture: Picture): number {
  const { width, height, span, history, candles, marks, orderPreview, pointer, theme, words } = picture;
  const context = contextOf(canvas);
  if (context === null) return width;
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, height);
  setFont(context, `500 ${width < NARROW_PX ? 11 : 12}px ${theme.font}`);

  const newest = history.newest!;
  const milli = history.priceAt(newest)!;
  const axisWidth = axisWidthFor(context, words.price(milli));
  const plotWidth = width - axisWidth;
  const seen = marks.filter(({ entryTick, expiryTick }) => expiryTick >= span.from && entryTick <= span.to);
  const known = candles ? candleRange(span, candles) : lineRange(history, span);
  const line = known ?? { low: milli, high: milli };
  const prospects = prospectsOf(orderPreview, newest, milli);
  const pane = makePane(
    { context, theme, words, span, width: plotWidth, height: height - TIME_AXIS_HEIGHT, axisWidth },
    priceRange(withBarriers(line, prospects), seen),
  );
  const levels = levelsOf(pane);

  context.save();
  context.beginPath();
  context.rect(0, 0, pane.width, pane.height);
  context.clip();
  drawGrid(pane, levels);
  if (candles) drawCandles(pane, candles);
  else drawPrices(pane, history);
  if (known === undefined) drawNoHistory(pane);
  drawKeptBack(pane, newest, history.shown);
  drawOrderPreview(pane, prospects);
  drawMarks(pane, seen);
  drawNewest(pane, newest, milli, candles === undefined);
  context.restore();

  const reading = pointer === undefined ? undefined : readingAt(pane, pointer, picture);
  const level = pane.yOf(milli);
  const isLevelSeen = level >= 0 && level <= pane.height;
  const barriers = barrierTags(pane, prospects, level);
  const timeTag = reading && timeTagAt(pane, reading.x, reading.time);
  const expiry = expiryTag(pane, prospects, timeTag);
  drawLabels(pane, {
    levels,
    tags: [...barriers, ...(isLevelSeen ? [level] : []), ...(reading ? [reading.y] : [])],
    taken: [expiry, timeTag].filter((tag) => tag !== undefined),
  });
  drawPreviewTags(pane, prospects, { heights: barriers, expiry, taken: reading?.y });
  if (isLevelSeen) drawPriceTag(pane, level, { text: words.price(milli), fill: theme.ink, ink: theme.onInk });
  if (reading) drawCrosshair(pane, reading, reading.time);
  if (reading?.candle) drawCandleWords(pane, reading.candle, reading.x);
  return plotWidth;
}

type Reading = Place & { readonly time: string; readonly candle?: Candle | undefined };

function readingAt(
  pane: Pane,
  pointer: Place | number,
  { history, candles }: Pick<Picture, "history" | "candles">,
): Reading | undefined {
  const place = typeof pointer === "number" ? { x: pane.xOf(pointer), y: undefined } : pointer;
  const { x, y = pane.height / 2 } = place;
  if (x < 0 || x > pane.width || y > pane.height) return undefined;
  const tick = typeof pointer === "number" ? pointer : Math.round(pane.tickAt(x));
  if (candles === undefined) {
    const milli = history.priceAt(tick);
    return { time: pane.words.clock(tick), x: pane.xOf(tick), y: milli === undefined ? y : pane.yOf(milli) };
  }
  const { seconds } = candles;
  const start = candleStart(typeof pointer === "number" ? tick : Math.floor(pane.tickAt(x)), seconds);
  const candle = candles.candleAt(start);
  return {
    time: `${pane.words.clock(start)}\u2013${pane.words.clock(start + seconds - 1)}`,
    x: pane.xOf(start + seconds / 2),
    // A pointer reads the level under it. A key reads the price at which the candle closed.
    y: place.y ?? (candle ? pane.yOf(candle.close) : y),
    candle,
  };
}

function drawNoHistory({ context, theme, words, width, height }: Pane): void {
  context.fillStyle = theme.quiet;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(words.noHistory, width / 2, height / 3);
  context.textAlign = "left";
}

/** Returns the past ticks of a span, and one more beyond its left edge so that the line reaches that edge. */
function pastOf({ from, to }: Span, newest: number): { first: number; last: number } {
  return { first: Math.floor(from) - 1, last: Math.min(Math.ceil(to) + 1, newest) };
}

/** Returns the range of prices of the line in a span; undefined if no price is known. */
function lineRange(history: PriceHistory, span: Span): MilliRange | undefined {
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

const CLOSE_PX = 1.2;

function drawPrices({ context, theme, span, height, xOf, yOf }: Pane, history: PriceHistory): void {
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

const HATCH_PX = 7;

/** Hatches the time from the newest price to now while the beacon holds prices back: the line there is still unknown. */
function drawKeptBack({ context, theme, height, xOf }: Pane, newest: number, shown: number): void {
  const [left, right] = [xOf(newest), xOf(shown)];
  if (shown <= newest) return;
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, height);
  context.clip();
  const lines: Lines = new Map();
  for (let x = left - height; x < right; x += HATCH_PX) {
    addLine(lines, faded(theme.ink, 0.16), x, height, x + height, 0);
  }
  context.lineWidth = 1;
  strokeLines(context, lines);
  context.restore();
}

function drawNewest(
  { context, theme, width, xOf, yOf }: Pane,
  tick: number,
  milli: number,
  isLine: boolean,
): void {
  const x = xOf(tick);
  const y = yOf(milli);
  context.strokeStyle = faded(theme.ink, 0.7);
  context.lineWidth = 1;
  context.setLineDash([1, 3]);
  drawLine(context, 0, Math.round(y) + 0.5, width, Math.round(y) + 0.5);
  context.setLineDash([]);
  if (!isLine) return;
  fillCircle(context, x, y, 9, faded(theme.ink, 0.16));
  drawDot(context, x, y, 4, theme.ink, theme.surface);
}
