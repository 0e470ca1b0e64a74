import { assertIndex } from "./numbers.ts";

/** Ticks, and seconds, per epoch. Every epoch has a seed of its own. */
export const EPOCH_TICKS = 3600;

/** Commitments are published this many epochs ahead. */
export const EPOCHS_AHEAD = 24;

/** Returns the epoch that a tick (Unix seconds) belongs to. The noise of the tick comes from the seed of this epoch. */
export function epochOf(tick: number): number {
  assertIndex(tick, "tick");
  return Math.floor(tick / EPOCH_TICKS);
}

/**
 * Returns the first tick made with the seed of an epoch: `3600 * epoch`. No seed makes the genesis state, so the genesis
 * epoch begins one tick after it (in the next epoch if genesis was an epoch's last tick).
 *
 * @throws RangeError for an epoch before genesis, which has no ticks
 */
export function firstTickOf(epoch: number, genesisTick: number): number {
  const genesisEpoch = epochOf(genesisTick);
  if (epoch < genesisEpoch) throw new RangeError(`epoch ${epoch} is before genesis`);
  return epoch === genesisEpoch ? genesisTick + 1 : epoch * EPOCH_TICKS;
}

/**
 * Returns true if the seed of an epoch may be shown when `currentTick` is the newest begun second. The epoch must have
 * ended: until then the seed helps to compute prices that are still to come.
 */
export function isRevealed(epoch: number, currentTick: number): boolean {
  return epochOf(currentTick) > epoch;
}
