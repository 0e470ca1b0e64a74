import { deviationAfter, PULL_SCALE } from "./distribution.ts";
import { minor } from "./money.ts";
import type { Minor } from "./money.ts";
import { assertIndex, floorDivideBig, roundDivideBig } from "./numbers.ts";
import { GRID, MEAN_STATE, REVERSION_TICKS } from "./price.ts";
import type { Side } from "./product.ts";
import type { OpenPosition } from "./settlement.ts";

/** The chance of certainty: chances are counted in parts of 2^40. */
export const CHANCE_ONE = PULL_SCALE;

/** The longest duration, in ticks. The tables end there. */
export const MOST_TICKS_LEFT = 600;

/** The normal tables have an entry for each 1/256 from -8 to 8. */
const STEPS = 256;
const LAST = 8 * STEPS;

/** Distances from the expected price count 2^-32 standard deviations, so 2^24 of them lie between two entries. */
const ENTRY_BITS = 24n;
const ENTRY_MASK = 2n ** ENTRY_BITS - 1n;
const FAR = 8n * 2n ** 32n;

export type SaleTables = {
  /** `pull_n`, the share of its distance to the mean that the price keeps over n ticks: entry `n - 1`, in parts of 2^40. */
  readonly pull: readonly bigint[];
  /** `sd_n`, the standard deviation of the price after n ticks: entry `n - 1`, in units of 1e-8. */
  readonly sd: readonly bigint[];
  /** `T[k]`, the chance of a standard normal value below k / 256: entry `k + 2048`, in parts of 2^40. */
  readonly T: readonly bigint[];
  /** `C[k]`, to be divided by n: the addition for the fourth moment of n ticks. Entry `k + 2048`, in parts of 2^40. */
  readonly C: readonly bigint[];
};

/** The fixed point of the normal tables, which has 36 decimals. */
const FIXED = 10n ** 36n;
/** `1 / sqrt(2 pi)`. */
const DENSITY_AT_ZERO = 398_942_280_401_432_677_939_946_059_934_381_868n;

/** Computes `exp(-1 / (2 x 256^2))` by its series. */
function firstDecay(): bigint {
  const divisor = BigInt(2 * STEPS * STEPS);
  let term = FIXED;
  let sum = 0n;
  for (let power = 1n; term !== 0n; power++) {
    sum += term;
    term = -term / (divisor * power);
  }
  return sum;
}

/**
 * Computes both normal tables in integers, since the 15 digits of a double could not tell how the closest
 * entries round. Each density is a multiple of the one before. Its integral is the trapezoidal sum with two
 * terms of Euler and Maclaurin, which leaves less than 1e-18. No entry is closer to a rounding boundary than 3e-5 parts of
 * 2^40, which is 3e-17 (checked with 60 digits).
 */
function normalTables(): Pick<SaleTables, "T" | "C"> {
  const upperT: bigint[] = [];
  const upperC: bigint[] = [];
  const step = BigInt(STEPS);
  let density = DENSITY_AT_ZERO;
  let decay = firstDecay();
  const decayOfDecay = (decay * decay) / FIXED;
  let sum = -density / 2n;
  for (let k = 0n; k <= BigInt(LAST); k++) {
    sum += density;
    // The density's first derivative is -z times it, the third -(z^3 - 3z) times it.
    const first = (density * k) / step;
    const third = (density * (k * k * k - 3n * k * step * step)) / step ** 3n;
    const area = (sum - density / 2n) / step + first / (12n * step ** 2n) - third / (720n * step ** 4n);
    upperT.push(roundDivideBig((FIXED / 2n + area) * CHANCE_ONE, FIXED));
    upperC.push(roundDivideBig(third * CHANCE_ONE, 320n * FIXED));
    density = (density * decay) / FIXED;
    decay = (decay * decayOfDecay) / FIXED;
  }
  return {
    T: mirrored(upperT, (above) => CHANCE_ONE - above),
    C: mirrored(upperC, (above) => -above),
  };
}

/** Returns the entries from -8 to 8, given those from 0 to 8. */
function mirrored(upper: readonly bigint[], below: (above: bigint) => bigint): bigint[] {
  return [...upper.slice(1).toReversed().map(below), ...upper];
}

/**
 * Computes the tables by ticks. Sums, products and roots of doubles are the same everywhere, and no `sd_n` is closer to a
 * rounding boundary than 2e-4. `pull_n` has 120 bits more until it is rounded: each is the one before less its share, in a
 * fiftieth of the time of 600 exact fractions. A test compares them.
 */
function tickTables(): Pick<SaleTables, "pull" | "sd"> {
  const pull: bigint[] = [];
  const sd: bigint[] = [];
  let kept = PULL_SCALE << 120n;
  for (let n = 1; n <= MOST_TICKS_LEFT; n++) {
    kept -= kept / BigInt(REVERSION_TICKS);
    pull.push((kept + (1n << 119n)) >> 120n);
    sd.push(BigInt(Math.floor(deviationAfter(n) + 0.5)));
  }
  return { pull, sd };
}

let made: SaleTables | undefined;

/**
 * Returns the integers that every chance is computed from, the same on every machine. The first call makes them, which
 * takes some 20 ms.
 */
export function saleTables(): SaleTables {
  made ??= { ...tickTables(), ...normalTables() };
  return made;
}

