import { useQuery } from "@tanstack/react-query";
import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { endTickOf } from "../../../api/desk/desk.ts";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { ApiError, call } from "../../../api/client.ts";
import { useLive } from "../../../api/live/live.ts";
import type { PriceHistory } from "../../../api/market/price-history.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { keyOf } from "../../../api/query.ts";
import type { PriceAt, Span } from "../../../ui/plot/plot.tsx";
import type { Loadable } from "../../../ui/states.tsx";

/** The close-ups show this many ticks on each side of the entry and of the expiry. */
export const CLOSE_TICKS = 10;

type Ticks = { readonly entryTick: number; readonly expiryTick: number };

/** Returns the ticks to draw: those of the position and a tenth of its time, at least `CLOSE_TICKS`, on each side. */
export function spanOf({ entryTick, expiryTick }: Ticks): Span {
  const margin = Math.max(CLOSE_TICKS, Math.round((expiryTick - entryTick) / 10));
  return { from: entryTick - margin, to: expiryTick + margin };
}

export function closeSpan(tick: number): Span {
  return { from: tick - CLOSE_TICKS, to: tick + CLOSE_TICKS };
}

/** The prices of a position from all sources. Tells subscribers of every change. */
export type PositionPrices = {
  readonly priceAt: PriceAt;
  readonly newest: () => number | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Joins loaded and pushed prices. It prefers loaded prices; pushed prices fill the gaps and keep coming. */
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

export function pricesIn(priceAt: PriceAt, { from, to }: Span): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => priceAt(from + index)).filter(
    (milli) => milli !== undefined,
  );
}

/** `data` is the prices once that of the entry is known. */
export type PricesState = Loadable<PositionPrices> & {
  /** The price began anew after the position, and the platform no longer serves the earlier prices. */
  readonly isGone: boolean;
  readonly prices: PositionPrices;
  /** The ticks to draw, none of them before the price began. */
  readonly span: Span;
};

const KEPT_MS = 300_000;

/**
 * Returns the prices around a position. The live connection has those of the last minutes and adds new ones. Older ones are
 * loaded. No tick after the newest one is ever requested.
 */
export function usePositionPrices(position: Position): PricesState {
  const { history } = useLive();
  const { market, isError: isMarketUnknown } = useMarketTerms();
  const { entryTick } = position;
  const endTick = endTickOf(position);
  const isKnownSince = market !== undefined || isMarketUnknown;
  const genesisTick = market?.genesisTick ?? 0;
  const isEarlier = entryTick < genesisTick;

  const span = useMemo(() => {
    const { from, to } = spanOf({ entryTick, expiryTick: endTick });
    return { from: Math.max(from, genesisTick), to };
  }, [entryTick, endTick, genesisTick]);

  const subscribe = useCallback((listener: () => void) => history.subscribe(listener), [history]);
  const lacks = (part: Span) => history.missing(part).length > 0;
  const until = { from: span.from, to: endTick };
  const after = { from: endTick + 1, to: span.to };
  const lacksUntil = useSyncExternalStore(subscribe, () => lacks(until));
  const isAfterPast = () => history.newest !== undefined && history.newest >= after.to;
  const lacksAfter = useSyncExternalStore(subscribe, () => isAfterPast() && lacks(after));
  // The last tick of a sale may not be shown yet.
  const isEndPast = useSyncExternalStore(
    subscribe,
    () => position.soldTick === null || (history.newest ?? 0) >= position.soldTick,
  );
  const isDecided = position.status !== "active" && position.status !== "refunded" && isEndPast;
  const isAsked = isDecided && isKnownSince && !isEarlier;
  const main = useRun(until, isAsked && lacksUntil);
  const tail = useRun(after, isAsked && lacksAfter);

  const prices = useMemo(() => joinPrices(history, [main.data, tail.data]), [history, main.data, tail.data]);
  const isThere = useSyncExternalStore(prices.subscribe, () => prices.priceAt(entryTick) !== undefined);
  const isRefused = main.error instanceof ApiError && main.error.status === 400;
  const isGone = isEarlier || isRefused || (position.status === "refunded" && !isThere);
  const data = isThere && !isGone ? prices : undefined;
  return { data, isError: main.isError, refetch: main.refetch, isGone, prices, span };
}

function useRun(span: Span, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf("prices"), span],
    queryFn: ({ signal }) => call("prices", { query: span, signal }),
    enabled,
    gcTime: KEPT_MS,
  });
}
