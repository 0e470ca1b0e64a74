import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { PriceHistory } from "../../lib/market/price-history.ts";
import type { PriceAt, Span } from "../../ui/plot.ts";

/** Ticks on either side of the entry and of the expiry that can be looked at closely. */
export const CLOSE_TICKS = 10;

type Ticks = { readonly entryTick: number; readonly expiryTick: number };

/** The ticks that are drawn: those of the position and a tenth of its time on either side, the close ones at least. */
export function spanOf({ entryTick, expiryTick }: Ticks): Span {
  const margin = Math.max(CLOSE_TICKS, Math.round((expiryTick - entryTick) / 10));
  return { from: entryTick - margin, to: expiryTick + margin };
}

export function closeSpan(tick: number): Span {
  return { from: tick - CLOSE_TICKS, to: tick + CLOSE_TICKS };
}

/** The prices of a position from wherever they are known, and word of every change. */
export type PositionPrices = {
  readonly priceAt: PriceAt;
  readonly newest: () => number | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

/** What was asked for comes first; what was pushed since fills in the rest and grows. */
export function joinPrices(history: PriceHistory, runs: readonly (Prices | undefined)[]): PositionPrices {
  const asked = new Map<number, number>();
  for (const run of runs) {
    run?.prices.forEach((price, index) => asked.set(run.from + index, Math.round(price * 1000)));
  }
  return {
    priceAt: (tick) => asked.get(tick) ?? history.priceAt(tick),
    newest: () => history.newest,
    subscribe: (listener) => history.subscribe(listener),
  };
}

/** The known prices of a span, oldest first. */
export function pricesIn(priceAt: PriceAt, { from, to }: Span): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => priceAt(from + index)).filter(
    (milli) => milli !== undefined,
  );
}
