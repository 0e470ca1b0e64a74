import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";

/** Half the width of the range that holds 95 of 100 outcomes, in standard deviations. */
const RANGE = 1.96;
/** Chance explains only 1 outcome of 1000 beyond this many standard deviations. */
const FAR = 3.29;

export type Verdict = "within" | "outside" | "farOutside";

/** Returns how many standard deviations an outcome lies from the expected value. */
export function deviations(actual: number, expected: number, deviation: number): number {
  if (deviation > 0) return (actual - expected) / deviation;
  // Without any chance, every difference lies outside all ranges.
  return actual === expected ? 0 : Math.sign(actual - expected) * Infinity;
}

export function verdictOf(away: number): Verdict {
  const distance = Math.abs(away);
  return distance <= RANGE ? "within" : distance <= FAR ? "outside" : "farOutside";
}

/** Returns the range of a count, limited to 0 and `all`. */
export function countRange(expected: number, deviation: number, all: number): readonly [number, number] {
  return [Math.max(0, expected - RANGE * deviation), Math.min(all, expected + RANGE * deviation)];
}

/** Returns the range of an amount in USDMS, which may be negative. */
export function amountRange(expected: string, deviation: string): readonly [string, string] {
  const middle = parseMinor(expected);
  const half = (parseMinor(deviation) * BigInt(RANGE * 100)) / 100n;
  return [formatMinor(minor(middle - half)), formatMinor(minor(middle + half))];
}

/** Returns an amount as a share of another, from 0 to 1, for drawing. */
export function partOf(amount: string, whole: string): number {
  const [part, all] = [parseMinor(amount), parseMinor(whole)];
  if (all <= 0n) return part > 0n ? 1 : 0;
  return Math.min(1, Math.max(0, Number((part * 1_000_000n) / all) / 1_000_000));
}

export type ExpiryBar = { readonly tick: number; readonly buy: number; readonly sell: number };

const MINUTE = 60;
/** The minutes in which a position can expire: the longest lasts ten, and one more has already begun. */
const MINUTES = 11;

/** Returns one bar for each minute ahead, even an empty one, so that bars move one place at a time and never jump. */
export function expiryBars({ at, byExpiry }: Pick<Exposure, "at" | "byExpiry">): readonly ExpiryBar[] {
  const first = Math.floor(Date.parse(at) / 1000 / MINUTE) * MINUTE;
  const bars = Array.from({ length: MINUTES }, (_, index) => ({
    tick: first + index * MINUTE,
    buy: 0,
    sell: 0,
  }));
  for (const { from, buy, sell } of byExpiry) {
    const index = Math.floor((Date.parse(from) / 1000 - first) / MINUTE);
    const bar = bars[Math.min(MINUTES - 1, Math.max(0, index))]!;
    bar.buy += Number(buy.payout);
    bar.sell += Number(sell.payout);
  }
  return bars;
}

/** Returns the end of the axis: the least of 1, 2 and 5 times a power of ten that is not below the value. */
export function axisEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= value)!;
}
