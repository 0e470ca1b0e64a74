import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import type { Side } from "@veritick/domain/product.ts";

/** The data of a position that the chart draws. Prices are in thousandths, ticks are Unix seconds. */
export type PositionMark = {
  readonly id: string;
  readonly side: Side;
  readonly entryTick: number;
  readonly expiryTick: number;
  readonly entryMilli: number;
  readonly barrierMilli: number;
  /** Set once the position is settled. `profit` is a decimal with eight places. */
  readonly result: { readonly milli: number; readonly won: boolean; readonly profit: string } | undefined;
};

/** How long a settled position stays on the chart, in ticks. */
export const RESULT_SHOWN_TICKS = 120;

/** Returns the marks to draw at `nowTick`: those of the open positions and of those settled a short time ago. */
export function marksOf(positions: readonly Position[], nowTick: number): PositionMark[] {
  return positions
    .filter(
      ({ status, expiryTick }) =>
        status === "active" ||
        ((status === "won" || status === "lost") && nowTick < expiryTick + RESULT_SHOWN_TICKS),
    )
    .map(markOf)
    .sort((a, b) => a.expiryTick - b.expiryTick);
}

function markOf(position: Position): PositionMark {
  const { id, type, entryTick, expiryTick, entryPrice, barrierPrice, status, resultPrice, profit } = position;
  const isSettled = status !== "active" && resultPrice !== null && profit !== null;
  return {
    id,
    side: type,
    entryTick,
    expiryTick,
    entryMilli: parsePriceMilli(entryPrice),
    barrierMilli: parsePriceMilli(barrierPrice),
    result: isSettled ? { milli: parsePriceMilli(resultPrice), won: status === "won", profit } : undefined,
  };
}
