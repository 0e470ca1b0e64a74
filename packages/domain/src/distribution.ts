import { roundDivideBig } from "./integers.ts";
import { normalCdf } from "./normal.ts";
import {
  GRID,
  MEAN_STATE,
  NOISE_DIVISOR,
  NOISE_SCALE,
  NOISE_WORDS,
  REVERSION_TICKS,
} from "./price-process.ts";
import type { State } from "./price-process.ts";
import type { Side } from "./product.ts";

/** Barrier formulas count the pull toward the mean in parts of 2^40. */
export const PULL_SCALE = 2n ** 40n;

/** The share of its distance to the mean that a state keeps over one tick. */
const KEPT = 1 - 1 / REVERSION_TICKS;

/**
 * Standard deviation of one tick in state units, about 0.0275e8. A 16-bit word has variance (65536^2 - 1) /
 * 12; the noise is twice a sum of 16 of them.
 */
const TICK_DEVIATION = (NOISE_SCALE * 2 * Math.sqrt((NOISE_WORDS * (65_536 ** 2 - 1)) / 12)) / NOISE_DIVISOR;

/**
 * The share of its distance to the mean that the price keeps over `ticks`, in parts of 2^40: `(1 -
 * 1/K)^ticks`, computed as a fraction of integers and rounded once, so that every machine gets the same
 * digits.
 */
export function pullOver(ticks: number): bigint {
  const kept = BigInt(REVERSION_TICKS - 1) ** BigInt(ticks);
  return roundDivideBig(kept * PULL_SCALE, BigInt(REVERSION_TICKS) ** BigInt(ticks));
}

/** The expected state `ticks` after a known one. */
export function meanAfter(state: State, ticks: number): number {
  return MEAN_STATE + (state - MEAN_STATE) * KEPT ** ticks;
}

/**
 * Standard deviation of the state `ticks` after a known one, in state units: the noise of every tick shrinks
 * by `KEPT` with each tick that follows, and independent variances add up. (The sum of the geometric series
 * in closed form subtracts nearly equal numbers; adding it up keeps the digits.)
 */
export function deviationAfter(ticks: number): number {
  let sum = 0;
  let weight = 1;
  for (let tick = 0; tick < ticks; tick++) {
    sum += weight;
    weight *= KEPT * KEPT;
  }
  return TICK_DEVIATION * Math.sqrt(sum);
}

/**
 * The chance that the price published `ticks` after `entryMilli` reaches a barrier: at or above it for a buy,
 * at or below it for a sell. Prices in thousandths. A price is rounded to the grid before it is compared, so
 * it reaches the barrier from half a grid step away.
 */
export function chanceToReach(side: Side, entryMilli: number, barrierMilli: number, ticks: number): number {
  const mean = meanAfter(entryMilli * GRID, ticks);
  const distance = side === "buy" ? barrierMilli * GRID - mean : mean - barrierMilli * GRID;
  return normalCdf((GRID / 2 - distance) / deviationAfter(ticks));
}
