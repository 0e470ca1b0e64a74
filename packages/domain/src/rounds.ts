import { assertIndex } from "./numbers.ts";

/** The part of a beacon's chain that determines when its rounds are due: see `BeaconChain`. */
export type RoundTimes = {
  /** Unix seconds at which round 1 is due. */
  readonly genesisTime: number;
  /** Seconds from one round to the next. */
  readonly period: number;
};

/** Returns the second (Unix time) at which a round is due. It is the first tick of the round's block. */
export function dueTick({ genesisTime, period }: RoundTimes, round: number): number {
  assertIndex(round, "round");
  return genesisTime + period * (round - 1);
}

/**
 * Returns the round that the price of a tick is made with: the newest one that is due at that second. The ticks of one
 * round are its _block_. They can be computed together, once the round is known.
 *
 * @throws RangeError for a tick before the first round
 */
export function roundOf({ genesisTime, period }: RoundTimes, tick: number): number {
  assertIndex(tick, "tick");
  if (tick < genesisTime) throw new RangeError(`tick ${tick} is before the beacon's first round`);
  return Math.floor((tick - genesisTime) / period) + 1;
}

/** Returns the last tick of a round's block. The orders of the block enter at its price. */
export function blockEnd(times: RoundTimes, round: number): number {
  return dueTick(times, round) + times.period - 1;
}

/** The platform stops taking orders this many milliseconds before the next round is due. */
export const CLOSING_MS = 500;

/**
 * Returns true if an order may enter the block of a round at an instant (Unix time in milliseconds): the round is due, and
 * the next one is at least half a second away.
 */
export function isOpenAt(times: RoundTimes, round: number, atMs: number): boolean {
  return atMs >= dueTick(times, round) * 1000 && atMs < dueTick(times, round + 1) * 1000 - CLOSING_MS;
}
