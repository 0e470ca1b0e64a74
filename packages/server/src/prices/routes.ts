import { candles, prices } from "@veritick/contract/schemas/fairness.ts";
import { candleStart } from "@veritick/domain/candles.ts";
import { priceNumber } from "@veritick/domain/price.ts";
import type { Clock } from "../platform/clock.ts";
import type { Bind } from "../platform/http/bind.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import { refuse } from "../platform/refusal.ts";
import { createCandleBook } from "./candle-book.ts";
import type { PriceBook } from "./price-book.ts";

const NEWEST = 600;
const MOST = 3600;
const MOST_CANDLES = 120;

/** Limits for each address on old prices, which must be computed again. */
const WALKS_PER_SECOND = 5;
const WALKS_AT_ONCE = 60;

export function priceRoutes(bind: Bind, { book, clock }: { book: PriceBook; clock: Clock }): void {
  const walks = rateLimit({ perSecond: WALKS_PER_SECOND, burst: WALKS_AT_ONCE });

  bind(prices, async ({ query, address }) => {
    const to =
      query.to ??
      (query.from === undefined ? book.newestTick : Math.min(query.from + MOST - 1, book.newestTick));
    const from = query.from ?? Math.max(to - NEWEST + 1, book.genesis.tick);
    if (from > to || to - from >= MOST || !book.isPublished(from) || !book.isPublished(to)) {
      return refuse("price_range_invalid", { field: query.from === undefined ? "to" : "from" });
    }
    const isAtHand = book.isAtHand(from) && book.isAtHand(to);
    if (!isAtHand && !walks.take(address, clock.nowMs())) {
      return refuse("too_many_requests", { retryAfterSeconds: 1 });
    }
    await book.bring(from, to);
    const count = to - from + 1;
    return {
      from,
      prices: Array.from({ length: count }, (_, index) => priceNumber(book.priceMilliAt(from + index))),
    };
  });
  const candleBook = createCandleBook(book);

  bind(candles, async ({ query, address }) => {
    const { seconds = 60 } = query;
    const most = (MOST_CANDLES - 1) * seconds;
    const to =
      query.to ?? (query.from === undefined ? book.newestTick : Math.min(query.from + most, book.newestTick));
    const from = query.from ?? Math.max(to - most, book.genesis.tick);
    if (from > to || !book.isPublished(from) || !book.isPublished(to)) {
      return refuse("price_range_invalid", { field: query.from === undefined ? "to" : "from" });
    }
    const first = candleStart(from, seconds);
    const last = candleStart(to, seconds);
    if (last - first > most) return refuse("price_range_invalid", { field: "from" });
    const end = last + seconds - 1;
    for (let left = candleBook.epochsToWalk(first, end); left > 0; left -= 1) {
      if (!walks.take(address, clock.nowMs())) return refuse("too_many_requests", { retryAfterSeconds: 1 });
    }
    const { until, candles: made } = await candleBook.read(first, end, seconds);
    return {
      seconds,
      from: first,
      until,
      candles: made.map(({ open, high, low, close }) => ({
        open: priceNumber(open),
        high: priceNumber(high),
        low: priceNumber(low),
        close: priceNumber(close),
      })),
    };
  });
}
