import { candles, prices } from "@veritick/contract/schemas/fairness.ts";
import { candlesOf, candleStart, longerCandles } from "@veritick/domain/candles.ts";
import type { Candle, CandleSeconds } from "@veritick/domain/candles.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { priceNumber } from "@veritick/domain/price.ts";
import type { Clock } from "../platform/clock.ts";
import type { Bind } from "../platform/http/bind.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import { refuse } from "../platform/refusal.ts";
import type { PriceBook } from "./price-book.ts";

const NEWEST = 600;
const MOST = 3600;
const MOST_CANDLES = 120;

/** The limits of each address on old prices, which must be computed again. */
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

const MINUTE = 60;
/** The past epochs whose candles stay in memory, a kilobyte each. They never change. */
const KEPT_EPOCHS = 200;

/** Makes candles of the price. It reads the minutes of each past epoch once, and makes longer candles from minutes. */
function createCandleBook(book: PriceBook) {
  const kept = new Map<number, Promise<readonly Candle[]>>();

  function* pricesOf(from: number, to: number) {
    for (let tick = from; tick <= to; tick += 1) yield book.priceMilliAt(tick);
  }

  /** Returns the minutes of an epoch up to a tick, as far as there were prices. */
  async function readMinutes(epoch: number, upTo: number): Promise<readonly Candle[]> {
    const from = Math.max(epoch * EPOCH_TICKS, book.genesis.tick);
    const to = Math.min((epoch + 1) * EPOCH_TICKS - 1, upTo);
    await book.bring(from, to);
    return candlesOf(pricesOf(from, to), from, MINUTE);
  }

  function minutesOf(epoch: number, newest: number): Promise<readonly Candle[]> {
    if (epoch >= epochOf(newest)) return readMinutes(epoch, newest);
    let minutes = kept.get(epoch);
    if (minutes === undefined) {
      minutes = readMinutes(epoch, newest);
      kept.set(epoch, minutes);
      minutes.catch(() => kept.delete(epoch));
      if (kept.size > KEPT_EPOCHS) kept.delete(kept.keys().next().value!);
    }
    return minutes;
  }

  return {
    /** Returns how many epochs of a range must be computed again first. */
    epochsToWalk(from: number, to: number): number {
      let count = 0;
      for (let epoch = epochOf(from); epoch <= epochOf(Math.min(to, book.newestTick)); epoch += 1) {
        const first = Math.max(epoch * EPOCH_TICKS, book.genesis.tick);
        if (!kept.has(epoch) && !book.isAtHand(first)) count += 1;
      }
      return count;
    },

    /**
     * Returns the candles between `from` and `to`, which must be the bounds of candles. The last candle ends at the newest
     * tick if that is earlier.
     */
    async read(from: number, to: number, seconds: CandleSeconds) {
      const newest = book.newestTick;
      const until = Math.min(to, newest);
      const firstMinute = Math.max(from, book.genesis.tick - (book.genesis.tick % MINUTE));
      const minutes: Candle[] = [];
      for (let epoch = epochOf(firstMinute); epoch <= epochOf(until); epoch += 1) {
        const begin = Math.max(epoch * EPOCH_TICKS, book.genesis.tick - (book.genesis.tick % MINUTE));
        const all = await minutesOf(epoch, newest);
        const skipped = Math.max(0, firstMinute - begin) / MINUTE;
        const last = Math.floor((until - begin) / MINUTE);
        minutes.push(...all.slice(skipped, last + 1));
      }
      return { until, candles: longerCandles(minutes, firstMinute, MINUTE, seconds) };
    },
  };
}
