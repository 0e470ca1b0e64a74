import type { Fairness, Prices } from "@veritick/contract/fairness.ts";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../lib/api.ts";
import { fairness, prices } from "../../lib/calls.ts";
import { readMarketTerms } from "../../lib/market/market-terms.ts";
import type { MarketTerms } from "../../lib/market/market-terms.ts";
import { appended, newestTick } from "./recent-prices.ts";

const TICK_MS = 1000;
const SLOWEST_MS = 8000;
/** A price that has not moved on for so long is no longer the price now. */
const OLD_MS = 5000;

export type Market = {
  readonly prices: readonly number[];
  readonly terms: MarketTerms | undefined;
  /** Whether the newest price is the price now: "old" where none has come for a while, "missing" where none ever did. */
  readonly state: "live" | "old" | "missing";
};

/**
 * The last ten minutes and the terms for visitors, who have no live connection: each second the newest tick alone is
 * asked for, less often while nothing answers, and not at all while the page is not looked at.
 */
export function useMarket(): Market {
  const [recent, setRecent] = useState<Prices>();
  const [rules, setRules] = useState<Fairness>();
  const [isOld, setOld] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let known: Prices | undefined;
    let hasRules = false;
    let movedAt = performance.now();
    let waitMs = TICK_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function askForRules() {
      setRules(await call(fairness, { signal }));
      hasRules = true;
    }

    async function askForPrices() {
      const news = await call(prices, known ? { signal, query: { from: newestTick(known) } } : { signal });
      const next = appended(known, news);
      if (known === undefined || newestTick(next) > newestTick(known)) movedAt = performance.now();
      known = next;
      setRecent(next);
    }

    async function ask() {
      clearTimeout(timer);
      if (document.hidden) return;
      try {
        // Asking would only fill the browser's log.
        if (!navigator.onLine) throw new Error("offline");
        await Promise.all([askForPrices(), hasRules ? undefined : askForRules()]);
        waitMs = TICK_MS;
      } catch {
        if (signal.aborted) return;
        // Perhaps these ticks are no longer known there.
        known = undefined;
        waitMs = Math.min(2 * waitMs, SLOWEST_MS);
      }
      setOld(performance.now() - movedAt > OLD_MS);
      // Someone who came back meanwhile has begun another round.
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), waitMs);
    }

    void ask();
    document.addEventListener("visibilitychange", () => void ask(), { signal });
    addEventListener("online", () => void ask(), { signal });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);

  return {
    prices: recent?.prices ?? [],
    terms: useMemo(() => rules && readMarketTerms(rules), [rules]),
    state: !isOld ? "live" : recent === undefined ? "missing" : "old",
  };
}
