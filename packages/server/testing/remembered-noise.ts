import { EPOCH_TICKS, epochOf } from "@veritick/domain/epochs.ts";
import { NoiseKey } from "@veritick/domain/price.ts";

// Nearly all tests begin at one time with one secret, and many let days pass: they make the same noise again and again.
// A tick's is remembered together with what it was made of, and made anew with another seed, round or random value.

/** So many epochs of 30 kB stay in memory. */
const KEPT_EPOCHS = 2_000;
/** To make a few ticks takes less than to look for them. */
const MADE_ANYWAY = 8;

type Remembered = {
  readonly epoch: number;
  readonly noise: Int32Array;
  /** What each was made with; 0 where none was. */
  readonly madeWith: Int32Array;
};
type Key = NoiseKey & { made?: number; remembered?: Remembered };

let isSpared = false;

/** For a file that lets weeks pass and compares no price: the noise of a day takes a fifth of a second, and this takes none. */
export function spareNoise(is = true): void {
  isSpared = is;
}

const makeNoise = NoiseKey.prototype.noiseAt;
const bySeed = new Map<string, Remembered>();

NoiseKey.prototype.noiseAt = function (this: Key, tick, round, rho) {
  // Up and down within half of what noise can be, and never far from where the price began.
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
  // A key shows its seed to nobody. One that makes the same of these is of the same seed.
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

/** A number that any other digit of a random value changes. */
function mixOf(round: number, rho: string): number {
  if (mixed.round === round && mixed.rho === rho) return mixed.mix;
  let mix = Math.imul(round, 0x9e3779b1);
  for (let index = 0; index < rho.length; index += 1)
    mix = Math.imul(mix ^ rho.charCodeAt(index), 0x01000193);
  mixed = { round, rho, mix: mix === 0 ? 1 : mix };
  return mixed.mix;
}
