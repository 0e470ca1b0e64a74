import type { ChartTheme } from "./chart-theme.ts";
import type { MilliRange } from "./price-range.ts";
import type { Span } from "./view.ts";

/** How the chart writes numbers. Prices are in thousandths, times are ticks, a profit is decimal text. */
export type ChartWords = {
  readonly price: (milli: number) => string;
  readonly clock: (tick: number) => string;
  readonly profit: (profit: string) => string;
};

/** The part of the canvas in which the price is drawn, as a drawing needs it. Sizes are in CSS pixels. */
export type Pane = {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly span: Span;
  readonly width: number;
  readonly height: number;
  /** The width of the axis of prices, to the right of it. */
  readonly axisWidth: number;
  readonly xOf: (tick: number) => number;
  readonly yOf: (milli: number) => number;
  readonly tickAt: (x: number) => number;
  readonly milliAt: (y: number) => number;
};

export type Place = { readonly x: number; readonly y: number };

/** The share of the height that stays free above and below what is shown, for labels. */
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
