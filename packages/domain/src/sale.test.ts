import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noiseFrom, wordSource } from "../testing/simulated-noise.ts";
import { chanceToReach, deviationAfter, pullOver } from "./distribution.ts";
import { minor, parseMinor } from "./money.ts";
import {
  GRID,
  MEAN_STATE,
  NOISE_DIVISOR,
  NOISE_SCALE,
  publishedPriceMilli,
  REVERSION_TICKS,
  step,
} from "./price.ts";
import { durationTicks } from "./product.ts";
import type { Side } from "./product.ts";
import {
  CHANCE_ONE,
  chanceLeft,
  closingAt,
  isTooLateToSell,
  MOST_TICKS_LEFT,
  saleAt,
  saleOf,
  saleTables,
} from "./sale.ts";
import { wins } from "./settlement.ts";
import { barrierMilli, computeTerms } from "./terms.ts";

const SIDES: Side[] = ["buy", "sell"];
const PRICES = [140_000, 152_790, 155_000, 169_999];

const share = (chance: bigint) => Number(chance) / Number(CHANCE_ONE);
const chanceAt = (...given: Parameters<typeof chanceLeft>) => share(chanceLeft(...given));

const anyPrice = fc.integer({ min: 135_000, max: 175_000 });
const anyTicks = fc.integer({ min: 1, max: MOST_TICKS_LEFT });

/** A barrier at most 12 deviations from the price, where the chance is neither always 0 nor always 1. */
const anyCase = fc
  .tuple(anyPrice, anyTicks, fc.double({ min: -12, max: 12, noNaN: true }))
  .map(([price, ticks, distance]) => ({
    price,
    ticks,
    barrier: price + Math.round((distance * deviationAfter(ticks)) / GRID),
  }));

/** Returns barriers around the price where the chance is not yet settled, in steps of an eighth of a deviation. */
function barriersAround(price: number, ticks: number): number[] {
  const kept = (1 - 1 / REVERSION_TICKS) ** ticks;
  const expected = MEAN_STATE + (price * GRID - MEAN_STATE) * kept;
  return Array.from({ length: 145 }, (_, index) =>
    Math.round((expected + ((index - 72) / 8) * deviationAfter(ticks)) / GRID),
  );
}

/**
 * Returns the exact chance that the price is below a distance `ticks` later, in units of its deviation: from the
 * characteristic function of evenly distributed words, `1/2 + 1/pi x integral of sin(t x) f(t) / t` (Gil-Pelaez).
 *
 * @param hidden how far the state lies at most from the published price, evenly distributed
 */
function exactDistribution(ticks: number, hidden = 0): (z: number) => number {
  const kept = 1 - 1 / REVERSION_TICKS;
  const half = (65_536 * NOISE_SCALE) / NOISE_DIVISOR / deviationAfter(ticks);
  const blur = (hidden * kept ** ticks) / deviationAfter(ticks);
  const width = 0.02;
  const points = Array.from({ length: 1500 }, (_, index) => {
    const t = (index + 0.5) * width;
    let weight = (blur === 0 ? 1 : Math.sin(t * blur) / (t * blur)) / t;
    for (let tick = 0, at = t * half; tick < ticks; tick++, at *= kept) weight *= (Math.sin(at) / at) ** 16;
    return { t, weight };
  });
  return (z) => {
    const sum = points.reduce((total, { t, weight }) => total + Math.sin(t * z) * weight, 0);
    return 0.5 + (sum * width) / Math.PI;
  };
}

