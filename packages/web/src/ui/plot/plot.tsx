import type { ComponentProps, ReactNode } from "react";
import { useFormat } from "../../lib/format.ts";
import styles from "./plot.module.css";
import { classNames, Num } from "../primitives.tsx";

type PlotFrameProps = {
  frame: Frame;
  className?: string | undefined;
  /** Drawn into the square, above the lines of the prices. */
  children: ReactNode;
  /** Laid over the drawing. */
  over?: ReactNode;
  /** The labels below, each at its own tick. */
  below: ReactNode;
  /** The labels beside it, each at its own price. */
  beside?: ReactNode;
};

/** A drawing with prices on its right. It stretches to its place, so that it fits a screen as well as paper. */
export function PlotFrame({ frame, className, children, over, below, beside }: PlotFrameProps) {
  const format = useFormat();
  const lines = priceLines(frame);
  const levels = lines.map((milli) => `M0 ${pointOf(frame, frame.from, milli).y}H${SIDE}`);
  return (
    <div className={classNames(styles["frame"], className)} aria-hidden="true">
      <div className={styles["plot"]}>
        <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" className={styles["drawing"]}>
          <path d={levels.join("")} className={styles["grid"]} />
          {children}
        </svg>
        {over}
      </div>
      <div className={styles["prices"]}>
        {lines.map((milli) => (
          <Num
            key={milli}
            data-milli={milli}
            className={styles["price"]}
            style={{ top: topOf(frame, milli) }}
          >
            {format.price(milli / 1000)}
          </Num>
        ))}
        {beside}
      </div>
      <div className={styles["below"]}>{below}</div>
    </div>
  );
}

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** Returns the vertical place of a price in the drawing. */
export const topOf = (frame: Frame, milli: number) => percent(down(frame, milli));

/** Returns the place of a tick, from the left and from the right. */
export const leftOf = (span: Span, tick: number) => percent(across(span, tick));
export const rightOf = (span: Span, tick: number) => percent(1 - across(span, tick));

type PlotTimesProps = Omit<ComponentProps<"div">, "children"> & {
  span: Span;
  ticks: readonly number[];
  words: (tick: number) => string;
  /** Words nearer to an edge than this share of the width would cross it, and are left out. */
  edge?: number;
};

/** The words below a drawing, each at its tick. */
export function PlotTimes({ span, ticks, words, edge = 0, className, ...rest }: PlotTimesProps) {
  return (
    <div {...rest} className={classNames(styles["times"], className)}>
      {ticks
        .filter((tick) => Math.abs(across(span, tick) - 0.5) <= 0.5 - edge)
        .map((tick) => (
          <Num key={tick} style={{ left: leftOf(span, tick) }}>
            {words(tick)}
          </Num>
        ))}
    </div>
  );
}

/** An inclusive range of ticks (Unix seconds). */
export type Span = { readonly from: number; readonly to: number };

/** The range of a plot: ticks across, and prices in thousandths upwards. */
export type Frame = Span & {
  readonly lowMilli: number;
  readonly highMilli: number;
  /** The distance between the lines behind the prices. */
  readonly stepMilli: number;
};

/** Returns the price of a tick in thousandths, or undefined if it is not known (yet). */
export type PriceAt = (tick: number) => number | undefined;

/** The side of the square in which drawings are made, before they are stretched to their place. */
export const SIDE = 1000;

const STEPS_MILLI = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/** Prices closer than this are not spread over the whole height, because every tick would look like a jump. */
const LEAST_SPREAD_MILLI = 20;
const MARGIN = 0.12;
const LINES = 6;

/**
 * Returns the bounds within which all of `milli` have room. They move in half steps, so that a moving price seldom changes
 * them.
 */
