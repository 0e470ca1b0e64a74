import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { faded } from "./chart-theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import type { Pane } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";
import { addLine, drawArrowheads, drawResult, LEAST_WIDTH, strokeLines, widthOf } from "./shapes.ts";
import type { Arrowhead, Lines } from "./shapes.ts";

type Label = { text: string; width: number; right: number; centre: number; colour: string };

const LABEL_HEIGHT = 19;
const BAND_HEIGHT = 44;
/** With more positions than this, their overlapping bands grow fainter. */
const BANDS_AT_FULL_STRENGTH = 4;
/** More labels than this would hide the line. The list of positions has all the figures. */
const MOST_LABELS = 6;

/** The distance of each of two signs of one second from their common middle. */
const BESIDE_PX = 8;
const PAST_OPACITY = 0.55;

export function drawMarks(pane: Pane, marks: readonly PositionMark[]): void {
  const inView = marks.filter(
    (mark) => pane.xOf(mark.expiryTick) > 0 && pane.xOf(mark.entryTick) < pane.width,
  );
  const near = inView
    .map((mark) => ({ mark, extent: extentOf(pane, mark) }))
    // A barrier far beyond the scale has only its label.
    .filter(({ extent: { y } }) => y >= -BAND_HEIGHT && y <= pane.height + BAND_HEIGHT);
  drawBands(pane, near, Math.min(1, BANDS_AT_FULL_STRENGTH / inView.length));
  drawBarriers(pane, near);
  drawEntries(pane, inView);
  for (const { tick, milli, won, isBeside } of resultSigns(inView)) {
    const x = pane.xOf(tick) + (isBeside ? (won ? -BESIDE_PX : BESIDE_PX) : 0);
    const colour = won ? pane.theme.buy : pane.theme.sell;
    drawResult(pane.context, x, pane.yOf(milli), { won, colour, surface: pane.theme.surface });
  }
  drawMarkLabels(pane, groupMarks(inView, pane, MOST_LABELS));
}

function colourOf(theme: ChartTheme, { side, result }: PositionMark): string {
  if (result) return result.won ? theme.buy : theme.sell;
  return side === "buy" ? theme.buy : theme.sell;
}

/** Returns the extent of a drawn position. It has a least width: in a window of a day, a minute is less than a pixel. */
function extentOf({ xOf, yOf }: Pane, { entryTick, expiryTick, barrierMilli, side }: PositionMark) {
  const left = xOf(entryTick);
  return {
    left,
    right: Math.max(xOf(expiryTick), left + LEAST_WIDTH),
    y: Math.round(yOf(barrierMilli)) + 0.5,
    away: side === "buy" ? -BAND_HEIGHT : BAND_HEIGHT,
  };
}

type Band = { readonly mark: PositionMark; readonly extent: ReturnType<typeof extentOf> };

/** Draws the band beyond each barrier, from entry to expiry, in which the position wins, in the winning colour. */
function drawBands({ context, theme }: Pane, bands: readonly Band[], strength: number) {
  let down = 0;
  for (const { mark, extent } of bands) {
    const { left, right, y, away } = extent;
    context.translate(0, y - down);
    down = y;
    context.fillStyle = bandOf(context, theme.buy, (mark.result ? 0.08 : 0.2) * strength, away);
    context.fillRect(left, Math.min(0, away), right - left, BAND_HEIGHT);
  }
  context.translate(0, -down);
}

/** Draws the dashed barriers, and a gate at the end of each. At the expiry, the price must be on the gate's side to win. */
function drawBarriers({ context, theme }: Pane, bands: readonly Band[]) {
  const barriers: Lines = new Map();
  const gates: Lines = new Map();
  for (const { mark, extent } of bands) {
    const { left, right, y, away } = extent;
    const opacity = mark.result ? PAST_OPACITY : 1;
    addLine(barriers, faded(colourOf(theme, mark), opacity), left, y, right, y);
    addLine(gates, faded(theme.buy, opacity), right, y, right, y + away * 0.6);
  }
  context.lineWidth = 1;
  context.setLineDash([5, 4]);
  strokeLines(context, barriers);
  context.setLineDash([]);
  context.lineWidth = 2;
  strokeLines(context, gates);
}

/** Returns the gradient of a band. A gradient is relative to the translated origin, so one serves all bands of one look. */
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

