import { minor } from "@veritick/domain/money.ts";
import { settle } from "@veritick/domain/settlement.ts";
import { describe, expect, test } from "vitest";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import { GRID, MEAN_STATE, UNIT, priceAsDecimal8 } from "@veritick/domain/price.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { PriceHistory } from "../../../api/market/price-history.ts";
import type { Frame, PriceAt } from "../../../ui/plot/plot.tsx";
import { placeLabel } from "./chart-parts.tsx";
import { standingOf } from "./terms-card.tsx";
import { joinPrices, pricesIn, spanOf } from "./position-prices.ts";
import { barrierSteps } from "./barrier-card.tsx";

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

function receiptOf(
  terms: Terms,
  side: "buy" | "sell",
  entryMilli: number,
): Pick<PositionReceipt, "position" | "barrier"> {
  const barrierPrice = priceAsDecimal8(barrierMilli(terms, side, entryMilli));
  const entryPrice = priceAsDecimal8(entryMilli);
  const position = {
    id: "01a0c45c-08a8-7000-8000-00d1f13cff87",
    userId: "01a0c45c-08a8-7000-8000-00d1f13cff88",
    type: side,
    entryPrice,
    barrierPrice,
    winChance: terms.winChance,
    amount: "10.00000000",
    duration: terms.duration,
    multiplier: (terms.multiplierHundredths / 100).toFixed(2),
    status: "active",
    createdAt: "2026-09-21T14:26:01.000Z",
    expiresAt: "2026-09-21T14:27:01.000Z",
    entryTick: 1_790_000_761,
    round: 32_399_132,
    expiryTick: 1_790_000_821,
    resultPrice: null,
    profit: null,
    refundReason: null,
    soldTick: null,
    soldPrice: null,
    proceeds: null,
  } as const;
  const barrier = {
    rule: terms.winRule,
    mean: String(MEAN_STATE),
    unit: String(UNIT),
    entryPrice,
    pull: String(terms.pull),
    pullScale: String(PULL_SCALE),
    reach: String(terms.reach),
    grid: String(GRID),
    result: barrierPrice,
  };
  return { position, barrier };
}

const barrierTerms = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
const oneMinute = receiptOf(barrierTerms[0]!, "sell", 152_585);

test("calculates the steps of a sell as by hand", () => {
  expect(barrierSteps(oneMinute)).toMatchObject({
    price: 15_258_500_000n,
    distance: -241_500_000n,
    pulled: -241_097_830n,
    exact: 15_245_950_917n,
    rounded: 15_245_900_000n,
    resultMilli: 152_459,
    recomputed: "152.45900000",
    isSame: true,
  });
});

test("reaches the domain's barrier for every duration, side, rule and entry", () => {
  for (const terms of [...barrierTerms, ...computeTerms({ houseEdge: 0.05, winRule: "direction" })]) {
    for (const side of ["buy", "sell"] as const) {
      for (let entryMilli = 139_987; entryMilli < 170_000; entryMilli += 997) {
        const steps = barrierSteps(receiptOf(terms, side, entryMilli));
        expect(steps.resultMilli).toBe(barrierMilli(terms, side, entryMilli));
        expect(steps.isSame).toBe(true);
      }
    }
  }
});

describe("reports a difference", () => {
  const { position, barrier } = oneMinute;

  test("if another barrier is stored", () => {
    const steps = barrierSteps({ ...oneMinute, position: { ...position, barrierPrice: "152.46000000" } });
    expect(steps).toMatchObject({ isSame: false, recomputed: "152.45900000" });
  });

  test("if the inputs lead to another barrier", () => {
    const steps = barrierSteps({
      ...oneMinute,
      barrier: { ...barrier, reach: String(BigInt(barrier.reach) + 100_000n) },
    });
    expect(steps).toMatchObject({ isSame: false, recomputed: "152.45800000" });
  });

  test.each(["mean", "unit", "pullScale", "grid"] as const)("if %s differs from our formula", (name) => {
    const other = { ...barrier, [name]: `${barrier[name]}0` };
    expect(barrierSteps({ ...oneMinute, barrier: other })).toMatchObject({
      isSame: false,
      recomputed: undefined,
    });
  });
});
