import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";

/** Compares a price with a barrier, in thousandths. */
type Standing = {
  readonly place: "above" | "below" | "at";
  readonly distanceMilli: number;
  /** Whether the position wins at this price. */
  readonly wins: boolean;
};

export function standingOf(side: Side, barrierMilli: number, priceMilli: number): Standing {
  const over = priceMilli - barrierMilli;
  return {
    place: over === 0 ? "at" : over > 0 ? "above" : "below",
    distanceMilli: Math.abs(over),
    wins: wins(side, barrierMilli, priceMilli),
  };
}

/** What was paid for a position that was closed before its expiry, as decimal text. */
export const valueOf = ({ amount, profit }: Position): string =>
  formatMinor(minor(parseMinor(amount) + parseMinor(profit ?? "0.00000000")));

/** The gain of a position that wins, as decimal text. */
export function maxProfitOf({ amount, multiplier }: Position): string {
  return formatMinor(maxProfitMinor(parseMinor(amount), Math.round(Number(multiplier) * 100)));
}
