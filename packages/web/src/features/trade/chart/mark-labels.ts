import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Pane } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";

/** What one label tells of: positions that it would say the same of, or that lie beyond the same edge. */
export type MarkGroup = {
  readonly marks: readonly PositionMark[];
  /** Set where the barriers lie beyond what the scale shows. */
  readonly edge: "top" | "bottom" | undefined;
  readonly text: string;
};

type Scale = Pick<Pane, "words" | "height" | "yOf">;

/**
 * Open positions with one side and barrier share a label, and so do those of a side beyond one edge, and results of one
 * second. What is decided next comes first, then what was decided last, up to `most`. Marks come in the order of their expiry.
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

/** How the positions of one second ended, which one price decided: one sign for all that were won, and one for all that were lost. */
export type ResultSign = {
  readonly tick: number;
  readonly milli: number;
  readonly won: boolean;
  readonly isBeside: boolean;
};

/** The signs of what was decided, each once. Where a second decided both ways, its two stand beside each other. */
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

/** What settled positions brought together, in 1e-8 USDMS. */
export const sumOf = (marks: readonly PositionMark[]) =>
  sumMinor(marks.map(({ result }) => parseMinor(result?.profit ?? "0")));

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
