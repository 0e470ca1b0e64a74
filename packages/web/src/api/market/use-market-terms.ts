import { useCallback, useMemo } from "react";
import { useGet } from "../query.ts";
import { readMarketTerms } from "./market-terms.ts";

/** Reads the market's terms, undefined until they have arrived. This is apart from `readMarketTerms`, which the landing page uses without the query cache. */
export function useMarketTerms() {
  const { data, isError, refetch: fetch } = useGet("fairness");
  const market = useMemo(() => data && readMarketTerms(data), [data]);
  // The same function in each render, so that an effect may depend on it.
  const refetch = useCallback(() => fetch({ cancelRefetch: false }), [fetch]);
  return { market, isError, refetch };
}
