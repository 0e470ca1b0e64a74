import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../client.ts";

const TICK_MS = 1000;
const SLOWEST_MS = 8000;
/** A price is out of date if it has not moved on for so long. */
const OLD_MS = 5000;

type RecentPrices = { readonly recent: Prices | undefined; readonly isOld: boolean };

/**
 * Returns the last ten minutes of prices for pages without a live connection. It requests only the newest tick each second,
 * less often while no answer comes, and never while the page is hidden. It calls `askBesides` too, until that succeeds once.
 */
export function useRecentPrices(askBesides?: (signal: AbortSignal) => Promise<void>): RecentPrices {
  const [recent, setRecent] = useState<Prices>();
  const [isOld, setOld] = useState(false);
  const besides = useEffectEvent((signal: AbortSignal) => askBesides?.(signal));

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let known: Prices | undefined;
    let hasBesides = false;
    let movedAt = performance.now();
    let answeredAt = movedAt;
    let waitMs = TICK_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function askForPrices(signal: AbortSignal) {
      if (performance.now() - answeredAt > KEPT * TICK_MS) {
        // The page was hidden for long. The known prices must not pass for current ones until the answer comes.
        known = undefined;
        setOld(true);
      }
      const next = await withNews(known, (query) => call("prices", query ? { signal, query } : { signal }));
      answeredAt = performance.now();
      if (known === undefined || newestTick(next) > newestTick(known)) movedAt = answeredAt;
      known = next;
      setRecent(next);
    }

    async function askForTheRest(signal: AbortSignal) {
      await besides(signal);
      hasBesides = true;
    }

    async function ask() {
      clearTimeout(timer);
      if (document.hidden) return;
      // A network that swallows everything lets no request fail for minutes. Browsers of 2023 have no `AbortSignal.any`.
      const attempt = new AbortController();
      const giveUp = () => attempt.abort();
      const timeout = setTimeout(giveUp, SLOWEST_MS);
      signal.addEventListener("abort", giveUp);
      try {
        // A request would fail and only fill the browser's log.
        if (navigator.onLine === false) throw new Error("offline");
        await Promise.all([
          askForPrices(attempt.signal),
          hasBesides ? undefined : askForTheRest(attempt.signal),
        ]);
        waitMs = TICK_MS;
      } catch {
        if (signal.aborted) return;
        // The server may no longer know these ticks.
        known = undefined;
        waitMs = Math.min(2 * waitMs, SLOWEST_MS);
      } finally {
        clearTimeout(timeout);
        signal.removeEventListener("abort", giveUp);
      }
      setOld(performance.now() - movedAt > OLD_MS);
      // If the person came back meanwhile, another round has begun.
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

  return { recent, isOld };
}

const KEPT = 600;
const MOST = 3600;

export const newestTick = ({ from, prices }: Prices): number => from + prices.length - 1;

/**
 * Requests the prices from the newest known tick on and joins them. After a long absence the server answers with the oldest
 * of them, which are not the current ones. Then this requests the newest.
 */
export async function withNews(
  known: Prices | undefined,
  fetchPrices: (query: { from: number } | undefined) => Promise<Prices>,
): Promise<Prices> {
  const news = await fetchPrices(known && { from: newestTick(known) });
  return known !== undefined && news.prices.length >= MOST ? fetchPrices(undefined) : appended(known, news);
}

/** Joins the known prices with those requested from the newest known tick on, and keeps the newest ten minutes. */
export function appended(known: Prices | undefined, news: Prices): Prices {
  if (known === undefined || news.from > newestTick(known) + 1 || news.from < known.from) return news;
  const prices = [...known.prices.slice(0, news.from - known.from), ...news.prices];
  const surplus = Math.max(0, prices.length - KEPT);
  return { from: known.from + surplus, prices: prices.slice(surplus) };
}
