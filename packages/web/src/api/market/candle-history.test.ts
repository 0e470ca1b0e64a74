import { candlesOf } from "@veritick/domain/candles.ts";
import { expect, test, vi } from "vitest";
import { CandleHistory, candleHistoryOf, candleSecondsOf, windowParts } from "./candle-history.ts";
import { PriceHistory } from "./price-history.ts";

/** The first second of a quarter of an hour. */
const START = 1_790_000_100 - (1_790_000_100 % 900);
const priceAt = (tick: number) => 150_000 + ((tick * 7919) % 5_000);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => priceAt(from + index));

function follow(now: number) {
  const ticks = new PriceHistory();
  const server = { now, isDown: false, calls: 0 };
  const candles = new CandleHistory(60, ticks, () => {
    server.calls += 1;
    if (server.isDown) return Promise.reject(new Error("down"));
    const from = START;
    const made = candlesOf(range(from, server.now), from, 60);
    const dollars = made.map(({ open, high, low, close }) => ({
      open: open / 1000,
      high: high / 1000,
      low: low / 1000,
      close: close / 1000,
    }));
    return Promise.resolve({ seconds: 60, from, until: server.now, candles: dollars });
  });
  const told = vi.fn();
  const stop = candles.follow(told);
  const tick = (at: number) => ticks.record(at, priceAt(at));
  const known = () => {
    const { from, until } = candles;
    const length = until === undefined ? 0 : Math.floor((until - from) / 60) + 1;
    return Array.from({ length }, (_, index) => candles.candleAt(from + index * 60));
  };
  return { ticks, server, candles, told, stop, tick, known };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("candles grow with each tick, and the next one begins at its second", async () => {
  const { server, tick, known, told, candles } = follow(START + 130);
  tick(START + 130);
  await settled();
  expect(told).toHaveBeenCalledOnce();
  for (let at = START + 131; at <= START + 200; at += 1) tick(at);
  expect(known()).toEqual(candlesOf(range(START, START + 200), START, 60));
  expect(candles.until).toBe(START + 200);
  expect(server.calls).toBe(1);
});

test("a candle waits for a missing tick, and is requested if the tick will not come", async () => {
  const { ticks, server, tick, known, candles } = follow(START + 100);
  tick(START + 100);
  await settled();
  tick(START + 103);
  expect(candles.until).toBe(START + 100);
  ticks.fill(START + 101, range(START + 101, START + 102));
  expect(known()).toEqual(candlesOf(range(START, START + 103), START, 60));

  server.now = START + 1_500;
  tick(START + 1_500);
  await settled();
  expect(server.calls).toBe(2);
  expect(known()).toEqual(candlesOf(range(START, START + 1_500), START, 60));
});

test("requests candles that did not arrive some ticks later, not with every tick", async () => {
  const { server, tick, known } = follow(START + 10);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.isDown = true;
  tick(START + 10);
  await settled();
  server.isDown = false;
  server.now = START + 15;
  for (let at = START + 11; at <= START + 15; at += 1) {
    tick(at);
    await settled();
  }
  expect(server.calls).toBe(2);
  expect(known()).toHaveLength(1);
});

test("drops old candles", async () => {
  const { tick, known, candles } = follow(START);
  tick(START);
  await settled();
  for (let at = START + 1; at <= START + 241 * 60; at += 1) tick(at);
  expect(candles.from).toBe(START + 120 * 60);
  expect(known()).toEqual(candlesOf(range(START, START + 241 * 60), START, 60).slice(120));
});

test("short windows show ticks, an hour minutes, and a day quarters of an hour", () => {
  expect([300, 900, 3_600, 86_400].map(candleSecondsOf)).toEqual([undefined, undefined, 60, 900]);
  const ticks = new PriceHistory();
  expect(windowParts(ticks, 300)).toEqual([]);
  ticks.fill(START + 30, range(START + 30, START + 150));
  expect(windowParts(ticks, 300)).toMatchObject([
    { from: START + 30, to: START + 59, open: priceAt(START + 30) },
    { from: START + 60, to: START + 119 },
    { from: START + 120, to: START + 150, close: priceAt(START + 150) },
  ]);
  expect(windowParts(ticks, 3_600)).toEqual([]);
  expect(candleHistoryOf(ticks, 60)).toBe(candleHistoryOf(ticks, 60));
});
