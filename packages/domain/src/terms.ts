import { chanceToReach, deviationAfter, normalQuantile, PULL_SCALE, pullOver } from "./distribution.ts";
import { ceilDivideBig, exactDivideBig, floorDivideBig } from "./numbers.ts";
import { minor } from "./money.ts";
import type { Minor } from "./money.ts";
import { GRID, MEAN_STATE, publishedPriceMilli } from "./price.ts";
import { DURATIONS, durationTicks, multiplierHundredths } from "./product.ts";
import type { Duration, Side } from "./product.ts";

/**
 * The rule that sets barriers. `barrier`: the chance to win pays for the multiplier, less the house edge. `direction`: the
 * barrier is one grid step from the entry price, which gives users far more than they stake.
 */
export type WinRule = "barrier" | "direction";

/** The terms of a duration, with the two integers from which its barriers are computed. */
export type Terms = {
  readonly winRule: WinRule;
  /** Minutes. */
  readonly duration: Duration;
  /** Profit of a win per unit staked, in hundredths. */
  readonly multiplierHundredths: number;
  /** The chance to win. Under `direction` it depends on the price: this is the chance at the mean price. */
  readonly winChance: number;
  /** The share of its distance to the mean that the price keeps until expiry, in parts of 2^40. */
  readonly pull: bigint;
  /** The distance from the expected price to the barrier, in units of 1e-8. */
  readonly reach: bigint;
};

/** The largest house edge that may be configured. */
export const HOUSE_EDGE_MAX = 0.2;

/** The largest fee for selling a position back, as a share of its value. */
export const SELL_FEE_MAX = 0.1;

/**
 * Returns the smallest house edge that may be configured. A barrier is rounded to the grid, which is worth up to 0.3 % of a
 * stake (0.56 % to someone who knows the exact state): the least edge under `barrier` covers that.
 */
export function leastHouseEdge(winRule: WinRule): number {
  return winRule === "barrier" ? 0.01 : 0;
}

/**
 * Computes the terms of every duration, shortest first.
 *
 * Under `barrier` the chance is `p = (1 - houseEdge) / (1 + multiplier)`, so that a position is expected to lose
 * `houseEdge` times its stake, and `reach` is the quantile of `1 - p` times the standard deviation at expiry. Under
 * `direction` the same formula with no pull and a reach of one grid step gives entry +- 0.001; the house edge has no
 * effect.
 *
 * @throws RangeError when the house edge is not from 0.01 to 0.2, or under `direction` from 0 to 0.2
 */
export function computeTerms(rules: TermsOffer): Terms[] {
  const least = leastHouseEdge(rules.winRule);
  if (!(rules.houseEdge >= least && rules.houseEdge <= HOUSE_EDGE_MAX)) {
    throw new RangeError(`the house edge must be from ${least} to ${HOUSE_EDGE_MAX}`);
  }
  const multiplierOf = rules.multiplierOf ?? multiplierHundredths;
  return DURATIONS.map((duration) =>
    rules.winRule === "barrier"
      ? barrierTerms(duration, multiplierOf(duration), rules.houseEdge)
      : directionTerms(duration, multiplierOf(duration)),
  );
}

function barrierTerms(duration: Duration, multiplier: number, houseEdge: number): Terms {
  const ticks = durationTicks(duration);
  const winChance = (1 - houseEdge) / (1 + multiplier / 100);
  // The quantile of 1 - p is minus that of p, which avoids the digits that the subtraction loses.
  const reach = -normalQuantile(winChance) * deviationAfter(ticks);
  return {
    winRule: "barrier",
    duration,
    multiplierHundredths: multiplier,
    winChance,
    pull: pullOver(ticks),
    reach: BigInt(Math.floor(reach + 0.5)),
  };
}

function directionTerms(duration: Duration, multiplier: number): Terms {
  const meanMilli = publishedPriceMilli(MEAN_STATE);
  return {
    winRule: "direction",
    duration,
    multiplierHundredths: multiplier,
    winChance: chanceToReach("buy", meanMilli, meanMilli + 1, durationTicks(duration)),
    pull: PULL_SCALE,
    reach: BigInt(GRID),
  };
}

/**
 * Computes the barrier of a position entered at a published price, both in thousandths: `M + (P - M) * pull / 2^40 + reach`
 * for a buy, `- reach` for a sell, in exact fractions. A buy barrier is rounded up to the grid and a sell barrier down.
 * That costs the user half a grid step on average, which the rounding of prices gives back: a price reaches the barrier
 * from half a step away.
 */
export function barrierMilli(terms: Terms, side: Side, entryMilli: number): number {
  const mean = BigInt(MEAN_STATE);
  const distance = BigInt(entryMilli) * BigInt(GRID) - mean;
  const centre = mean * PULL_SCALE + distance * terms.pull;
  const reach = terms.reach * PULL_SCALE;
  const gridStep = BigInt(GRID) * PULL_SCALE;
  const barrier =
    side === "buy" ? ceilDivideBig(centre + reach, gridStep) : floorDivideBig(centre - reach, gridStep);
  return Number(barrier);
}

/**
 * Returns the chance to win of a position entered at a published price (thousandths). Under `barrier` it is the same at
 * every price; under `direction` it follows from the distribution of the price at expiry.
 */
export function winChanceAt(terms: Terms, side: Side, entryMilli: number): number {
  if (terms.winRule === "barrier") return terms.winChance;
  const barrier = barrierMilli(terms, side, entryMilli);
  return chanceToReach(side, entryMilli, barrier, durationTicks(terms.duration));
}

/**
 * Returns the user's expected gain per unit staked, negative for a loss: minus the house edge under `barrier`. A gain of
 * the user is the house's loss. For information only: no amount is computed from it.
 */
export function expectedResultPerUnit(terms: Terms, side: Side, entryMilli: number): number {
  return winChanceAt(terms, side, entryMilli) * (1 + terms.multiplierHundredths / 100) - 1;
}

/**
 * Returns the profit of a won position: stake x multiplier, in 1e-8 USDMS. Stakes have at most two decimals, so it is exact
 * and never rounded.
 *
 * @throws RangeError for a stake so finely divided that its profit would need rounding
 */
export function maxProfitMinor(stake: Minor, multiplierHundredths: number): Minor {
  return minor(exactDivideBig(stake * BigInt(multiplierHundredths), 100n));
}

/** Returns the credit of a won position: the stake and the profit, in 1e-8 USDMS. Throws as `maxProfitMinor` does. */
export function payoutMinor(stake: Minor, multiplierHundredths: number): Minor {
  return minor(stake + maxProfitMinor(stake, multiplierHundredths));
}

/** The rules that barriers and payouts depend on. Shares are fractions of one with at most six decimals. */
export type TermsOffer = {
  readonly houseEdge: number;
  readonly winRule: WinRule;
  /** Returns the profit of a win per unit staked, in hundredths; the product's own by default. */
  readonly multiplierOf?: (duration: Duration) => number;
};
