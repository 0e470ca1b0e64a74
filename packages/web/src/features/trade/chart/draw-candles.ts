import { candleStart } from "@veritick/domain/candles.ts";
import type { Candle } from "@veritick/domain/candles.ts";
import type { CandleHistory } from "../../../api/market/candle-history.ts";
import { faded } from "./chart-theme.ts";
import type { MilliRange, Pane, Span } from "./pane.ts";
import { widthOf } from "./shapes.ts";

/** The gap between two candles, as a share of a candle's width; at least one pixel. */
const GAP_SHARE = 0.28;
/** A narrower body is always filled: its outline would cover all of it. */
const LEAST_HOLLOW_PX = 4;

function* candlesIn({ from, to }: Span, candles: CandleHistory): Generator<[start: number, Candle]> {
  const last = Math.min(to, candles.until ?? 0);
  for (
    let start = candleStart(Math.max(0, Math.floor(from)), candles.seconds);
    start <= last;
    start += candles.seconds
  ) {
    const candle = candles.candleAt(start);
    if (candle) yield [start, candle];
  }
}

/** Returns the range of prices of a span's candles; undefined if none is known. */
export function candleRange(span: Span, candles: CandleHistory): MilliRange | undefined {
  let range: MilliRange | undefined;
  for (const [, { low, high }] of candlesIn(span, candles)) {
    range = range ? { low: Math.min(range.low, low), high: Math.max(range.high, high) } : { low, high };
  }
  return range;
}

/** Draws a candle hollow if the price rose and filled if it fell, so that colour alone does not tell them apart. */
export function drawCandles(pane: Pane, candles: CandleHistory): void {
  const { context, theme, span, xOf, yOf } = pane;
  const { seconds } = candles;
  const wide = xOf(seconds) - xOf(0);
  const gap = Math.max(1, Math.round(wide * GAP_SHARE));
  const looks = {
    up: { wicks: new Path2D(), hollow: new Path2D(), full: new Path2D(), colour: theme.buy },
    down: { wicks: new Path2D(), hollow: new Path2D(), full: new Path2D(), colour: theme.sell },
  };
  for (const [start, { open, high, low, close }] of candlesIn(span, candles)) {
    const isUp = close >= open;
    const { wicks, hollow, full } = isUp ? looks.up : looks.down;
    const left = Math.round(xOf(start));
    const width = Math.max(1, Math.round(xOf(start + seconds)) - left - gap);
    const middle = left + width / 2;
    const top = Math.round(yOf(Math.max(open, close)));
    const height = Math.max(1, Math.round(yOf(Math.min(open, close))) - top);
    wicks.moveTo(middle, yOf(high));
    wicks.lineTo(middle, top);
    wicks.moveTo(middle, top + height);
    wicks.lineTo(middle, yOf(low));
    if (isUp && width >= LEAST_HOLLOW_PX && height >= 3) {
      hollow.rect(left + 0.5, top + 0.5, width - 1, height - 1);
    } else full.rect(left, top, width, height);
  }
  context.lineWidth = 1;
  for (const { wicks, hollow, full, colour } of [looks.up, looks.down]) {
    context.strokeStyle = colour;
    context.stroke(wicks);
    context.fillStyle = faded(colour, 0.16);
    context.fill(hollow);
    context.stroke(hollow);
    context.fillStyle = colour;
    context.fill(full);
  }
}

const BOX_HEIGHT = 22;

/** Writes the first, highest, lowest and last price of the read candle, in the upper corner away from it. */
export function drawCandleWords({ context, theme, words, width }: Pane, candle: Candle, x: number): void {
  const text = words.candle(candle);
  const boxWidth = widthOf(context, text) + 12;
  const left = x > width / 2 ? 2 : Math.max(2, width - boxWidth - 4);
  context.fillStyle = theme.raised;
  context.beginPath();
  context.roundRect(left, 2, boxWidth, BOX_HEIGHT, 5);
  context.fill();
  context.fillStyle = theme.text;
  context.textBaseline = "middle";
  context.fillText(text, left + 6, 2.5 + BOX_HEIGHT / 2);
}
