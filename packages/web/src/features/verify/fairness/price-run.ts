import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { Span } from "../../../ui/plot/plot.tsx";

/** Prices of ticks that follow each other, in thousandths. */
export type PriceRun = { readonly firstTick: number; readonly milli: ArrayLike<number> };

export const runOf = ({ from, prices }: Prices): PriceRun => ({
  firstTick: from,
  milli: prices.map((price) => Math.round(price * 1000)),
});

/** What was asked for, and what has come since, within a span; it ends where something is missing. */
export function joinRuns(
  asked: Prices | undefined,
  recent: Prices | undefined,
  { from, to }: Span,
): PriceRun | undefined {
  if (asked === undefined) return undefined;
  const { milli } = runOf(asked);
  const news = recent && runOf(recent);
  const joined = Array.from(milli);
  if (news !== undefined) {
    for (let tick = from + joined.length; tick <= to; tick += 1) {
      const price = news.milli[tick - news.firstTick];
      if (price === undefined) break;
      joined.push(price);
    }
  }
  return { firstTick: from, milli: joined.slice(0, to - from + 1) };
}
