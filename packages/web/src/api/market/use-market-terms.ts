import { useMemo } from "react";
import { useGet } from "../query.ts";
import { readMarketTerms } from "./market-terms.ts";
import type { MarketTerms } from "./market-terms.ts";

type MarketTermsState = {
  /** Undefined until they are there. */
  readonly market: MarketTerms | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => unknown;
};

/** Stands apart from the reading, which the landing page does without the query cache. */
export function useMarketTerms(): MarketTermsState {
  const { data, isError, isFetching, refetch } = useGet("fairness");
  const market = useMemo(() => data && readMarketTerms(data), [data]);
  return { market, hasFailed: isError && !isFetching, retry: () => refetch() };
}