describe("the chance of a position before its expiry", () => {
  it.each([1, 2, 3, 4, 5, 6, 9, 60])(
    "follows the exact distribution %i ticks before, closer than the normal one",
    (ticks) => {
      const exactBelow = exactDistribution(ticks);
      let corrected = 0;
      let normal = 0;
      for (const barrier of barriersAround(155_000, ticks)) {
        const z = ((barrier - 155_000) * GRID - GRID / 2) / deviationAfter(ticks);
        const exact = 1 - exactBelow(z);
        corrected = Math.max(corrected, Math.abs(chanceAt("buy", 155_000, barrier, ticks) - exact));
        normal = Math.max(normal, Math.abs(chanceToReach("buy", 155_000, barrier, ticks) - exact));
      }
      expect(corrected).toBeLessThan(3.2e-5 / ticks ** 2 + 5e-7);
      expect(normal).toBeGreaterThan(50 * corrected);
    },
  );

  it.each([
    [1, 4.5e-5],
    [6, 3.1e-6],
    [7, 3.1e-6],
    [9, 3.1e-6],
    [60, 3.1e-6],
    [600, 3.1e-6],
  ])("%i ticks before, is off by less than %f from what the published price can tell", (ticks, most) => {
    const exactBelow = exactDistribution(ticks, GRID / 2);
    let worst = 0;
    for (const price of [140_000, 155_000]) {
      const kept = (1 - 1 / REVERSION_TICKS) ** ticks;
      const expected = MEAN_STATE + (price * GRID - MEAN_STATE) * kept;
      for (const barrier of barriersAround(price, ticks)) {
        const z = (barrier * GRID - GRID / 2 - expected) / deviationAfter(ticks);
        worst = Math.max(worst, Math.abs(chanceAt("buy", price, barrier, ticks) - (1 - exactBelow(z))));
      }
    }
    expect(worst).toBeLessThan(most);
    // The claim is not wider than it has to be.
    if (ticks === 1 || ticks === 6) expect(worst).toBeGreaterThan(0.9 * most);
  });

  it("is off from its formula by at most 5e-7", () => {
    let worst = 0;
    for (const ticks of [1, 6, 9, 57, 300, 600]) {
      for (const price of PRICES) {
        for (const barrier of barriersAround(price, ticks)) {
          const normal = chanceToReach("sell", price, barrier, ticks);
          const kept = (1 - 1 / REVERSION_TICKS) ** ticks;
          const z =
            (barrier * GRID + GRID / 2 - MEAN_STATE - (price * GRID - MEAN_STATE) * kept) /
            deviationAfter(ticks);
          const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
          const formula = Math.min(Math.max(normal + (density * (z ** 3 - 3 * z)) / 320 / ticks, 0), 1);
          worst = Math.max(worst, Math.abs(chanceAt("sell", price, barrier, ticks) - formula));
        }
      }
    }
    expect(worst).toBeLessThan(5e-7);
  });

  it("lies between 0 and 1, and sums to 1 for opposite sides", () => {
    fc.assert(
      fc.property(anyCase, ({ price, barrier, ticks }) => {
        const buy = chanceLeft("buy", price, barrier, ticks);
        expect(buy >= 0n && buy <= CHANCE_ONE).toBe(true);
        expect(buy + chanceLeft("sell", price, barrier - 1, ticks)).toBe(CHANCE_ONE);
      }),
    );
  });

  it("rises with the price for a buy and falls for a sell, within one part", () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 2000 }), ({ price, barrier, ticks }, more) => {
        const gain = (side: Side) =>
          chanceLeft(side, price + more, barrier, ticks) - chanceLeft(side, price, barrier, ticks);
        expect(gain("buy")).toBeGreaterThanOrEqual(-1n);
        expect(gain("sell")).toBeLessThanOrEqual(1n);
      }),
    );
  });

  it("keeps the exact share of the distance to the mean after each tick", () => {
    expect(saleTables().pull).toEqual(
      Array.from({ length: MOST_TICKS_LEFT }, (_, index) => pullOver(index + 1)),
    );
  });

  it.each([1, 2, 5, 6, 7, 60, 600])(
    "falls by at most one part between neighbouring prices %i ticks before",
    (ticks) => {
      const { sd } = saleTables();
      const offset = (ticks * 37) % 1000;
      const steps = Math.ceil((20 * Number(sd[ticks - 1])) / GRID);
      const first = 155_000 - Math.ceil(steps / 2);
      let before = 0n;
      for (let index = 0; index <= steps; index++) {
        const chance = chanceLeft("buy", first + index, 155_000 + offset, ticks);
        expect(chance).toBeGreaterThanOrEqual(before - 1n);
        before = chance;
      }
    },
  );

  it.each([1, 6, 60, 600])("is certain far from the barrier %i ticks before", (ticks) => {
    expect(chanceLeft("buy", 200_000, 140_000, ticks)).toBe(CHANCE_ONE);
    expect(chanceLeft("sell", 200_000, 140_000, ticks)).toBe(0n);
    expect(chanceLeft("buy", 100_000, 160_000, ticks)).toBe(0n);
  });

  it.each([0, 601, 1.5, NaN])("refuses %d ticks", (ticks) => {
    expect(() => chanceLeft("buy", 155_000, 155_000, ticks)).toThrow(
      new RangeError("ticks left must be an integer from 1 to 600"),
    );
  });

  it("agrees with the chance that was promised at the opening", () => {
    for (const terms of computeTerms({ houseEdge: 0.05, winRule: "barrier" })) {
      const ticks = durationTicks(terms.duration);
      // A barrier misses its exact place by less than half a grid step.
      const tolerance = (0.4 * 0.5 * GRID) / deviationAfter(ticks) + 1e-4;
      for (const price of PRICES) {
        for (const side of SIDES) {
          const chance = chanceAt(side, price, barrierMilli(terms, side, price), ticks);
          expect(Math.abs(chance - terms.winChance)).toBeLessThan(tolerance);
        }
      }
    }
  });
});

