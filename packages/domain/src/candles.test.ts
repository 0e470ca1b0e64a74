import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { candlesOf, candleStart, joinCandle, longerCandles, tickCandle } from "./candles.ts";

const START = 1_790_000_100;
const prices = fc.array(fc.integer({ min: 100_000, max: 200_000 }), { minLength: 1, maxLength: 400 });
const fromTick = fc.integer({ min: START, max: START + 2_000 });
const seconds = fc.constantFrom(1, 5, 60, 900);

describe("candles of ticks", () => {
  test("begin at multiples of their length and hold the first, highest, lowest and last price", () => {
    expect(START % 60).toBe(0);
    expect(candlesOf([3, 9, 4, 7, 1, 2], START + 58, 60)).toEqual([
      { open: 3, high: 9, low: 3, close: 9 },
      { open: 4, high: 7, low: 1, close: 2 },
    ]);
  });

  test("depend on their own ticks alone", () => {
    fc.assert(
      fc.property(prices, fromTick, seconds, (all, from, length) => {
        const candles = candlesOf(all, from, length);
        const first = candleStart(from, length);
        const last = from + all.length - 1;
        expect(candles).toHaveLength((candleStart(last, length) - first) / length + 1);
        for (const [index, candle] of candles.entries()) {
          const start = first + index * length;
          const own = all.slice(Math.max(0, start - from), start + length - from);
          expect(candle).toEqual({
            open: own[0],
            high: Math.max(...own),
            low: Math.min(...own),
            close: own.at(-1),
          });
        }
      }),
    );
  });

  test("come out the same from shorter candles", () => {
    fc.assert(
      fc.property(prices, fromTick, (all, from) => {
        const minutes = candlesOf(all, from, 60);
        expect(longerCandles(minutes, candleStart(from, 60), 60, 900)).toEqual(candlesOf(all, from, 900));
      }),
    );
  });

  test("come out the same when the last one grows tick by tick", () => {
    fc.assert(
      fc.property(prices, fromTick, fc.nat(), (all, from, cut) => {
        const known = cut % all.length;
        const grown = new Map(
          candlesOf(all.slice(0, known), from, 60).map((candle, index) => [
            candleStart(from, 60) + index * 60,
            candle,
          ]),
        );
        for (const [index, milli] of all.entries()) {
          if (index < known) continue;
          const start = candleStart(from + index, 60);
          grown.set(start, joinCandle(grown.get(start), tickCandle(milli)));
        }
        expect([...grown.values()]).toEqual(candlesOf(all, from, 60));
      }),
    );
  });

  test("are not made of shorter ones that straddle them", () => {
    const one = [tickCandle(1)];
    expect(() => longerCandles(one, START + 1, 60, 900)).toThrow(RangeError);
    expect(() => longerCandles(one, START, 60, 90)).toThrow(RangeError);
  });
});