/** Draws the entries. Sides differ in shape as well as in colour. Positions that entered together share one arrowhead. */
function drawEntries({ context, theme, xOf, yOf }: Pane, marks: readonly PositionMark[]) {
  const stems: Lines = new Map();
  const heads = new Map<string, Arrowhead>();
  for (const mark of marks) {
    const { side, entryTick, entryMilli, barrierMilli } = mark;
    const fill = colourOf(theme, mark);
    const [x, y] = [xOf(entryTick), yOf(entryMilli)];
    addLine(stems, faded(fill, 0.45), x, y, x, yOf(barrierMilli));
    const key = `${entryTick} ${side} ${fill}`;
    heads.delete(key);
    heads.set(key, { x, y, isUp: side === "buy", fill });
  }
  context.lineWidth = 1;
  strokeLines(context, stems);
  drawArrowheads(context, [...heads.values()], theme.surface);
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
 * Places the label of a group. An open position's label is just outside its barrier, at the expiry or at the pane's edge,
 * whichever comes first; if the barrier is beyond the scale, it is at that edge. A result's label is at the price that
 * decided it.
 */
function labelOf(pane: Pane, { marks, edge, text }: MarkGroup): Label {
  const { context, theme, width: paneWidth, height, xOf, yOf } = pane;
  const { side, result, barrierMilli, expiryTick } = marks[0]!;
  const width = widthOf(context, text) + 12;
  const expiryX = xOf(edge === undefined ? expiryTick : Math.max(...marks.map((mark) => mark.expiryTick)));
  const right = Math.min(Math.max(result ? expiryX + width / 2 : expiryX - 5, width), paneWidth - 4);
  const away = side === "buy" ? -1 : 1;
  const distance = LABEL_HEIGHT / 2 + (result ? 12 : 4);
  const wanted = yOf(result ? result.milli : barrierMilli) + away * distance;
  const centre = edge === undefined ? wanted : edge === "top" ? 0 : height;
  const colour = result ? (sumOf(marks) < 0n ? theme.sell : theme.buy) : colourOf(theme, marks[0]!);
  return { text, width, right, colour, centre };
}

/** The positions of one label: their labels would be the same, or they lie beyond the same edge. */
type MarkGroup = {
  readonly marks: readonly PositionMark[];
  /** Set if the barriers lie beyond the scale. */
  readonly edge: "top" | "bottom" | undefined;
  readonly text: string;
};

type Scale = Pick<Pane, "words" | "height" | "yOf">;

/**
 * Groups marks by label. Open positions of one side and barrier share a label, and so do those of one side beyond one edge,
 * and results of one second. The next positions to be decided come first, then the latest results, up to `most` labels.
 * Marks must be sorted by expiry.
 */
export function groupMarks(marks: readonly PositionMark[], scale: Scale, most = Infinity): MarkGroup[] {
  const open = marks.filter(({ result }) => result === undefined);
  const settled = marks.filter(({ result }) => result !== undefined).reverse();
  const groups = new Map<string, { marks: PositionMark[]; edge: MarkGroup["edge"] }>();
  for (const mark of [...open, ...settled]) {
    const edge = mark.result ? undefined : edgeOf(scale.yOf(mark.barrierMilli), scale.height);
    const key = mark.result ? `result ${mark.expiryTick}` : `${mark.side} ${edge ?? mark.barrierMilli}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { marks: [mark], edge });
    else group.marks.push(mark);
  }
  return [...groups.values()].slice(0, most).map((group) => ({ ...group, text: textOf(group, scale) }));
}

/** The sign of the positions that one second, and so one price, decided: one for all wins, and one for all losses. */
type ResultSign = {
  readonly tick: number;
  readonly milli: number;
  readonly won: boolean;
  readonly isBeside: boolean;
};

/** Returns each sign of the results once. If a second decided both ways, its two signs are drawn side by side. */
export function resultSigns(marks: readonly PositionMark[]): ResultSign[] {
  const signs = new Map<string, ResultSign>();
  for (const { expiryTick: tick, result } of marks) {
    if (result === undefined) continue;
    const { milli, won } = result;
    const isBeside = signs.has(`${tick} ${!won}`);
    signs.set(`${tick} ${won}`, { tick, milli, won, isBeside });
    if (isBeside) signs.set(`${tick} ${!won}`, { tick, milli, won: !won, isBeside });
  }
  return [...signs.values()];
}

function edgeOf(y: number, height: number): MarkGroup["edge"] {
  return y < 0 ? "top" : y > height ? "bottom" : undefined;
}

function textOf({ marks, edge }: Omit<MarkGroup, "text">, { words }: Scale): string {
  const [first] = marks;
  const count = marks.length;
  if (first!.result) {
    const sum = words.profit(formatMinor(sumOf(marks)));
    return count > 1 ? `${sum} (${count})` : sum;
  }
  const barriers = marks.map(({ barrierMilli }) => barrierMilli);
  const low = words.price(Math.min(...barriers));
  const high = words.price(Math.max(...barriers));
  const arrow = first!.side === "buy" ? "\u2191" : "\u2193";
  const beyond = edge === undefined ? "" : edge === "top" ? " \u25B4" : " \u25BE";
  return `${arrow} ${low === high ? low : `${low}\u2013${high}`}${count > 1 ? ` \u00D7${count}` : ""}${beyond}`;
}

/** Returns the total profit of settled positions, in 1e-8 USDMS. */
const sumOf = (marks: readonly PositionMark[]) =>
  sumMinor(marks.map(({ result }) => parseMinor(result?.profit ?? "0")));

/**
 * Moves overlapping labels apart. Each keeps its wanted height, or moves down only as far as the ones before it require (up,
 * at the bottom). Heights are centres, in pixels.
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
