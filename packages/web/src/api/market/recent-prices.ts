import type { Prices } from "@veritick/contract/schemas/fairness.ts";

const KEPT = 600;

export const newestTick = ({ from, prices }: Prices): number => from + prices.length - 1;

/** What is known with what was asked for from its newest tick on; of both, the newest ten minutes. */
export function appended(known: Prices | undefined, news: Prices): Prices {
  if (known === undefined || news.from > newestTick(known) + 1 || news.from < known.from) return news;
  const prices = [...known.prices.slice(0, news.from - known.from), ...news.prices];
  const surplus = Math.max(0, prices.length - KEPT);
  return { from: known.from + surplus, prices: prices.slice(surplus) };
}
