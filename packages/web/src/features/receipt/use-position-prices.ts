import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { ApiError } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { useLive } from "../../lib/live/live.ts";
import { useMarketTerms } from "../../lib/market/use-market-terms.ts";
import { keyOf } from "../../lib/query.ts";
import type { Span } from "../../ui/plot.ts";
import { joinPrices, spanOf } from "./position-prices.ts";
import type { PositionPrices } from "./position-prices.ts";

export type PricesState = {
  /** `gone`: the price began anew after the position, and what was before is not served any more. */
  readonly state: "loading" | "there" | "failed" | "gone";
  readonly prices: PositionPrices;
  /** The ticks to draw: none before the price began. */
  readonly span: Span;
  readonly retry: () => void;
};

const KEPT_MS = 300_000;

/**
 * The prices around a position. Those of the last minutes are here already, and the live connection adds to them;
 * older ones are asked for. Nothing after the newest tick is ever asked for.
 */
export function usePositionPrices(position: Position): PricesState {
  const { history } = useLive();
  const { market, hasFailed } = useMarketTerms();
  const { entryTick, expiryTick } = position;
  const isKnownSince = market !== undefined || hasFailed;
  const genesisTick = market?.genesisTick ?? 0;
  const isGone = entryTick < genesisTick;

  const span = useMemo(() => {
    const { from, to } = spanOf({ entryTick, expiryTick });
    return { from: Math.max(from, genesisTick), to };
  }, [entryTick, expiryTick, genesisTick]);

  const subscribe = useCallback((listener: () => void) => history.subscribe(listener), [history]);
  const lacks = (part: Span) => history.missing(part).length > 0;
  const until = { from: span.from, to: expiryTick };
  const after = { from: expiryTick + 1, to: span.to };
  const lacksUntil = useSyncExternalStore(subscribe, () => lacks(until));
  const isAfterPast = () => history.newest !== undefined && history.newest >= after.to;
  const lacksAfter = useSyncExternalStore(subscribe, () => isAfterPast() && lacks(after));
  const isDecided = position.status === "won" || position.status === "lost";
  const isAsked = isDecided && isKnownSince && !isGone;
  const main = useRun(until, isAsked && lacksUntil);
  const tail = useRun(after, isAsked && lacksAfter);

  const prices = useMemo(() => joinPrices(history, [main.data, tail.data]), [history, main.data, tail.data]);
  const isThere = useSyncExternalStore(prices.subscribe, () => prices.priceAt(entryTick) !== undefined);
  const isRefused = main.error instanceof ApiError && main.error.status === 400;
  return {
    state:
      isGone || isRefused || (position.status === "refunded" && !isThere)
        ? "gone"
        : isThere
          ? "there"
          : main.isError && !main.isFetching
            ? "failed"
            : "loading",
    prices,
    span,
    retry: () => void main.refetch(),
  };
}

function useRun(span: Span, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf("prices"), span],
    queryFn: ({ signal }) => call("prices", { query: span, signal }),
    enabled,
    gcTime: KEPT_MS,
  });
}
