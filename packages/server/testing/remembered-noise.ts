import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { NoiseKey } from "@veritick/domain/price.ts";

// Nearly all tests begin at one time with one secret, and many let days pass, so they compute the same noise repeatedly.
// This caches a tick's noise with its inputs, and computes it anew for another seed, round or random value.

/** The most epochs in memory, of 30 kB each. */
const KEPT_EPOCHS = 2_000;
/** The first ticks of a key are computed, because that is quicker than finding them in the cache. */
const MADE_ANYWAY = 8;

type Remembered = {
  readonly epoch: number;
  readonly noise: Int32Array;
  /** The inputs of each tick's noise, as one number; 0 if it was not computed. */
  readonly madeWith: Int32Array;
};
type Key = NoiseKey & { made?: number; remembered?: Remembered };

let isSpared = false;

/** Replaces the noise, which takes 0.2 s for a day, in a file that lets weeks pass and compares no price. */
export function spareNoise(is = true): void {
  isSpared = is;
}

const makeNoise = NoiseKey.prototype.noiseAt;
const bySeed = new Map<string, Remembered>();

NoiseKey.prototype.noiseAt = function (this: Key, tick, round, rho) {
  // Up and down within half of the possible noise, and never far from the price's start.
  if (isSpared) return Math.imul(tick, 0x9e3779b1) >> 12;
  this.made = (this.made ?? 0) + 1;
  if (this.made <= MADE_ANYWAY) return makeNoise.call(this, tick, round, rho);
  const { epoch, noise, madeWith } = (this.remembered ??= recall(this, epochOf(tick)));
  if (epochOf(tick) !== epoch) return makeNoise.call(this, tick, round, rho);
  const index = tick % EPOCH_TICKS;
  const given = mixOf(round, rho);
  if (madeWith[index] !== given) {
    noise[index] = makeNoise.call(this, tick, round, rho);
    madeWith[index] = given;
  }
  return noise[index]!;
};

function recall(key: NoiseKey, epoch: number): Remembered {
  // A key hides its seed. Keys that give the same noise for these ticks have the same seed.
  const name = [1, 2, 3].map((tick) => makeNoise.call(key, tick, 0, "")).join(" ");
  let remembered = bySeed.get(name);
  if (remembered === undefined) {
    if (bySeed.size >= KEPT_EPOCHS) bySeed.delete(bySeed.keys().next().value!);
    const emptied = () => new Int32Array(EPOCH_TICKS);
    remembered = { epoch, noise: emptied(), madeWith: emptied() };
    bySeed.set(name, remembered);
  }
  return remembered;
}

let mixed = { round: -1, rho: "", mix: 0 };

/** Returns a number that changes with any digit of a random value. */
function mixOf(round: number, rho: string): number {
  if (mixed.round === round && mixed.rho === rho) return mixed.mix;
  let mix = Math.imul(round, 0x9e3779b1);
  for (let index = 0; index < rho.length; index += 1)
    mix = Math.imul(mix ^ rho.charCodeAt(index), 0x01000193);
  mixed = { round, rho, mix: mix === 0 ? 1 : mix };
  return mixed.mix;
}
