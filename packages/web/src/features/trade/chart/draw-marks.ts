import { faded } from "./chart-theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { groupMarks, placeLabels, sumOf } from "./mark-labels.ts";
import type { MarkGroup } from "./mark-labels.ts";
import type { Pane } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";
import { drawArrowhead, drawLine, drawResult, LEAST_WIDTH } from "./shapes.ts";

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
  drawMarkLabels(pane, groupMarks(inView, pane).slice(0, MOST_LABELS));
}

function colourOf(theme: ChartTheme, { side, result }: PositionMark): string {
  if (result) return result.won ? theme.buy : theme.sell;
  return side === "buy" ? theme.buy : theme.sell;
}

/** From entry to expiry: the dashed barrier and, beyond it, the band in which the position wins, in the colour of winning. */
function drawSpan(pane: Pane, mark: PositionMark, strength: number) {
  const { context } = pane;
  const colour = colourOf(pane.theme, mark);
  const left = pane.xOf(mark.entryTick);
  // Where a day is shown, a minute is less than a pixel.
  const right = Math.max(pane.xOf(mark.expiryTick), left + LEAST_WIDTH);
  const y = Math.round(pane.yOf(mark.barrierMilli)) + 0.5;
  const away = mark.side === "buy" ? -BAND_HEIGHT : BAND_HEIGHT;

  const opacity = (mark.result ? 0.08 : 0.2) * strength;
  context.save();
  context.translate(0, y);
  context.fillStyle = bandOf(context, pane.theme.buy, opacity, away);
  context.fillRect(left, Math.min(0, away), right - left, BAND_HEIGHT);
  context.restore();

  context.save();
  context.strokeStyle = faded(colour, mark.result ? 0.55 : 1);
  context.lineWidth = 1;
  context.setLineDash([5, 4]);
  drawLine(context, left, y, right, y);
  context.setLineDash([]);
  // The gate: at the expiry the price must be on this side of the barrier.
  context.strokeStyle = faded(pane.theme.buy, mark.result ? 0.55 : 1);
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

function drawMarkLabels(pane: Pane, groups: readonly MarkGroup[]) {
  const { context, theme } = pane;
  context.textBaseline = "middle";
  const labels = groups.map((group) => labelOf(pane, group));
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
 * first; beyond the scale it sits at that edge. That of a result sits at the price that decided.
 */
function labelOf(pane: Pane, { marks, edge, text }: MarkGroup): Label {
  const { context, theme, width: paneWidth, height, xOf, yOf } = pane;
  const { side, result, barrierMilli, expiryTick } = marks[0]!;
  const width = context.measureText(text).width + 12;
  const expiryX = xOf(edge === undefined ? expiryTick : Math.max(...marks.map((mark) => mark.expiryTick)));
  const right = Math.min(Math.max(result ? expiryX + width / 2 : expiryX - 5, width), paneWidth - 4);
  const away = side === "buy" ? -1 : 1;
  const distance = LABEL_HEIGHT / 2 + (result ? 12 : 4);
  const wanted = yOf(result ? result.milli : barrierMilli) + away * distance;
  const centre = edge === undefined ? wanted : edge === "top" ? 0 : height;
  const colour = result ? (sumOf(marks) < 0n ? theme.sell : theme.buy) : colourOf(theme, marks[0]!);
  return { text, width, right, colour, centre };
}
