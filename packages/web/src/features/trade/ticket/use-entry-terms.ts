import { epochOf } from "@veritick/domain/epochs.ts";
import { useEffect } from "react";
import { useLive, useStore } from "../../../api/live/live.ts";
import { marketIn } from "../../../api/market/market-terms.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { entryTickAt } from "../../../api/market/entry-tick.ts";

/**
 * The terms that an order gets which is sent now: those of the hour that it would enter, a moment before that hour begins.
 * They are promised for a day. A page that stays open longer asks again.
 */
export function useEntryTerms(): ReturnType<typeof useMarketTerms> {
  const { market, hasFailed, retry } = useMarketTerms();
  const { price } = useLive();
  const epoch = useStore(price, ({ tick }) =>
    market === undefined || tick === undefined ? undefined : epochOf(entryTickAt(market.beacon, tick)),
  );
  const isLater = market !== undefined && epoch !== undefined && epoch > market.epoch;
  useEffect(() => {
    if (isLater) void retry();
  }, [isLater, epoch, retry]);
  const known = market === undefined || epoch === undefined ? market : marketIn(market, epoch);
  return { market: known, hasFailed, retry };
}
