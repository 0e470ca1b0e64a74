import { exp, log } from "./exact-math.ts";
import { roundDivideBig } from "./numbers.ts";
import { GRID, MEAN_STATE, NOISE_DIVISOR, NOISE_SCALE, NOISE_WORDS, REVERSION_TICKS } from "./price.ts";
import type { State } from "./price.ts";
import type { Side } from "./product.ts";

const SQRT_HALF_PI = Math.sqrt(Math.PI / 2);
const LOG_SQRT_TWO_PI = log(2 * Math.PI) / 2;

/** A term below this share of the sum changes none of its digits. */
const NEGLIGIBLE = Number.EPSILON / 4;

/** The depth that gives full double precision at 2, where the fraction converges slowest of all its uses here. */
const FRACTION_DEPTH = 200;

/**
 * Returns Mills' ratio for t >= 0: the chance of a standard normal value above `t`, divided by the density at `t`. Unlike
 * the chance itself, it neither vanishes nor loses digits far out.
 *
 * Near zero it uses the power series in G. Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software
 * 11(4), 2004; further out Laplace's continued fraction, 1/(t + 1/(t + 2/(t + 3/(t + ...)))).
 */
function millsRatio(t: number): number {
  if (t >= 2) {
    let tail = t;
    for (let level = FRACTION_DEPTH; level >= 1; level--) tail = t + level / tail;
    return 1 / tail;
  }
  let term = t;
  let series = 0;
  for (let odd = 1; Math.abs(term) > Math.abs(series) * NEGLIGIBLE; odd += 2) {
    series += term;
    term *= (t * t) / (odd + 2);
  }
  return SQRT_HALF_PI * exp((t * t) / 2) - series;
}

/** Returns the chance that a standard normal value is at most `x`, to about 14 significant digits in the lower tail too. */
export function normalCdf(x: number): number {
  const upper = millsRatio(Math.abs(x)) * exp(-(x * x) / 2 - LOG_SQRT_TWO_PI);
  return x < 0 ? upper : 1 - upper;
}

/**
 * Returns the standard normal quantile: the `x` whose `normalCdf` is `p`, to about 14 significant digits.
 *
 * It applies Newton's method to the logarithm of the distribution, which is concave: from any start left of the answer it
 * climbs monotonically and cannot overshoot. The tail is at most `exp(-x^2 / 2) / 2`, which gives such a start.
 *
 * @throws RangeError unless 0 < p < 1
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError("a quantile needs a probability strictly between 0 and 1");
  if (p === 0.5) return 0;
  if (p > 0.5) return -normalQuantile(1 - p);
  const target = log(p) + LOG_SQRT_TWO_PI;
  let t = Math.sqrt(-2 * log(2 * p));
  for (;;) {
    const ratio = millsRatio(t);
    const next = t - (target + (t * t) / 2 - log(ratio)) * ratio;
    // Rounding ends the climb: a step that gains nothing has reached the last digits.
    if (!(next < t)) return -t;
    t = next;
  }
}

/** Barrier formulas count the pull toward the mean in parts of 2^40. */
export const PULL_SCALE = 2n ** 40n;

/** The share of its distance to the mean that a state keeps over one tick. */
const KEPT = 1 - 1 / REVERSION_TICKS;

/**
 * Standard deviation of one tick in state units, about 0.0275e8. A 16-bit word has variance (65536^2 - 1) /
 * 12; the noise is twice a sum of 16 of them.
 */
const TICK_DEVIATION =
  (NOISE_SCALE * 2 * Math.sqrt((NOISE_WORDS * (65_536 * 65_536 - 1)) / 12)) / NOISE_DIVISOR;

/**
 * Returns the share of its distance to the mean that the price keeps over `ticks`, in parts of 2^40: `(1 - 1/K)^ticks`. It
 * computes a fraction of integers and rounds it once, so that every machine gets the same digits.
 */
export function pullOver(ticks: number): bigint {
  const kept = BigInt(REVERSION_TICKS - 1) ** BigInt(ticks);
  return roundDivideBig(kept * PULL_SCALE, BigInt(REVERSION_TICKS) ** BigInt(ticks));
}

/** Returns the expected state `ticks` after a known one. Products, unlike powers, are the same in every engine. */
function meanAfter(state: State, ticks: number): number {
  let distance = state - MEAN_STATE;
  for (let tick = 0; tick < ticks; tick++) distance *= KEPT;
  return MEAN_STATE + distance;
}

/**
 * Returns the standard deviation of the state `ticks` after a known one, in state units: the noise of every tick shrinks by
 * `KEPT` with each tick that follows, and independent variances add up. (The closed form of the geometric series subtracts
 * nearly equal numbers; adding up the terms keeps the digits.)
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
 * Returns the chance that the price published `ticks` after `entryMilli` reaches a barrier: at or above it for a buy, at or
 * below it for a sell. Prices are in thousandths. A price is rounded to the grid before it is compared, so it reaches the
 * barrier from half a grid step away.
 */
export function chanceToReach(side: Side, entryMilli: number, barrierMilli: number, ticks: number): number {
  const mean = meanAfter(entryMilli * GRID, ticks);
  const distance = side === "buy" ? barrierMilli * GRID - mean : mean - barrierMilli * GRID;
  return normalCdf((GRID / 2 - distance) / deviationAfter(ticks));
}
