import { ZERO, minor } from "./money.ts";
import type { Minor } from "./money.ts";
import { durationTicks } from "./product.ts";
import type { Duration, Side } from "./product.ts";
import { payoutMinor } from "./terms.ts";

export type OpenPosition = {
  readonly side: Side;
  /** In thousandths, on the price grid. */
  readonly barrierMilli: number;
  readonly stakeMinor: Minor;
  /** Profit of a win per unit staked, in hundredths. */
  readonly multiplierHundredths: number;
};

export type Settlement = {
  readonly status: "won" | "lost";
  /** The user's gain: stake x multiplier, or minus the stake. */
  readonly profitMinor: Minor;
  /** The credit to the user's balance: stake and profit, or nothing, because the stake left at the opening. */
  readonly creditMinor: Minor;
};

/** Returns the tick whose price settles a position, however late it is settled. Ticks are Unix seconds. */
export function expiryTick(entryTick: number, duration: Duration): number {
  return entryTick + durationTicks(duration);
}

/**
 * Returns true if a position wins at a price: a buy at or above its barrier, a sell at or below it, both in thousandths.
 * PostgreSQL decides by the same rule (`winsSql` of the server); a test compares them.
 */
export function wins(side: Side, barrierMilli: number, priceMilli: number): boolean {
  return side === "buy" ? priceMilli >= barrierMilli : priceMilli <= barrierMilli;
}

/**
 * Returns the result of a position, from the price published for its expiry tick (thousandths). Amounts are exact.
 *
 * @throws RangeError for a stake with more decimals than a form accepts, whose profit would need rounding
 */
export function settle(position: OpenPosition, resultMilli: number): Settlement {
  const { side, barrierMilli, stakeMinor, multiplierHundredths } = position;
  if (!wins(side, barrierMilli, resultMilli))
    return { status: "lost", profitMinor: minor(-stakeMinor), creditMinor: ZERO };
  const creditMinor = payoutMinor(stakeMinor, multiplierHundredths);
  return { status: "won", profitMinor: minor(creditMinor - stakeMinor), creditMinor };
}
