import fc from "fast-check";
import { expect, test } from "vitest";
import { PriceHistory } from "./price-history.ts";

const START = 1_790_000_000;

test("an empty history knows nothing and misses everything", () => {
  const history = new PriceHistory();
  expect(history.newest).toBeUndefined();
  expect(history.priceAt(START)).toBeUndefined();
  expect(history.missing({ from: START, to: START + 4 })).toEqual([{ from: START, to: START + 4 }]);
});

test("missed ticks are runs, and filling them leaves none", () => {
  const history = new PriceHistory();
  history.record(START, 152_790);
  history.record(START + 3, 152_800);
  history.record(START + 9, 152_810);
  const range = { from: START, to: START + 9 };
  expect(history.missing(range)).toEqual([
    { from: START + 1, to: START + 2 },
    { from: START + 4, to: START + 8 },
  ]);
  history.fill(START + 1, [1, 2]);
  history.fill(START + 4, [3, 4, 5, 6, 7]);
  expect(history.missing(range)).toEqual([]);
  expect(history.priceAt(START + 8)).toBe(7);
  expect(history.newest).toBe(START + 9);
});

test("what is remembered is what was last said of a tick within the last half hour", () => {
  const entry = fc.record({
    tick: fc.integer({ min: 0, max: 6_000 }),
    price: fc.integer({ min: 1, max: 400_000 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const history = new PriceHistory();
      const told = new Map<number, number>();
      let newest = -1;
      for (const { tick, price } of entries) {
        history.record(START + tick, price);
        if (tick > newest - 1800) told.set(tick, price);
        newest = Math.max(newest, tick);
      }
      for (const [tick, price] of told) {
        if (tick > newest - 1800) expect(history.priceAt(START + tick)).toBe(price);
      }
    }),
  );
});

test("filling the past raises the version, a new tick does not", () => {
  const history = new PriceHistory();
  history.record(START, 1);
  history.record(START + 1, 2);
  expect(history.version).toBe(0);
  history.fill(START - 10, [3, 4]);
  expect(history.version).toBe(1);
});
