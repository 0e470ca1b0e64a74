import type { PriceHistory } from "../../../api/market/price-history.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { axisWidthFor, drawCrosshair, drawGrid, drawLabels, drawPriceTag } from "./draw-axes.ts";
import { drawMarks } from "./draw-marks.ts";
import { drawNewest, drawPrices, lineRange } from "./draw-prices.ts";
import { makePane, priceRange } from "./pane.ts";
import type { ChartWords, Pane, Place, Span } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";

type Picture = {
  readonly width: number;
  readonly height: number;
  readonly span: Span;
  readonly history: PriceHistory;
  readonly marks: readonly PositionMark[];
  readonly pointer: Place | undefined;
  readonly theme: ChartTheme;
  readonly words: ChartWords;
};

const TIME_AXIS_HEIGHT = 28;
/** Below this width the labels are smaller, so that more is left for the line. */
const NARROW_PX = 420;

/** Draws everything anew, in CSS pixels. The answer is the width of the part that shows the price. */
export function drawChart(canvas: HTMLCanvasElement, picture: Picture): number {
  const { width, height, span, history, marks, pointer, theme, words } = picture;
  const context = canvas.getContext("2d", { alpha: false })!;
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, height);
  context.font = `500 ${width < NARROW_PX ? 11 : 12}px ${theme.font}`;

  const newest = history.newest!;
  const milli = history.priceAt(newest)!;
  const axisWidth = axisWidthFor(context, words.price(milli));
  const plotWidth = width - axisWidth;
  const seen = marks.filter(({ entryTick, expiryTick }) => expiryTick >= span.from && entryTick <= span.to);
  const line = lineRange(history, span) ?? { low: milli, high: milli };
  const pane = makePane(
    { context, theme, words, span, width: plotWidth, height: height - TIME_AXIS_HEIGHT, axisWidth },
    priceRange(line, seen),
  );

  context.save();
  context.beginPath();
  context.rect(0, 0, pane.width, pane.height);
  context.clip();
  drawGrid(pane);
  drawPrices(pane, history);
  drawMarks(pane, seen);
  drawNewest(pane, newest, milli);
  context.restore();

  const reading = pointer && readingAt(pane, pointer, history);
  const level = pane.yOf(milli);
  const isLevelSeen = level >= 0 && level <= pane.height;
  drawLabels(pane, [...(isLevelSeen ? [level] : []), ...(reading ? [reading.y] : [])]);
  if (isLevelSeen) drawPriceTag(pane, level, { text: words.price(milli), fill: theme.ink, ink: theme.onInk });
  if (reading) drawCrosshair(pane, reading, reading.tick);
  return plotWidth;
}

/** The second under a pointer, and the price that it had where there is one. */
function readingAt(
  pane: Pane,
  { x, y }: Place,
  history: PriceHistory,
): (Place & { tick: number }) | undefined {
  if (x > pane.width || y > pane.height) return undefined;
  const tick = Math.round(pane.tickAt(x));
  const milli = history.priceAt(tick);
  return { tick, x: pane.xOf(tick), y: milli === undefined ? y : pane.yOf(milli) };
}
