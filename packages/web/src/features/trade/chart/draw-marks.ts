import { faded } from "./chart-theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import type { Pane } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";
import { drawArrowhead, drawLine, drawResult } from "./shapes.ts";

type Label = { text: string; width: number; right: number; centre: number; colour: string };

const LABEL_HEIGHT = 19;
/** How far into the winning side the band beyond the barrier reaches. */
const BAND_HEIGHT = 44;
/** With more positions than this the bands, which lie over each other, grow fainter. */
const BANDS_AT_FULL_STRENGTH = 4;
/** More labels than this would hide the line; the list of positions has all numbers. */
const MOST_LABELS = 6;

/** The person's own positions. */
export function drawMarks(pane: Pane, marks: readonly PositionMark[]): void {
  const inView = marks.filter(
    (mark) => pane.xOf(mark.expiryTick) > 0 && pane.xOf(mark.entryTick) < pane.width,
  );
  const strength = Math.min(1, BANDS_AT_FULL_STRENGTH / inView.length);
  for (const mark of inView) drawSpan(pane, mark, strength);
  for (const mark of inView) drawEnds(pane, mark);
  drawMarkLabels(pane, labelled(inView));
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
function drawSpan(pane: Pane, mark: PositionMark, strength: number) {
  const { context } = pane;
  const colour = colourOf(pane.theme, mark);
  const left = pane.xOf(mark.entryTick);
  const right = pane.xOf(mark.expiryTick);
  const y = Math.round(pane.yOf(mark.barrierMilli)) + 0.5;
  const away = mark.side === "buy" ? -BAND_HEIGHT : BAND_HEIGHT;

  const opacity = (mark.result ? 0.08 : 0.2) * strength;
  context.save();
  context.translate(0, y);
  context.fillStyle = bandOf(context, colour, opacity, away);
  context.fillRect(left, Math.min(0, away), right - left, BAND_HEIGHT);
  context.restore();

  context.save();
  context.strokeStyle = faded(colour, mark.result ? 0.55 : 1);
  context.lineWidth = 1;
  context.setLineDash([5, 4]);
  drawLine(context, left, y, right, y);
  context.setLineDash([]);
  // The gate: at the expiry the price must be on this side of the barrier.
  context.lineWidth = 2;
  drawLine(context, right, y, right, y + away * 0.6);
  context.restore();
}

/** A gradient keeps to the place where it was made, so one serves all bands of a look. */
function bandOf(context: CanvasRenderingContext2D, colour: string, opacity: number, away: number) {
  const key = `${colour} ${opacity} ${away}`;
  let band = bands.get(key);
  if (band === undefined) {
    if (bands.size > 50) bands.clear();
    band = context.createLinearGradient(0, 0, 0, away);
    band.addColorStop(0, faded(colour, opacity));
    band.addColorStop(1, faded(colour, 0));
    bands.set(key, band);
  }
  return band;
}
const bands = new Map<string, CanvasGradient>();

/** Sides and outcomes differ in shape as well as in colour. */
function drawEnds({ context, theme, xOf, yOf }: Pane, mark: PositionMark) {
  const { side, result, entryMilli } = mark;
  const colour = colourOf(theme, mark);
  const entryX = xOf(mark.entryTick);
  const entryY = yOf(entryMilli);
  context.strokeStyle = faded(colour, 0.45);
  context.lineWidth = 1;
  drawLine(context, entryX, entryY, entryX, yOf(mark.barrierMilli));
  drawArrowhead(context, entryX, entryY, { isUp: side === "buy", fill: colour, ring: theme.surface });
  if (result) {
    const look = { won: result.won, colour, surface: theme.surface };
    drawResult(context, xOf(mark.expiryTick), yOf(result.milli), look);
  }
}

function drawMarkLabels(pane: Pane, marks: readonly PositionMark[]) {
  const { context, theme } = pane;
  context.textBaseline = "middle";
  const labels = marks.map((mark) => labelOf(pane, mark));
  const centres = placeLabels(
    labels.map(({ centre }) => centre),
    LABEL_HEIGHT + 2,
    pane.height,
  );
  for (const [index, { text, width, right, colour }] of labels.entries()) {
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

/**
 * The label of what is open sits just outside its barrier, at the expiry or at the edge of the pane, whichever comes
 * first; that of a result sits at the price that decided.
 */
function labelOf({ context, theme, words, width: paneWidth, xOf, yOf }: Pane, mark: PositionMark): Label {
  const { side, result, barrierMilli } = mark;
  const text = result
    ? words.profit(result.profit)
    : `${side === "buy" ? "\u2191" : "\u2193"} ${words.price(barrierMilli)}`;
  const width = context.measureText(text).width + 12;
  const expiryX = xOf(mark.expiryTick);
  const right = Math.min(Math.max(result ? expiryX + width / 2 : expiryX - 5, width), paneWidth - 4);
  const away = side === "buy" ? -1 : 1;
  const distance = LABEL_HEIGHT / 2 + (result ? 12 : 4);
  const centre = yOf(result ? result.milli : barrierMilli) + away * distance;
  return { text, width, right, colour: colourOf(theme, mark), centre };
}

/**
 * Moves labels apart that would lie on each other: each keeps its wanted height or goes as little further down (or,
 * at the bottom, up) as the ones before it require. Heights are centres, in pixels.
 */
export function placeLabels(wanted: readonly number[], height: number, space: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let least = height / 2;
  for (const index of order) {
    placed[index] = Math.max(placed[index]!, least);
    least = placed[index]! + height;
  }
  let most = space - height / 2;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, most);
    most = placed[index]! - height;
  }
  return placed;
}
