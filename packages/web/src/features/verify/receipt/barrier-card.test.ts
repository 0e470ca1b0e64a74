import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import { GRID, MEAN_STATE, priceAsDecimal8, UNIT } from "@veritick/domain/price.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { describe, expect, test } from "vitest";
import { barrierSteps } from "./barrier-card.tsx";

function receiptOf(terms: Terms, side: "buy" | "sell", entryMilli: number): PositionReceipt {
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
  return { position, commitments: [], terms: null, barrier, entries: [], promise: null, closing: null };
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