export function rangeOf(milli: readonly number[]): Omit<Frame, "from" | "to"> {
  const least = Math.min(...milli);
  const most = Math.max(...milli);
  const missing = Math.max(0, LEAST_SPREAD_MILLI - (most - least));
  const spread = most - least + missing;
  const low = least - missing / 2 - MARGIN * spread;
  const high = most + missing / 2 + MARGIN * spread;
  const stepMilli = STEPS_MILLI.find((step) => step * LINES >= high - low) ?? STEPS_MILLI.at(-1)!;
  const half = stepMilli / 2;
  return {
    lowMilli: Math.floor(low / half) * half,
    highMilli: Math.ceil(high / half) * half,
    stepMilli,
  };
}

/** Returns how far to the right a tick lies, from 0 to 1. */
export function across({ from, to }: Span, tick: number): number {
  return (tick - from) / (to - from);
}

/** Returns how far down a price lies, from 0 to 1. A price beyond the frame lies on its edge. */
export function down({ lowMilli, highMilli }: Frame, milli: number): number {
  return Math.min(1, Math.max(0, (highMilli - milli) / (highMilli - lowMilli)));
}

/** Returns the prices at which lines are drawn. */
export function priceLines({ lowMilli, highMilli, stepMilli }: Frame): number[] {
  const first = Math.ceil(lowMilli / stepMilli) * stepMilli;
  const count = Math.floor((highMilli - first) / stepMilli) + 1;
  return Array.from({ length: count }, (_, index) => first + index * stepMilli);
}

const TIME_STEPS = [5, 10, 15, 20, 30, 60, 120, 180, 300, 600];

/** Returns round clock times within a span, at most `most` of them. */
export function timeLines({ from, to }: Span, most: number): { ticks: number[]; step: number } {
  const step = TIME_STEPS.find((each) => (to - from) / each <= most) ?? TIME_STEPS.at(-1)!;
  const first = Math.ceil(from / step) * step;
  const count = Math.floor((to - first) / step) + 1;
  return { ticks: Array.from({ length: count }, (_, index) => first + index * step), step };
}

const place = (share: number) => Math.round(share * SIDE * 10) / 10;

/** Returns a point in the units of the drawing's square. */
export function pointOf(frame: Frame, tick: number, milli: number): { x: number; y: number } {
  return { x: place(across(frame, tick)), y: place(down(frame, milli)) };
}

type Drawn = { tick: number; milli: number };

/** Returns the runs of neighbouring ticks with known prices. */
function runsOf(priceAt: PriceAt, { from, to }: Span): Drawn[][] {
  const runs: Drawn[][] = [];
  let isOpen = false;
  for (let tick = from; tick <= to; tick++) {
    const milli = priceAt(tick);
    if (milli === undefined) isOpen = false;
    else {
      if (!isOpen) runs.push([]);
      isOpen = true;
      runs.at(-1)!.push({ tick, milli });
    }
  }
  return runs;
}

/** Returns a line from price to price. It has gaps where prices are missing. */
export function linePath(frame: Frame, priceAt: PriceAt, span: Span): string {
  return runsOf(priceAt, span)
    .map(
      (run) =>
        `M${run
          .map(({ tick, milli }) => pointOf(frame, tick, milli))
          .map(({ x, y }) => `${x} ${y}`)
          .join("L")}`,
    )
    .join("");
}

/** Returns a line in steps: a price holds for its whole second, then moves straight up or down. */
export function stepPath(frame: Frame, priceAt: PriceAt, span: Span): string {
  return runsOf(priceAt, span)
    .map((run) =>
      run
        .map(({ tick, milli }, index) => {
          const { x, y } = pointOf(frame, tick, milli);
          return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
        })
        .join(""),
    )
    .join("");
}

/**
 * Returns a dot for each price. A line of no length with round ends is a dot that stays round when the drawing is stretched.
 */
export function dotPath(frame: Frame, priceAt: PriceAt, span: Span): string {
  return runsOf(priceAt, span)
    .flat()
    .map(({ tick, milli }) => pointOf(frame, tick, milli))
    .map(({ x, y }) => `M${x} ${y}h0`)
    .join("");
}
