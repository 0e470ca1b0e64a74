import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { roundOf } from "./rounds.ts";
import type { RoundTimes } from "./rounds.ts";
import { epochSeed } from "./epochs.ts";
import { EPOCH_TICKS, epochOf } from "./epoch-times.ts";
import { assertIndex, floorDivide, formatScaled, readScaled } from "./numbers.ts";

/** The exact price behind a published one: a safe integer in units of 1e-8 USD. */
export type State = number;

/** State units in one dollar. */
export const UNIT = 100_000_000;

/** The level that the price is pulled back to: 155 dollars. */
export const MEAN_STATE: State = 155 * UNIT;

/** Every tick takes away one part in this many of the distance to the mean. */
export const REVERSION_TICKS = 36_000;

/** State units per unit of noise, times `NOISE_DIVISOR`: a standard deviation of 0.0275 dollars per tick. */
export const NOISE_SCALE = 19_052_559;
export const NOISE_DIVISOR = 2 ** 20;

/** The noise of a tick is a centred sum of this many 16-bit words, doubled so that it stays an integer. */
export const NOISE_WORDS = 16;
export const NOISE_MAX = NOISE_WORDS * 65_535;

/** State units in a thousandth of a dollar, the grid that published prices and barriers lie on. */
export const GRID = 100_000;

/** An epoch's seed prepared for the noise of many ticks: the two keyed blocks of the HMAC are hashed once. */
export class NoiseKey {
  readonly #keyed: ReturnType<typeof hmac.create>;
  readonly #working: ReturnType<typeof hmac.create>;
  readonly #digest = new Uint8Array(32);
  #message = new Uint8Array(0);

  constructor(seed: Uint8Array) {
    this.#keyed = hmac.create(sha256, seed);
    this.#working = hmac.create(sha256, seed);
  }

