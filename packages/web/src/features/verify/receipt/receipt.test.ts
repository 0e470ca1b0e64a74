import { minor } from "@veritick/domain/money.ts";
import { settle } from "@veritick/domain/settlement.ts";
import { expect, test } from "vitest";
import { PriceHistory } from "../../../api/market/price-history.ts";
import type { Frame, PriceAt } from "../../../ui/plot/plot.tsx";
import { placeLabel } from "./chart-parts.tsx";
import { standingOf } from "./outcome.ts";
import { joinPrices, pricesIn, spanOf } from "./position-prices.ts";

const frame: Frame = { from: 0, to: 100, lowMilli: 0, highMilli: 1000, stepMilli: 100 };
const at = (milli: number) => ({ span: frame, milli, preferred: "above" as const });
const place = (priceAt: PriceAt, milli = 500) => placeLabel(frame, priceAt, at(milli), 0.1);

test("puts a label at the start, on the preferred side, if there are no prices", () => {
  expect(place(() => undefined)).toEqual({ at: "start", side: "above" });
});

test("puts a label at the end if prices cross the start", () => {
  expect(place((tick) => (tick < 40 ? 550 : 900))).toEqual({ at: "end", side: "above" });
});

test("puts a label on the other side if prices cross both ends", () => {
  expect(place(() => 550)).toEqual({ at: "start", side: "below" });
});

test("puts a label where it hides the fewest prices", () => {
  const busy = (tick: number) => (tick < 50 ? (tick % 2 === 0 ? 550 : 450) : tick < 95 ? 450 : 550);
  expect(place(busy)).toEqual({ at: "end", side: "above" });
});

test("puts no label between a line and a near edge", () => {
  expect(place(() => 910, 990)).toEqual({ at: "start", side: "below" });
  expect(placeLabel(frame, () => 80, { ...at(10), preferred: "below" }, 0.1).side).toBe("above");
});

test.each([
  [60, 10],
  [180, 18],
  [300, 30],
  [600, 60],
])("draws a position of %i seconds with %i on each side", (duration, margin) => {
  expect(spanOf({ entryTick: 5000, expiryTick: 5000 + duration })).toEqual({
    from: 5000 - margin,
    to: 5000 + duration + margin,
  });
});

test("joins loaded and pushed prices", () => {
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

test.each([
  ["buy", 153_704, { place: "above", distanceMilli: 97, wins: true }],
  ["buy", 153_607, { place: "at", distanceMilli: 0, wins: true }],
  ["buy", 153_606, { place: "below", distanceMilli: 1, wins: false }],
  ["sell", 153_608, { place: "above", distanceMilli: 1, wins: false }],
  ["sell", 153_607, { place: "at", distanceMilli: 0, wins: true }],
  ["sell", 153_510, { place: "below", distanceMilli: 97, wins: true }],
] as const)("compares a %s with its barrier at 153.607 and a price of %i", (side, priceMilli, expected) => {
  expect(standingOf(side, 153_607, priceMilli)).toEqual(expected);
});

test("wins exactly when the domain settles the position as won", () => {
  for (const side of ["buy", "sell"] as const) {
    for (let price = 990; price <= 1010; price++) {
      const position = { side, barrierMilli: 1000, stakeMinor: minor(100n), multiplierHundredths: 250 };
      expect(standingOf(side, 1000, price).wins).toBe(settle(position, price).status === "won");
    }
  }
});
