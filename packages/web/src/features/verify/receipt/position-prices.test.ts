import { expect, test } from "vitest";
import { PriceHistory } from "../../../api/market/price-history.ts";
import { joinPrices, pricesIn, spanOf } from "./position-prices.ts";

test.each([
  [60, 10],
  [180, 18],
  [300, 30],
  [600, 60],
])("a position of %i seconds is drawn with %i on either side", (duration, margin) => {
  expect(spanOf({ entryTick: 5000, expiryTick: 5000 + duration })).toEqual({
    from: 5000 - margin,
    to: 5000 + duration + margin,
  });
});

test("what was asked for and what was pushed are one", () => {
  const history = new PriceHistory();
  history.fill(103, [3000, 4000]);
  const prices = joinPrices(history, [{ from: 100, prices: [1, 1.5, 152.791] }, undefined]);
  expect(pricesIn(prices.priceAt, { from: 98, to: 106 })).toEqual([1000, 1500, 152_791, 3000, 4000]);
  let told = 0;
  const stop = prices.subscribe(() => told++);
  history.record(105, 5000);
  expect(prices.priceAt(105)).toBe(5000);
  expect(prices.newest()).toBe(105);
  stop();
  history.record(106, 6000);
  expect(told).toBe(1);
});
