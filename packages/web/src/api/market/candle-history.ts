import type { Candles } from "@veritick/contract/schemas/fairness.ts";
import { candlesOf, candleStart, joinCandle, tickCandle } from "@veritick/domain/candles.ts";
import type { Candle, CandleSeconds } from "@veritick/domain/candles.ts";
import { call } from "../client.ts";
import { HISTORY_TICKS } from "./price-history.ts";
import type { PriceHistory } from "./price-history.ts";

/** The number of candles that one call returns, and that the history keeps at least. */
export const KEPT_CANDLES = 120;
/** How many ticks to wait before asking again for candles that did not arrive. */
const REST_TICKS = 5;

/**
 * The newest candles of one length. They are fetched once and then grow with each tick. A candle never skips a missing tick:
 * it waits until the tick history has it, or until all candles are fetched again.
 */
export class CandleHistory {
  readonly seconds: CandleSeconds;
  readonly #ticks: PriceHistory;
  readonly #fetchCandles: () => Promise<Candles>;
  readonly #listeners = new Set<() => void>();
  #candles: Candle[] = [];
  #from = 0;
  #until: number | undefined;
  #isAsking = false;
  #restUntilTick = 0;

  constructor(
    seconds: CandleSeconds,
    ticks: PriceHistory,
    fetchCandles: () => Promise<Candles> = () => call("candles", { query: { seconds: `${seconds}` } }),
  ) {
    this.seconds = seconds;
    this.#ticks = ticks;
    this.#fetchCandles = fetchCandles;
  }

  get from(): number {
    return this.#from;
  }

  /** The newest tick in the last candle; undefined while there is no candle. */
  get until(): number | undefined {
    return this.#until;
  }

  candleAt(tick: number): Candle | undefined {
    return this.#candles[(candleStart(tick, this.seconds) - this.#from) / this.seconds];
  }

  /** Keeps the candles up to date from now on. Calls `listener` whenever they have been loaded. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    const stop = this.#ticks.subscribe(() => this.#goOn());
    this.#goOn();
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  }

  #goOn() {
    const { newest } = this.#ticks;
    if (newest === undefined) return;
    if (this.#until !== undefined) this.#grow(this.#until, newest);
    const isLost = this.#until === undefined || newest - this.#until > HISTORY_TICKS;
    if (isLost && !this.#isAsking && newest >= this.#restUntilTick) void this.#load();
  }

  #grow(until: number, newest: number) {
    for (let tick = until + 1; tick <= newest; tick += 1) {
      const milli = this.#ticks.priceAt(tick);
      if (milli === undefined) return;
      const place = (candleStart(tick, this.seconds) - this.#from) / this.seconds;
      this.#candles[place] = joinCandle(this.#candles[place], tickCandle(milli));
      this.#until = tick;
    }
    if (this.#candles.length > 2 * KEPT_CANDLES) {
      this.#candles.splice(0, KEPT_CANDLES);
      this.#from += KEPT_CANDLES * this.seconds;
    }
  }

  async #load() {
    this.#isAsking = true;
    try {
      const { from, until, candles } = await this.#fetchCandles();
      this.#candles = candles.map(({ open, high, low, close }) => ({
        open: inMilli(open),
        high: inMilli(high),
        low: inMilli(low),
        close: inMilli(close),
      }));
      this.#from = from;
      this.#until = until;
    } catch (cause) {
      this.#restUntilTick = (this.#ticks.newest ?? 0) + REST_TICKS;
      console.warn("past candles did not come", cause);
      return;
    } finally {
      this.#isAsking = false;
    }
    this.#goOn();
    for (const listener of this.#listeners) listener();
  }
}

const inMilli = (price: number) => Math.round(price * 1000);

/** Returns the length of the candles in which a window is drawn; undefined if it is drawn tick by tick. */
export function candleSecondsOf(windowTicks: number): CandleSeconds | undefined {
  if (windowTicks <= HISTORY_TICKS) return undefined;
  return windowTicks <= KEPT_CANDLES * 60 ? 60 : 900;
}

const kept = new WeakMap<PriceHistory, Map<CandleSeconds, CandleHistory>>();

/** Returns the history that all readers of the same price share. */
export function candleHistoryOf(ticks: PriceHistory, seconds: CandleSeconds): CandleHistory {
  const lengths = kept.get(ticks) ?? new Map<CandleSeconds, CandleHistory>();
  kept.set(ticks, lengths);
  const known = lengths.get(seconds) ?? new CandleHistory(seconds, ticks);
  lengths.set(seconds, known);
  return known;
}

/** The open, high, low and close of a part of a window, and its first and last tick. */
type WindowPart = Candle & { readonly from: number; readonly to: number };

/** Splits a window into its known parts, oldest first: its candles, or minutes of its ticks. */
export function windowParts(ticks: PriceHistory, windowTicks: number): WindowPart[] {
  const { newest } = ticks;
  if (newest === undefined) return [];
  const seconds = candleSecondsOf(windowTicks);
  if (seconds === undefined) return tickParts(ticks, newest, windowTicks);
  const candles = candleHistoryOf(ticks, seconds);
  const { until } = candles;
  if (until === undefined) return [];
  const parts: WindowPart[] = [];
  for (let from = candleStart(until, seconds) + seconds - windowTicks; from <= until; from += seconds) {
    const candle = candles.candleAt(from);
    if (candle) parts.push({ ...candle, from, to: Math.min(from + seconds - 1, until) });
  }
  return parts;
}

function tickParts(ticks: PriceHistory, newest: number, windowTicks: number): WindowPart[] {
  const gaps = ticks.missing({ from: newest - windowTicks + 1, to: newest });
  const first = (gaps.at(-1)?.to ?? newest - windowTicks) + 1;
  const prices = Array.from({ length: newest - first + 1 }, (_, index) => ticks.priceAt(first + index)!);
  return candlesOf(prices, first, 60).map((candle, index) => {
    const start = candleStart(first, 60) + index * 60;
    return { ...candle, from: Math.max(first, start), to: Math.min(start + 59, newest) };
  });
}
