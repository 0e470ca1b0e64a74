import type { PriceHistory } from "../../lib/market/price-history.ts";

/** What a chart of the last ticks says in words. Prices are in thousandths. */
export type PriceSummary = {
  readonly fromMilli: number;
  readonly toMilli: number;
  readonly lowMilli: number;
  readonly highMilli: number;
};

export function summarisePrices(history: PriceHistory, ticks: number): PriceSummary | undefined {
  const newest = history.newest;
  if (newest === undefined) return undefined;
  const known = Array.from({ length: ticks }, (_, index) =>
    history.priceAt(newest - ticks + 1 + index),
  ).filter((milli) => milli !== undefined);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { fromMilli: first, toMilli: last, lowMilli: Math.min(...known), highMilli: Math.max(...known) };
}
