import { faded } from "./chart-theme.ts";
import type { Pane, Place } from "./pane.ts";
import { drawLine, widthOf } from "./shapes.ts";

const PRICE_LABEL_ROOM = 34;
const TIME_LABEL_ROOM = 72;
const TAG_HEIGHT = 20;
/** A label of the axis closer to a tag than this would be half hidden, so it is left out. */
export const TAG_CLEARANCE = 18;
const AXIS_GAP = 8;
const AXIS_END = 5;

/** Returns a width of the price axis that fits every price as long as this one. */
export function axisWidthFor(context: CanvasRenderingContext2D, label: string): number {
  return Math.ceil(widthOf(context, label.replaceAll(/\d/g, "0"))) + AXIS_GAP + AXIS_END;
}

/** Returns the round prices that have a line and a label, in thousandths. */
export const levelsOf = ({ height, milliAt }: Pane): number[] =>
  priceSteps(milliAt(height), milliAt(0), height / PRICE_LABEL_ROOM);

export function drawGrid({ context, theme, width, yOf }: Pane, levels: readonly number[]): void {
  context.beginPath();
  for (const milli of levels) {
    const y = Math.round(yOf(milli)) + 0.5;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.lineWidth = 1;
  context.strokeStyle = faded(theme.line, 0.7);
  context.stroke();
}

type Written = {
  readonly levels: readonly number[];
  /** The heights of the tags over the price axis. */
  readonly tags: readonly number[];
  /** The extents of the tags on the time axis. */
  readonly taken: readonly Extent[];
};

export function drawLabels(pane: Pane, { levels, tags, taken }: Written): void {
  const { context, theme, words, span, width, height, xOf, yOf } = pane;
  context.fillStyle = theme.quiet;
  context.textBaseline = "middle";
  context.textAlign = "left";
  for (const milli of levels) {
    const y = yOf(milli);
    if (y < 8 || tags.some((tag) => Math.abs(tag - y) < TAG_CLEARANCE)) continue;
    context.fillText(words.price(milli), width + AXIS_GAP, y);
  }
  const { step, ticks } = timeSteps(span.from, span.to, width / TIME_LABEL_ROOM);
  context.textAlign = "center";
  for (const tick of ticks) {
    const label = step < 60 ? words.clock(tick) : words.clock(tick).slice(0, 5);
    const half = widthOf(context, label) / 2;
    const x = xOf(tick);
    const isTaken = taken.some(
      ({ left, right }) => x + half > left - AXIS_GAP && x - half < right + AXIS_GAP,
    );
    if (x >= half && x <= width - half && !isTaken) context.fillText(label, x, height + 14);
  }
  context.textAlign = "left";
}

/** The horizontal extent of a text on the time axis. */
export type Extent = { readonly left: number; readonly right: number };

/** Returns the extent of the tag of a read time, centred on its place. */
export function timeTagAt({ context, width }: Pane, x: number, text: string): Extent {
  const tagWidth = widthOf(context, text) + 2 * AXIS_GAP;
  const left = Math.min(Math.max(x - tagWidth / 2, 0), width - tagWidth);
  return { left, right: left + tagWidth };
}

type Tag = { readonly text: string; readonly fill: string; readonly ink: string };

export function drawPriceTag({ context, width, axisWidth }: Pane, y: number, { text, fill, ink }: Tag): void {
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(width + 1, y - TAG_HEIGHT / 2, axisWidth - 1, TAG_HEIGHT, 4);
  context.fill();
  context.fillStyle = ink;
  context.textBaseline = "middle";
  context.fillText(text, width + AXIS_GAP, y + 0.5);
}

/** Draws the crosshair at a read time and price, with the tag of the time. */
export function drawCrosshair(pane: Pane, { x, y }: Place, text: string): void {
  const { context, theme, words, width, height, milliAt } = pane;
  const { left, right } = timeTagAt(pane, x, text);
  context.strokeStyle = theme.quiet;
  context.lineWidth = 1;
  context.setLineDash([1, 3]);
  drawLine(context, Math.round(x) + 0.5, 0, Math.round(x) + 0.5, height);
  drawLine(context, 0, Math.round(y) + 0.5, width, Math.round(y) + 0.5);
  context.setLineDash([]);
  drawPriceTag(pane, y, { text: words.price(Math.round(milliAt(y))), fill: theme.raised, ink: theme.text });

  context.fillStyle = theme.raised;
  context.beginPath();
  context.roundRect(left, height + 4, right - left, TAG_HEIGHT, 4);
  context.fill();
  context.fillStyle = theme.text;
  context.fillText(text, left + AXIS_GAP, height + 4.5 + TAG_HEIGHT / 2);
}

const TIME_STEPS = [5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600];

const ROUND = [1, 2, 5, 10];

/** Returns the round prices between two prices, in thousandths. The step is so large that about `most` fit. */
export function priceSteps(low: number, high: number, most: number): number[] {
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  const step = power * (ROUND.find((each) => each * power >= least) ?? 10);
  return multiples(low, high, step);
}

/** Returns the round times between two ticks, and their step. The step is so large that about `most` fit. */
export function timeSteps(from: number, to: number, most: number): { step: number; ticks: number[] } {
  const least = (to - from) / most;
  const step = TIME_STEPS.find((each) => each >= least) ?? TIME_STEPS.at(-1)!;
  return { step, ticks: multiples(from, to, step) };
}

function multiples(low: number, high: number, step: number): number[] {
  const all: number[] = [];
  for (let at = Math.ceil(low / step); at <= Math.floor(high / step); at += 1) all.push(at * step);
  return all;
}