  /** Returns the same as `noise`. Calls share buffers, but the result depends on seed, tick and round alone. */
  noiseAt(tick: number, round: number, rho: string): number {
    assertIndex(tick, "tick");
    const text = `tick/2/${tick}/${round}/${rho}`;
    if (this.#message.length !== text.length) this.#message = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) this.#message[index] = text.charCodeAt(index);

    this.#keyed._cloneInto(this.#working).update(this.#message).digestInto(this.#digest);

    let sum = 0;
    for (let index = 0; index < 2 * NOISE_WORDS; index += 2) {
      sum += this.#digest[index]! * 256 + this.#digest[index + 1]!;
    }
    return 2 * sum - NOISE_MAX;
  }
}

/**
 * Returns the noise of a tick, an integer from `-NOISE_MAX` to `NOISE_MAX`: the 16 big-endian 16-bit words of
 * `HMAC-SHA256(seed, "tick/2/" + tick + "/" + round + "/" + rho)` are summed, the sum is doubled and its mean subtracted.
 *
 * @param seed the seed of the epoch that the tick belongs to
 * @param round the beacon's round that the tick belongs to
 * @param rho the random value of that round, in hex
 */
export function noise(seed: Uint8Array | NoiseKey, tick: number, round: number, rho: string): number {
  return (seed instanceof NoiseKey ? seed : new NoiseKey(seed)).noiseAt(tick, round, rho);
}

/** The beacon's rounds that prices are made with, as far as they are known. */
export type Rounds = RoundTimes & {
  /** Returns the random value of a round, in hex; undefined until the round is known. */
  rhoOf(round: number): string | undefined;
};

/**
 * Returns the state one tick later: `x + round((M - x) / K) + round(z * S / 2^20)`, where `round(v) = floor(v + 1/2)`.
 *
 * All of it is exact in numbers below 2^53 (about 9e15). The largest product is `NOISE_MAX * S` < 2.0e13. The noise moves
 * the state by less than 1.91e7, and a state further than `K * 1.91e7` < 6.9e11 from the mean is pulled back by more than
 * that, so a state that starts within 7e11 of the mean always stays within 7.1e11.
 *
 * @param z the noise of the tick that is being made
 */
export function step(state: State, z: number): State {
  const pulled = floorDivide(MEAN_STATE - state + REVERSION_TICKS / 2, REVERSION_TICKS);
  const moved = floorDivide(z * NOISE_SCALE + NOISE_DIVISOR / 2, NOISE_DIVISOR);
  return state + pulled + moved;
}

/**
 * Returns the states of `count` ticks after `fromTick`: entry `k` belongs to tick `fromTick + 1 + k`. It stops before the
 * first tick whose round is not known.
 *
 * @param seed the seed of the one epoch that all these ticks belong to
 * @param fromState the state of tick `fromTick`
 * @throws RangeError when the ticks lie in more than one epoch, as one seed cannot make them
 */
export function extendPath(
  seed: Uint8Array | NoiseKey,
  rounds: Rounds,
  fromTick: number,
  fromState: State,
  count: number,
): Float64Array {
  assertIndex(count, "count");
  if (count > 0 && epochOf(fromTick + 1) !== epochOf(fromTick + count)) {
    throw new RangeError("the ticks of one call must lie in one epoch");
  }
  const key = seed instanceof NoiseKey ? seed : new NoiseKey(seed);
  const states = new Float64Array(count);
  let state = fromState;
  let round = -1;
  let rho: string | undefined;
  for (let index = 0; index < count; index++) {
    const tick = fromTick + 1 + index;
    const needed = roundOf(rounds, tick);
    if (needed !== round) rho = rounds.rhoOf((round = needed));
    if (rho === undefined) return states.slice(0, index);
    state = step(state, key.noiseAt(tick, round, rho));
    states[index] = state;
  }
  return states;
}

/** Returns the price that is shown and settled, in thousandths of a dollar: the state rounded to the grid, halves upward. */
export function publishedPriceMilli(state: State): number {
  return floorDivide(state + GRID / 2, GRID);
}

/** Formats a price in thousandths as it is stored and sent, with eight decimals: `"152.79000000"`. */
export function priceAsDecimal8(milli: number): string {
  return formatScaled(BigInt(milli) * 100_000n, 8);
}

/**
 * Parses a stored price such as `"152.79000000"` in thousandths.
 *
 * @throws RangeError for text that is no such price or lies off the grid of 0.001: nothing is rounded
 */
export function parsePriceMilli(text: string): number {
  if (!/^\d{1,10}\.\d{3}0{5}$/.test(text)) throw new RangeError(`not a price on the grid of 0.001: ${text}`);
  return Number(readScaled(text.slice(0, -5), 3));
}

/**
 * Converts a price in thousandths to the JSON number that is pushed: the nearest double, printed with at most 3 decimals.
 */
export function priceNumber(milli: number): number {
  return milli / 1000;
}

/**
 * Returns the states of `count` ticks after `fromTick`, through as many epochs as needed: entry `k` belongs to tick
 * `fromTick + 1 + k`. The same secret, rounds, tick and state give the same path on every machine, in one call or several.
 *
 * @param secret the 32 bytes that every seed comes from
 * @param fromState the state of tick `fromTick`
 * @throws RangeError if a round is not known
 */
export function walk(
  secret: Uint8Array,
  rounds: Rounds,
  fromTick: number,
  fromState: State,
  count: number,
): Float64Array {
  assertIndex(count, "count");
  const states = new Float64Array(count);
  let done = 0;
  let state = fromState;
  while (done < count) {
    const tick = fromTick + done;
    const epoch = epochOf(tick + 1);
    const lastTickOfEpoch = (epoch + 1) * EPOCH_TICKS - 1;
    const part = Math.min(count - done, lastTickOfEpoch - tick);
    const made = extendPath(epochSeed(secret, epoch), rounds, tick, state, part);
    if (made.length < part) throw new RangeError(`the round of tick ${tick + made.length + 1} is not there`);
    states.set(made, done);
    done += part;
    state = states[done - 1]!;
  }
  return states;
}
