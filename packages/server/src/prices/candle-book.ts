import { candlesOf, longerCandles } from "@veritick/domain/candles.ts";
import type { Candle, CandleSeconds } from "@veritick/domain/candles.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epochs.ts";
import type { PriceBook } from "./price-book.ts";

const MINUTE = 60;
/** The candles of so many past epochs stay in memory, a kilobyte each. They never change. */
const KEPT_EPOCHS = 200;

/** What the price did, minute by minute: each past epoch is read once, and longer candles are made of minutes. */
export function createCandleBook(book: PriceBook) {
  const kept = new Map<number, Promise<readonly Candle[]>>();

  function* pricesOf(from: number, to: number) {
    for (let tick = from; tick <= to; tick += 1) yield book.priceMilliAt(tick);
  }

  /** The minutes of an epoch up to a tick, as far as there were prices. */
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
    /** How many epochs of a range must be computed again first. */
    epochsToWalk(from: number, to: number): number {
      let count = 0;
      for (let epoch = epochOf(from); epoch <= epochOf(Math.min(to, book.newestTick)); epoch += 1) {
        const first = Math.max(epoch * EPOCH_TICKS, book.genesis.tick);
        if (!kept.has(epoch) && !book.isAtHand(first)) count += 1;
      }
      return count;
    },

    /**
     * The candles from `from`, where one begins, to `to`, where one ends; the last one goes `until` the newest tick where that
     * is earlier.
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
