import type { Side } from "@veritick/domain/product.ts";
import { entryTickAt } from "../../../api/market/entry-tick.ts";
import { conditionAt } from "../ticket/ticket.ts";
import { faded } from "./chart-theme.ts";
import type { OrderPreview } from "../order-preview.ts";
import { drawPriceTag, TAG_CLEARANCE } from "./draw-axes.ts";
import type { Extent } from "./draw-axes.ts";
import type { MilliRange, Pane } from "./pane.ts";
import { drawLine, LEAST_WIDTH, widthOf } from "./shapes.ts";

/** The conditions for one side of the previewed order to win if it entered at the newest price. */
type Prospect = {
  readonly side: Side;
  readonly fromTick: number;
  readonly expiryTick: number;
  readonly barrierMilli: number;
  readonly isHighlighted: boolean;
};

/** Returns the prospects of the previewed order at the newest price. */
export function prospectsOf(orderPreview: OrderPreview | undefined, tick: number, milli: number): Prospect[] {
  if (orderPreview === undefined) return [];
  const { terms, beacon, sides, highlighted } = orderPreview;
  return sides.map((side) => ({
    side,
    fromTick: tick,
    ...conditionAt(terms, side, milli, entryTickAt(beacon, tick)),
    isHighlighted: side === highlighted,
  }));
}

/** The scale reaches beyond a barrier to the next multiple of this. It then seldom moves, while barriers move each tick. */
const STEP_MILLI = 50;

/** Extends a range of prices to all barriers of the preview, because the person wants to see how far away they are. */
export function withBarriers({ low, high }: MilliRange, prospects: readonly Prospect[]): MilliRange {
  const barriers = prospects.map(({ barrierMilli }) => barrierMilli);
  return {
    low: Math.min(low, ...barriers.map((milli) => Math.floor(milli / STEP_MILLI) * STEP_MILLI)),
    high: Math.max(high, ...barriers.map((milli) => Math.ceil(milli / STEP_MILLI) * STEP_MILLI)),
  };
}

/** Draws the dashed barriers from now to the expiry, the expiry, and the area in which each side wins. */
export function drawOrderPreview(
  { context, theme, width, height, xOf, yOf }: Pane,
  prospects: readonly Prospect[],
) {
  const [first] = prospects;
  if (first === undefined) return;
  const left = xOf(first.fromTick);
  // In a window of a day, a minute is narrower than a pixel.
  const right = Math.max(xOf(first.expiryTick), left + LEAST_WIDTH);
  if (left > width || right < 0) return;
  const isAnyHighlighted = prospects.some(({ isHighlighted }) => isHighlighted);

  for (const { side, barrierMilli, isHighlighted } of prospects) {
    const y = Math.round(yOf(barrierMilli)) + 0.5;
    const edge = side === "buy" ? 0 : height;
    const opacity = isHighlighted ? 0.26 : isAnyHighlighted ? 0.05 : 0.12;
    const fill = context.createLinearGradient(0, y, 0, edge);
    fill.addColorStop(0, faded(theme.buy, opacity));
    fill.addColorStop(1, faded(theme.buy, opacity / 6));
    context.fillStyle = fill;
    context.fillRect(left, Math.min(y, edge), right - left, Math.abs(edge - y));
    context.strokeStyle = faded(theme[side], isAnyHighlighted && !isHighlighted ? 0.5 : 1);
    context.lineWidth = isHighlighted ? 2 : 1;
    context.setLineDash([2, 4]);
    drawLine(context, left, y, right, y);
  }

  context.strokeStyle = faded(theme.quiet, 0.7);
  context.lineWidth = 1;
  const x = Math.round(right) + 0.5;
  drawLine(context, x, 0, x, height);
  context.setLineDash([]);
}

/** Returns the heights of the barriers' tags beside the prices: clear of the current price, and never out of sight. */
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
 * Returns the place and text of the expiry on the time axis: below its line, or with an arrow at the right edge if it lies
 * beyond. Returns undefined if it would overlap the tag of a read time, or is out of sight to the left.
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

type PreviewTags = {
  readonly heights: readonly number[];
  readonly expiry: ExpiryTag | undefined;
  /** The height of a tag that will cover these, if any. */
  readonly taken: number | undefined;
};

/** Writes the barriers beside the prices, and the expiry on the time axis. */
export function drawPreviewTags(
  pane: Pane,
  prospects: readonly Prospect[],
  { heights, expiry, taken }: PreviewTags,
): void {
  const { context, theme, words, height } = pane;
  for (const [index, y] of heights.entries()) {
    if (taken !== undefined && Math.abs(taken - y) < TAG_CLEARANCE) continue;
    const { side, barrierMilli, isHighlighted } = prospects[index]!;
    const text = words.price(barrierMilli);
    const fill = isHighlighted ? theme[side] : theme.raised;
    drawPriceTag(pane, y, { text, fill, ink: isHighlighted ? theme.surface : theme[side] });
  }
  if (expiry === undefined) return;
  context.fillStyle = theme.text;
  context.textBaseline = "middle";
  context.fillText(expiry.text, expiry.left, height + 14);
}
