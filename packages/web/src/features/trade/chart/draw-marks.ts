import { faded } from "./chart-theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { placeLabels } from "./place-labels.ts";
import type { PositionMark } from "./position-mark.ts";

/** The chart's pane as a drawing needs it. Sizes are in CSS pixels. */
export type Pane = {
  readonly marks: readonly PositionMark[];
  readonly newest: { readonly tick: number; readonly milli: number } | undefined;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  readonly xOf: (tick: number) => number;
  readonly yOf: (milli: number) => number;
  readonly formatPrice: (milli: number) => string;
  readonly formatProfit: (profit: string) => string;
};

type Label = { text: string; right: number; centre: number; colour: string };

const LABEL_HEIGHT = 19;
/** How far into the winning side the band beyond the barrier reaches. */
const BAND_HEIGHT = 44;
/** With more positions than this the bands, which lie over each other, grow fainter. */
const BANDS_AT_FULL_STRENGTH = 4;
/** More labels than this would hide the line; the list of positions has all numbers. */
const MOST_LABELS = 6;

export function drawMarks(context: CanvasRenderingContext2D, pane: Pane): void {
  const inView = pane.marks.filter(
    (mark) => pane.xOf(mark.expiryTick) > 0 && pane.xOf(mark.entryTick) < pane.width,
  );
  const strength = Math.min(1, BANDS_AT_FULL_STRENGTH / inView.length);
  for (const mark of inView) drawSpan(context, pane, mark, strength);
  for (const mark of inView) drawEnds(context, pane, mark);
  drawLabels(context, pane, labelled(inView));
  drawNewest(context, pane);
}

/** Those decided next, then those decided last. Marks come in the order of their expiry. */
function labelled(marks: readonly PositionMark[]): PositionMark[] {
  const open = marks.filter(({ result }) => result === undefined);
  const settled = marks.filter(({ result }) => result !== undefined).reverse();
  return [...open, ...settled].slice(0, MOST_LABELS);
}

function colourOf(theme: ChartTheme, { side, result }: PositionMark): string {
  if (result) return result.won ? theme.buy : theme.sell;
  return side === "buy" ? theme.buy : theme.sell;
}

/** From entry to expiry: the dashed barrier and, beyond it, the band in which the position wins. */
function drawSpan(context: CanvasRenderingContext2D, pane: Pane, mark: PositionMark, strength: number) {
  const colour = colourOf(pane.theme, mark);
  const left = pane.xOf(mark.entryTick);
  const right = pane.xOf(mark.expiryTick);
  const y = Math.round(pane.yOf(mark.barrierMilli)) + 0.5;
  const away = mark.side === "buy" ? -BAND_HEIGHT : BAND_HEIGHT;

  const band = context.createLinearGradient(0, y, 0, y + away);
  band.addColorStop(0, faded(colour, (mark.result ? 0.08 : 0.2) * strength));
  band.addColorStop(1, faded(colour, 0));
  context.fillStyle = band;
  context.fillRect(left, Math.min(y, y + away), right - left, BAND_HEIGHT);

  context.save();
  context.strokeStyle = faded(colour, mark.result ? 0.55 : 1);
  context.lineWidth = 1;
  context.setLineDash([5, 4]);
  line(context, left, y, right, y);
  context.setLineDash([]);
  // The gate: at the expiry the price must be on this side of the barrier.
  context.lineWidth = 2;
  line(context, right, y, right, y + away * 0.6);
  context.restore();
}

function drawEnds(context: CanvasRenderingContext2D, pane: Pane, mark: PositionMark) {
  const { theme, xOf, yOf } = pane;
  const colour = colourOf(theme, mark);
  const entryX = xOf(mark.entryTick);
  context.strokeStyle = faded(colour, 0.45);
  context.lineWidth = 1;
  line(context, entryX, yOf(mark.entryMilli), entryX, yOf(mark.barrierMilli));
  dot(context, entryX, yOf(mark.entryMilli), 4, colour, theme.surface);
  if (mark.result) dot(context, xOf(mark.expiryTick), yOf(mark.result.milli), 5, theme.surface, colour);
}

function drawNewest(context: CanvasRenderingContext2D, { newest, theme, xOf, yOf }: Pane) {
  if (newest === undefined) return;
  const x = xOf(newest.tick);
  const y = yOf(newest.milli);
  context.fillStyle = faded(theme.ink, 0.16);
  circle(context, x, y, 9);
  context.fill();
  dot(context, x, y, 4, theme.ink, theme.surface);
}

function drawLabels(context: CanvasRenderingContext2D, pane: Pane, marks: readonly PositionMark[]) {
  const { theme } = pane;
  context.font = `500 12px ${theme.font}`;
  context.textBaseline = "middle";
  const labels = marks.map((mark) => labelOf(context, pane, mark));
  const centres = placeLabels(
    labels.map(({ centre }) => centre),
    LABEL_HEIGHT + 2,
    pane.height,
  );
  for (const [index, { text, right, colour }] of labels.entries()) {
    const width = context.measureText(text).width + 12;
    const top = centres[index]! - LABEL_HEIGHT / 2;
    context.beginPath();
    context.roundRect(right - width, top, width, LABEL_HEIGHT, 5);
    context.fillStyle = theme.surface;
    context.fill();
    context.fillStyle = faded(colour, 0.16);
    context.fill();
    context.fillStyle = colour;
    context.fillText(text, right - width + 6, top + LABEL_HEIGHT / 2 + 0.5);
  }
}

/** A label sits just outside its barrier, at the expiry or at the edge of the pane, whichever comes first. */
function labelOf(context: CanvasRenderingContext2D, pane: Pane, mark: PositionMark): Label {
  const colour = colourOf(pane.theme, mark);
  const arrow = mark.side === "buy" ? "\u2191" : "\u2193";
  const text = mark.result
    ? pane.formatProfit(mark.result.profit)
    : `${arrow} ${pane.formatPrice(mark.barrierMilli)}`;
  const width = context.measureText(text).width + 12;
  const right = Math.min(Math.max(pane.xOf(mark.expiryTick) - 5, width), pane.width - 4);
  const away = mark.side === "buy" ? -1 : 1;
  return { text, right, colour, centre: pane.yOf(mark.barrierMilli) + away * (LABEL_HEIGHT / 2 + 4) };
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function dot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string,
  ring: string,
) {
  circle(context, x, y, radius);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = ring;
  context.lineWidth = 2;
  context.stroke();
}
