import type { Fairness, Prices } from "@veritick/contract/fairness.ts";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../lib/api.ts";
import { fairness, prices } from "../../lib/calls.ts";
import { readMarketTerms } from "../../lib/market/market-terms.ts";
import type { MarketTerms } from "../../lib/market/market-terms.ts";

const POLL_MS = 5000;

export type Market = {
  readonly prices: readonly number[];
  readonly terms: MarketTerms | undefined;
  readonly missing: boolean;
};

/**
 * The last ten minutes and the terms for visitors, who have no live connection: asked for gently, and only while the
 * page is looked at.
 */
export function useMarket(): Market {
  const [recent, setRecent] = useState<Prices>();
  const [rules, setRules] = useState<Fairness>();
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    async function ask() {
      if (document.hidden) return;
      try {
        setRecent(await call(prices, { signal }));
        setMissing(false);
      } catch {
        if (!signal.aborted) setMissing(true);
      }
    }
    void ask();
    call(fairness, { signal }).then(setRules, () => {});
    const timer = setInterval(() => void ask(), POLL_MS);
    document.addEventListener("visibilitychange", () => void ask(), { signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, []);

  return {
    prices: recent?.prices ?? [],
    terms: useMemo(() => rules && readMarketTerms(rules), [rules]),
    missing,
  };
}