describe("simulated positions", () => {
  const PATHS = process.env["VERITICK_LONG"] === undefined ? 2_000 : 20_000;
  const LEFT = [1, 6, 30, 60];
  const [terms] = computeTerms({ houseEdge: 0.05, winRule: "barrier" });

  /** Returns the mean and the standard error of `play` over all paths. */
  function average(play: () => number): { mean: number; error: number } {
    let sum = 0;
    let squares = 0;
    for (let path = 0; path < PATHS; path++) {
      const result = play();
      sum += result;
      squares += result * result;
    }
    const mean = sum / PATHS;
    return { mean, error: Math.sqrt((squares / PATHS - mean * mean) / PATHS) };
  }

  it.each(LEFT)("win as often as they are worth %i ticks before", (left) => {
    const next = wordSource(left);
    const barrier = 155_000 + Math.round(deviationAfter(left) / 2 / GRID);
    const { mean, error } = average(() => {
      let state = MEAN_STATE;
      for (let tick = 0; tick < left; tick++) state = step(state, noiseFrom(next));
      return wins("buy", barrier, publishedPriceMilli(state)) ? 1 : 0;
    });
    expect(Math.abs(mean - chanceAt("buy", 155_000, barrier, left))).toBeLessThan(3 * error);
  });

  it.each([6, 30, 57])("keep their worth on average until %i ticks before", (left) => {
    const next = wordSource(left);
    const barrier = barrierMilli(terms!, "sell", 152_790);
    const { mean, error } = average(() => {
      let state = 152_790 * GRID;
      for (let tick = left; tick < 60; tick++) state = step(state, noiseFrom(next));
      return chanceAt("sell", publishedPriceMilli(state), barrier, left) * 3.5;
    });
    expect(Math.abs(mean - 3.5 * chanceAt("sell", 152_790, barrier, 60))).toBeLessThan(3 * error);
  });
});

describe("a sale", () => {
  it.each([
    [3, 60, 54, false],
    [3, 60, 55, true],
    [3, 60, 60, true],
    [1, 60, 58, false],
    [1, 60, 59, true],
  ])("in %i s blocks, expiry %i, tick %i: too late is %s", (period, expiry, tick, isLate) => {
    expect(isTooLateToSell(expiry, tick, period)).toBe(isLate);
  });

  it("is a closing without a fee", () => {
    const position = {
      side: "sell" as const,
      barrierMilli: 152_814,
      stakeMinor: parseMinor("10"),
      multiplierHundredths: 250,
      expiryTick: 600,
    };
    const sold = saleAt(position, 576, 152_775, 0);
    expect(sold).toMatchObject({ ticksLeft: 24, feeMinor: 0n, proceedsMinor: sold.valueMinor });
    const { ticksLeft, chance, valueMinor } = sold;
    expect(closingAt(position, 576, 152_775)).toEqual({ ticksLeft, chance, valueMinor });
    expect(() => saleAt(position, 600, 152_775, 0)).toThrow(RangeError);
  });
});

describe("the amount paid", () => {
  const position = (stake: string, multiplierHundredths: number) => ({
    stakeMinor: parseMinor(stake),
    multiplierHundredths,
  });

  it("is stake and profit at the full chance, and nothing at none", () => {
    expect(saleOf(position("10.00", 250), 0n, 10_000).valueMinor).toBe(0n);
    expect(saleOf(position("10.00", 250), CHANCE_ONE, 10_000)).toEqual({
      valueMinor: parseMinor("35"),
      feeMinor: parseMinor("0.35"),
      proceedsMinor: parseMinor("34.65"),
    });
  });

  it("is rounded once, after the fee", () => {
    // 0.0199... less 1 % is 0.0197..., which pays one cent. A cent less 1 % would pay nothing.
    expect(saleOf(position("0.02", 100), CHANCE_ONE / 2n - 1n, 10_000)).toEqual({
      valueMinor: parseMinor("0.01"),
      feeMinor: 0n,
      proceedsMinor: parseMinor("0.01"),
    });
  });

  it("is the exact value less the fee, rounded down to whole cents", () => {
    const anyStake = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((cents) => minor(cents * 1_000_000n));
    const anyChance = fc.bigInt({ min: 0n, max: CHANCE_ONE });
    fc.assert(
      fc.property(
        anyStake,
        fc.constantFrom(250, 600, 1000, 2000),
        anyChance,
        fc.nat({ max: 100_000 }),
        (stakeMinor, multiplierHundredths, chance, fee) => {
          const { valueMinor, feeMinor, proceedsMinor } = saleOf(
            { stakeMinor, multiplierHundredths },
            chance,
            fee,
          );
          expect(valueMinor - feeMinor).toBe(proceedsMinor);
          expect(proceedsMinor % 1_000_000n).toBe(0n);
          expect(feeMinor).toBeGreaterThanOrEqual(0n);
          const unit = 100n * CHANCE_ONE * 1_000_000n;
          const exact = stakeMinor * BigInt(100 + multiplierHundredths) * chance * BigInt(1_000_000 - fee);
          const rest = exact - proceedsMinor * unit;
          expect(rest >= 0n && rest < 1_000_000n * unit).toBe(true);
        },
      ),
    );
  });

  it("never falls as the chance rises", () => {
    const stake = position("12.34", 600);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: CHANCE_ONE }),
        fc.bigInt({ min: 0n, max: CHANCE_ONE }),
        (one, other) => {
          const [less, more] = one < other ? [one, other] : [other, one];
          expect(saleOf(stake, more, 10_000).proceedsMinor).toBeGreaterThanOrEqual(
            saleOf(stake, less, 10_000).proceedsMinor,
          );
        },
      ),
    );
  });
});
