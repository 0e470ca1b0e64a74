import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";

/** Half the width of the range that holds 95 of 100 outcomes, in standard deviations. */
const RANGE = 1.96;
/** Beyond this chance explains 1 outcome of 1000. */
const FAR = 3.29;

export type Verdict = "within" | "outside" | "farOutside";

/** How many standard deviations an outcome is away from what was expected. */
export function deviations(actual: number, expected: number, deviation: number): number {
  if (deviation > 0) return (actual - expected) / deviation;
  // Where nothing was left to chance, any difference is beyond it.
  return actual === expected ? 0 : Math.sign(actual - expected) * Infinity;
}

export function verdictOf(away: number): Verdict {
  const distance = Math.abs(away);
  return distance <= RANGE ? "within" : distance <= FAR ? "outside" : "farOutside";
}

/** The range of a count. There are no fewer than none and no more than all. */
export function countRange(expected: number, deviation: number, all: number): readonly [number, number] {
  return [Math.max(0, expected - RANGE * deviation), Math.min(all, expected + RANGE * deviation)];
}

/** The range of an amount in USDMS, which may be below zero. */
export function amountRange(expected: string, deviation: string): readonly [string, string] {
  const middle = parseMinor(expected);
  const half = (parseMinor(deviation) * BigInt(RANGE * 100)) / 100n;
  return [formatMinor(minor(middle - half)), formatMinor(minor(middle + half))];
}

/** What part of an amount another one is, for drawing: from 0 to 1. */
export function partOf(amount: string, whole: string): number {
  const [part, all] = [parseMinor(amount), parseMinor(whole)];
  if (all <= 0n) return part > 0n ? 1 : 0;
  return Math.min(1, Math.max(0, Number((part * 1_000_000n) / all) / 1_000_000));
}

export type ExpiryBar = { readonly tick: number; readonly buy: number; readonly sell: number };

const MINUTE = 60;
/** The longest position takes ten minutes: with the minute that has begun, these are all in which one can expire. */
const MINUTES = 11;

/** One bar for each minute ahead, whether anything expires in it or not, so that bars move by one and none jumps. */
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

/** The next of 1, 2 and 5 times a power of ten that is not below a value: where the axis ends. */
export function axisEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= value)!;
}