/** Returns `F`: the chance of a value below `z`, which counts 2^-32 standard deviations, `ticks` ahead. Rounded down. */
function chanceBelow({ T, C }: SaleTables, z: bigint, ticks: bigint): bigint {
  if (z < -FAR) return 0n;
  if (z >= FAR) return CHANCE_ONE;
  const at = Number(z >> ENTRY_BITS) + LAST;
  const part = z & ENTRY_MASK;
  const between = (table: readonly bigint[]) =>
    (table[at]! << ENTRY_BITS) + (table[at + 1]! - table[at]!) * part;
  const chance = floorDivideBig(between(T) * ticks + between(C), ticks << ENTRY_BITS);
  if (chance < 0n) return 0n;
  return chance > CHANCE_ONE ? CHANCE_ONE : chance;
}

/**
 * Returns the chance to win of a position that has `ticksLeft` ticks to go, in parts of 2^40, from the published price and
 * the barrier in thousandths. The price is normal but for its fourth moment, which is corrected; it reaches a barrier from
 * half a grid step away. The state lies anywhere within half a grid step of the published price. Averaged over that, the
 * exact chance differs from the result by 4.5e-5 at the last tick, and by less than 3.1e-6 from six ticks on.
 *
 * `F` is rounded down to a whole part. A buy's chance is the rest, so a buy and a sell that cannot both win or both lose
 * have chances that add up to one.
 *
 * @throws RangeError unless `ticksLeft` is an integer from 1 to 600
 */
export function chanceLeft(side: Side, priceMilli: number, barrierMilli: number, ticksLeft: number): bigint {
  if (!Number.isSafeInteger(ticksLeft) || ticksLeft < 1 || ticksLeft > MOST_TICKS_LEFT) {
    throw new RangeError(`ticks left must be an integer from 1 to ${MOST_TICKS_LEFT}`);
  }
  assertIndex(priceMilli, "price");
  assertIndex(barrierMilli, "barrier");
  const tables = saleTables();
  const fromMean = (milli: number) => BigInt(milli * GRID - MEAN_STATE);
  const halfStep = BigInt(side === "buy" ? -GRID / 2 : GRID / 2);
  const pulled = fromMean(priceMilli) * tables.pull[ticksLeft - 1]!;
  const distance = (fromMean(barrierMilli) + halfStep) * PULL_SCALE - pulled;
  const z = floorDivideBig(distance, tables.sd[ticksLeft - 1]! << 8n);
  const below = chanceBelow(tables, z, BigInt(ticksLeft));
  return side === "buy" ? CHANCE_ONE - below : below;
}

/** 0.01 USDMS. Payments before the expiry are rounded down to whole cents. */
const CENT = 1_000_000n;

export type Sale = {
  /** The value, rounded down to 0.01: the payment if the price ends early. */
  readonly valueMinor: Minor;
  /** Value less proceeds. */
  readonly feeMinor: Minor;
  readonly proceedsMinor: Minor;
};

/**
 * Returns the value of a position before its expiry, which is `stake x (1 + m) x chance`, and the proceeds of a sale. The
 * fee is taken from the exact value, and the proceeds are rounded once: down to 0.01.
 *
 * @param chance in parts of 2^40, see `chanceLeft`
 * @param feeMillionths of the value: 10,000 for 1 %
 */
export function saleOf(
  position: { readonly stakeMinor: Minor; readonly multiplierHundredths: number },
  chance: bigint,
  feeMillionths: number,
): Sale {
  const exact = position.stakeMinor * BigInt(100 + position.multiplierHundredths) * chance;
  const cent = CENT * 100n * CHANCE_ONE;
  const valueMinor = minor((exact / cent) * CENT);
  const kept = exact * BigInt(1_000_000 - feeMillionths);
  const proceedsMinor = minor((kept / (cent * 1_000_000n)) * CENT);
  return { valueMinor, feeMinor: minor(valueMinor - proceedsMinor), proceedsMinor };
}

export type SaleAt = Sale & {
  readonly ticksLeft: number;
  /** In parts of 2^40. */
  readonly chance: bigint;
};

/**
 * Sells a position back at a tick, which is the end of a block.
 *
 * @param priceMilli the published price of `tick`, in thousandths
 * @param feeMillionths of the value, from the terms of the epoch that the position entered in
 * @throws RangeError unless 1 to 600 ticks are left
 */
export function saleAt(
  position: OpenPosition & { readonly expiryTick: number },
  tick: number,
  priceMilli: number,
  feeMillionths: number,
): SaleAt {
  const ticksLeft = position.expiryTick - tick;
  const chance = chanceLeft(position.side, priceMilli, position.barrierMilli, ticksLeft);
  return { ticksLeft, chance, ...saleOf(position, chance, feeMillionths) };
}

/** The least number of blocks that must begin after a sale and end by the expiry. */
const LEAST_BLOCKS_LEFT = 2;

/**
 * Returns true if a position can no longer be sold at a tick.
 *
 * @param period seconds of a block
 */
export const isTooLateToSell = (expiryTick: number, tick: number, period: number): boolean =>
  expiryTick - tick < LEAST_BLOCKS_LEFT * period;

/** The closing of a position whose price ends before its expiry. The position pays its value, instead of a result. */
export type Closing = Pick<SaleAt, "ticksLeft" | "chance" | "valueMinor">;

/** Closes a position at the newest known price: a sale without a fee. Parameters and errors are those of `saleAt`. */
export function closingAt(
  position: OpenPosition & { readonly expiryTick: number },
  tick: number,
  priceMilli: number,
): Closing {
  const { ticksLeft, chance, valueMinor } = saleAt(position, tick, priceMilli, 0);
  return { ticksLeft, chance, valueMinor };
}
