import type { Side } from "@veritick/domain/product.ts";
import { entryTickAt } from "../../../api/market/entry-tick.ts";
import { conditionAt } from "../ticket/ticket.ts";
import { faded } from "./chart-theme.ts";
import type { Composed } from "./composed.ts";
import { drawPriceTag, TAG_CLEARANCE } from "./draw-axes.ts";
import type { Extent } from "./draw-axes.ts";
import type { MilliRange, Pane } from "./pane.ts";
import { drawLine, LEAST_WIDTH, widthOf } from "./shapes.ts";

/** What one side of a composed order would take to win if it entered at the newest price. */
export type Prospect = {
  readonly side: Side;
  readonly fromTick: number;
  readonly expiryTick: number;
  readonly barrierMilli: number;
  readonly isStrong: boolean;
};

/** The prospects of what is composed, at the newest price. */
export function prospectsOf(composed: Composed | undefined, tick: number, milli: number): Prospect[] {
  if (composed === undefined) return [];
  const { terms, beacon, sides, strong } = composed;
  return sides.map((side) => ({
    side,
    fromTick: tick,
    ...conditionAt(terms, side, milli, entryTickAt(beacon, tick)),
    isStrong: side === strong,
  }));
}

/** The scale reaches this far beyond a barrier, in even steps, so that it seldom moves although the barriers do with each tick. */
const STEP_MILLI = 50;

/** The range of prices with all barriers that are composed: how far they are is what the person wants to see. */
export function withBarriers({ low, high }: MilliRange, prospects: readonly Prospect[]): MilliRange {
  const barriers = prospects.map(({ barrierMilli }) => barrierMilli);
  return {
    low: Math.min(low, ...barriers.map((milli) => Math.floor(milli / STEP_MILLI) * STEP_MILLI)),
    high: Math.max(high, ...barriers.map((milli) => Math.ceil(milli / STEP_MILLI) * STEP_MILLI)),
  };
}

/** The dashed barriers from now to the expiry, the expiry, and the area in which each side wins, in the colour of winning. */
export function drawComposed(
  { context, theme, width, height, xOf, yOf }: Pane,
  prospects: readonly Prospect[],
) {
  const [first] = prospects;
  if (first === undefined) return;
  const left = xOf(first.fromTick);
  // Where a day is shown, a minute is less than a pixel.
  const right = Math.max(xOf(first.expiryTick), left + LEAST_WIDTH);
  if (left > width || right < 0) return;
  const isAnyStrong = prospects.some(({ isStrong }) => isStrong);

  for (const { side, barrierMilli, isStrong } of prospects) {
    const y = Math.round(yOf(barrierMilli)) + 0.5;
    const edge = side === "buy" ? 0 : height;
    const opacity = isStrong ? 0.26 : isAnyStrong ? 0.05 : 0.12;
    const fill = context.createLinearGradient(0, y, 0, edge);
    fill.addColorStop(0, faded(theme.buy, opacity));
    fill.addColorStop(1, faded(theme.buy, opacity / 6));
    context.fillStyle = fill;
    context.fillRect(left, Math.min(y, edge), right - left, Math.abs(edge - y));
    context.strokeStyle = faded(theme[side], isAnyStrong && !isStrong ? 0.5 : 1);
    context.lineWidth = isStrong ? 2 : 1;
    context.setLineDash([2, 4]);
    drawLine(context, left, y, right, y);
  }

  context.strokeStyle = faded(theme.quiet, 0.7);
  context.lineWidth = 1;
  const x = Math.round(right) + 0.5;
  drawLine(context, x, 0, x, height);
  context.setLineDash([]);
}

/** At what heights the barriers are written beside the prices: apart from the price now, and never out of sight. */
export function barrierTags(pane: Pane, prospects: readonly Prospect[], level: number): number[] {
  if (prospects.length > 0 && pane.xOf(prospects[0]!.fromTick) > pane.width) return [];
  return prospects.map(({ side, barrierMilli }) => {
    const y = pane.yOf(barrierMilli);
    const apart =
      side === "buy" ? Math.min(y, level - TAG_CLEARANCE - 3) : Math.max(y, level + TAG_CLEARANCE + 3);
    return Math.min(pane.height - 10, Math.max(10, apart));
  });
}

type ExpiryTag = Extent & { readonly text: string };

/**
 * Where the expiry is written among the times: below its line, or with an arrow at the edge beyond which it lies; nowhere
 * where something else is written.
 */
export function expiryTag(
  { context, words, width, xOf }: Pane,
  [first]: readonly Prospect[],
  taken: Extent | undefined,
): ExpiryTag | undefined {
  const x = first && xOf(first.expiryTick);
  if (x === undefined || xOf(first!.fromTick) > width || x < 0) return undefined;
  const text = `${words.clock(first!.expiryTick)}${x > width ? " \u25B8" : ""}`;
  const room = widthOf(context, text);
  const left = Math.max(0, Math.min(x - room / 2, width - room));
  const right = left + room;
  return taken && left < taken.right && right > taken.left ? undefined : { text, left, right };
}

type ComposedTags = {
  readonly heights: readonly number[];
  readonly expiry: ExpiryTag | undefined;
  /** At what height something else is written over them. */
  readonly taken: number | undefined;
};

/** The barriers beside the prices, and the expiry among the times. */
export function drawComposedTags(
  pane: Pane,
  prospects: readonly Prospect[],
  { heights, expiry, taken }: ComposedTags,
): void {
  const { context, theme, words, height } = pane;
  for (const [index, y] of heights.entries()) {
    if (taken !== undefined && Math.abs(taken - y) < TAG_CLEARANCE) continue;
    const { side, barrierMilli, isStrong } = prospects[index]!;
    const text = words.price(barrierMilli);
    const fill = isStrong ? theme[side] : theme.raised;
    drawPriceTag(pane, y, { text, fill, ink: isStrong ? theme.surface : theme[side] });
  }
  if (expiry === undefined) return;
  context.fillStyle = theme.text;
  context.textBaseline = "middle";
  context.fillText(expiry.text, expiry.left, height + 14);
}
