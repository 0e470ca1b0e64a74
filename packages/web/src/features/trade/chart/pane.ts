import type { Candle } from "@veritick/domain/candles.ts";
import { KEPT_CANDLES } from "../../../api/market/candle-history.ts";
import { HISTORY_TICKS } from "../../../api/market/price-history.ts";
import type { ChartTheme } from "./chart-theme.ts";
import type { PositionMark } from "./position-mark.ts";

/** The formats of the chart's texts. Prices are in thousandths, times are ticks, a profit is decimal text. */
export type ChartWords = {
  readonly price: (milli: number) => string;
  readonly clock: (tick: number) => string;
  readonly profit: (profit: string) => string;
  readonly candle: (candle: Candle) => string;
  /** Shown if no past price is known. */
  readonly noHistory: string;
};

/** The part of the canvas with the price, as the drawing functions need it. Sizes are in CSS pixels. */
export type Pane = {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly span: Span;
  readonly width: number;
  readonly height: number;
  /** The width of the price axis, to the right of the pane. */
  readonly axisWidth: number;
  readonly xOf: (tick: number) => number;
  readonly yOf: (milli: number) => number;
  readonly tickAt: (x: number) => number;
  readonly milliAt: (y: number) => number;
};

export type Place = { readonly x: number; readonly y: number };

/** The share of the height that stays free for labels, above and below the price. */
const MARGIN = 0.14;

type Frame = Pick<Pane, "context" | "theme" | "words" | "span" | "width" | "height" | "axisWidth">;

export function makePane(frame: Frame, { low, high }: MilliRange): Pane {
  const { span, width, height } = frame;
  const perTick = width / (span.to - span.from);
  const top = height * MARGIN;
  const perMilli = (height - 2 * top) / (high - low);
  return {
    ...frame,
    xOf: (tick) => (tick - span.from) * perTick,
    yOf: (milli) => top + (high - milli) * perMilli,
    tickAt: (x) => span.from + x / perTick,
    milliAt: (y) => high - (y - top) / perMilli,
  };
}

export type Span = { readonly from: number; readonly to: number };

/** The limits of the chart: the shortest and longest span, and how far back it goes, in ticks. */
export type Reach = { readonly least: number; readonly most: number; readonly back: number };

/** Returns the limits of a line of ticks, or of candles. */
export function reachOf(candleSeconds: number | undefined): Reach {
  if (candleSeconds === undefined) return { least: 30, most: 1_400, back: HISTORY_TICKS };
  return { least: 15 * candleSeconds, most: 140 * candleSeconds, back: KEPT_CANDLES * candleSeconds };
}

/** Returns a longer or shorter span. The place `at`, a share of the width, stays where it is. */
export function zoomed({ from, to }: Span, factor: number, at: number, { least, most }: Reach): Span {
  const length = Math.min(most, Math.max(least, (to - from) * factor));
  const fixed = from + (to - from) * at;
  return { from: fixed - length * at, to: fixed + length * (1 - at) };
}

/** Returns a span of the same length, so many ticks later. */
export function panned({ from, to }: Span, ticks: number): Span {
  return { from: from + ticks, to: to + ticks };
}

/** Returns the nearest span of the same length in which some of the line between two ticks is visible. */
export function withinReach(span: Span, oldest: number, newest: number): Span {
  const length = span.to - span.from;
  const earliest = Math.min(oldest, newest - length / 2) - length / 4;
  const latest = newest - length / 4;
  return panned(span, Math.min(latest, Math.max(earliest, span.from)) - span.from);
}

/** Returns the place of a tick as a share of the width; the middle if it is out of sight. */
export function placeOf({ from, to }: Span, tick: number): number {
  return tick < from || tick > to ? 0.5 : (tick - from) / (to - from);
}

/** A range of prices in thousandths. */
export type MilliRange = { readonly low: number; readonly high: number };

/** The scale never shows a smaller range than this, so that a quiet minute looks quiet. */
const LEAST_SPAN = 200;
/** A barrier further away than this, in spans of the price line, would flatten the line, so it stays beyond the edge. */
const MOST_STRETCH = 1.6;
const LEAST_STRETCHED_SPAN = 600;

/**
 * Returns the range of the price scale: the line, and every entry and barrier near enough to leave the line readable. The
 * label of a barrier beyond the edge is drawn at that edge.
 */
export function priceRange(line: MilliRange, marks: readonly PositionMark[]): MilliRange {
  const most = Math.max((line.high - line.low) * MOST_STRETCH, LEAST_STRETCHED_SPAN);
  let { low, high } = line;
  const beyond: number[] = [];
  const consider = (point: number) => {
    const away = distance(line, point);
    if (away > 0 && away <= most) beyond.push(point);
  };
  for (const { entryMilli, barrierMilli, result } of marks) {
    consider(entryMilli);
    consider(barrierMilli);
    if (result) consider(result.milli);
  }
  for (const point of beyond.sort((a, b) => distance(line, a) - distance(line, b))) {
    const wider = { low: Math.min(low, point), high: Math.max(high, point) };
    if (wider.high - wider.low <= most) ({ low, high } = wider);
  }
  const short = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return { low: low - short, high: high + short };
}

function distance({ low, high }: MilliRange, point: number): number {
  return Math.max(low - point, point - high, 0);
}
