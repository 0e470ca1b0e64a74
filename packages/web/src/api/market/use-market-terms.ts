import { useCallback, useMemo } from "react";
import { useGet } from "../query.ts";
import { readMarketTerms } from "./market-terms.ts";
import type { MarketTerms } from "./market-terms.ts";

type MarketTermsState = {
  /** Undefined until the terms have arrived. */
  readonly market: MarketTerms | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => unknown;
};

/** Reads the market's terms. This is apart from `readMarketTerms`, which the landing page uses without the query cache. */
export function useMarketTerms(): MarketTermsState {
  const { data, isError, refetch } = useGet("fairness");
  const market = useMemo(() => data && readMarketTerms(data), [data]);
  // The same function in each render, so that an effect may depend on it.
  const retry = useCallback(() => refetch({ cancelRefetch: false }), [refetch]);
  return { market, hasFailed: isError, retry };
}
