import { assertIndex } from "./numbers.ts";

/** The lengths of a candle, in seconds. Each divides the longer ones and an hour. */
const CANDLE_SECONDS = [60, 900] as const;
export type CandleSeconds = (typeof CANDLE_SECONDS)[number];

/** The first, highest, lowest and last price of some consecutive ticks, in thousandths of a dollar. */
export type Candle = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/** Returns the first tick of the candle that a tick belongs to. Candles begin at multiples of their length in Unix time. */
export function candleStart(tick: number, seconds: number): number {
  assertIndex(tick, "tick");
  return tick - (tick % seconds);
}

/** Extends a candle by the one right after it. Without a candle before it, the result begins with the later one. */
export function joinCandle(before: Candle | undefined, { open, high, low, close }: Candle): Candle {
  if (before === undefined) return { open, high, low, close };
  return {
    open: before.open,
    high: Math.max(before.high, high),
    low: Math.min(before.low, low),
    close,
  };
}

export function tickCandle(milli: number): Candle {
  return { open: milli, high: milli, low: milli, close: milli };
}

/**
 * Groups the prices of consecutive ticks into candles: entry `k` is the one from tick `candleStart(fromTick) + k * seconds`.
 * The first and the last candle may cover fewer ticks than the others.
 *
 * @param pricesMilli published prices in thousandths: entry `k` belongs to tick `fromTick + k`
 */
export function candlesOf(pricesMilli: Iterable<number>, fromTick: number, seconds: number): Candle[] {
  return group(map(pricesMilli, tickCandle), fromTick, 1, seconds);
}

/**
 * Groups shorter candles into longer ones: entry `k` of `candles` covers the ticks from `fromTick + k * shorter` on.
 *
 * @throws RangeError if shorter candles straddle two longer ones
 */
export function longerCandles(
  candles: Iterable<Candle>,
  fromTick: number,
  shorter: number,
  seconds: number,
): Candle[] {
  if (seconds % shorter !== 0 || fromTick % shorter !== 0) {
    throw new RangeError(`candles of ${shorter} s from tick ${fromTick} on make none of ${seconds} s`);
  }
  return group(candles, fromTick, shorter, seconds);
}

function group(parts: Iterable<Candle>, fromTick: number, partSeconds: number, seconds: number): Candle[] {
  const candles: Candle[] = [];
  let index = (fromTick - candleStart(fromTick, seconds)) / partSeconds;
  const perCandle = seconds / partSeconds;
  for (const part of parts) {
    const place = Math.floor(index / perCandle);
    candles[place] = joinCandle(candles[place], part);
    index += 1;
  }
  return candles;
}

function* map<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}
