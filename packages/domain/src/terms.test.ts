import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../test-vectors/price-vectors.json" with { type: "json" };
import { chanceToReach, deviationAfter } from "./distribution.ts";
import { formatMinor, minor, parseMinor } from "./money.ts";
import { GRID } from "./price.ts";
import { DURATIONS, durationTicks, multiplierHundredths } from "./product.ts";
import type { Side } from "./product.ts";
import {
  barrierMilli,
  computeTerms,
  expectedResultPerUnit,
  maxProfitMinor,
  payoutMinor,
  winChanceAt,
} from "./terms.ts";
import { areTermsOwn, parseTerms, shareMillionths, termsHash, termsText } from "./signed/terms-text.ts";

const terms = computeTerms({ houseEdge: vectors.terms.houseEdge, winRule: "barrier" });
const direction = computeTerms({ houseEdge: 0.05, winRule: "direction" });
const SIDES: Side[] = ["buy", "sell"];

const anyTerms = fc.constantFrom(...terms);
const anySide = fc.constantFrom(...SIDES);
const anyEntry = fc.integer({ min: 130_000, max: 180_000 });

describe("frozen vectors", () => {
  it("match the terms", () => {
    const offered = computeTerms({ houseEdge: vectors.terms.houseEdge, winRule: "barrier" });
    const rows = offered.map(({ duration, multiplierHundredths, winChance, pull, reach }) => ({
      duration,
      multiplier: multiplierHundredths / 100,
      winChance,
      pull: Number(pull),
      reach: Number(reach),
    }));
    expect(rows).toEqual(vectors.terms.rows);
  });

  it.each(vectors.barriers)("barriers from $price over $duration min", (row) => {
    const offered = terms.find((candidate) => candidate.duration === row.duration)!;
    const entryMilli = Math.round(row.price * 1000);
    expect(barrierMilli(offered, "buy", entryMilli)).toBe(Math.round(row.buy * 1000));
    expect(barrierMilli(offered, "sell", entryMilli)).toBe(Math.round(row.sell * 1000));
  });
});

describe("barrier rule", () => {
  it("costs the user the house edge, whatever the price, direction, duration or edge", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.2, noNaN: true }),
        anySide,
        anyEntry,
        (houseEdge, side, entry) => {
          for (const row of computeTerms({ houseEdge, winRule: "barrier" })) {
            expect(winChanceAt(row, side, entry)).toBe(row.winChance);
            expect(expectedResultPerUnit(row, side, entry)).toBeCloseTo(-houseEdge, 12);
          }
        },
      ),
    );
  });

  it("gives buy and sell the same chance at every price, within the grid", () => {
    fc.assert(
      fc.property(anyTerms, anyEntry, (row, entry) => {
        const ticks = durationTicks(row.duration);
        // A barrier misses its exact place by less than half a grid step; the density is at most 0.4 per deviation.
        const tolerance = (0.4 * 0.5 * GRID) / deviationAfter(ticks) + 1e-9;
        for (const side of SIDES) {
          const chance = chanceToReach(side, entry, barrierMilli(row, side, entry), ticks);
          expect(Math.abs(chance - row.winChance)).toBeLessThan(tolerance);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("puts both barriers at the same distance if the price has no drift", () => {
    for (const row of terms) {
      expect(barrierMilli(row, "buy", 155_000) - 155_000).toBe(155_000 - barrierMilli(row, "sell", 155_000));
    }
  });

  it("never gives a higher entry price a lower barrier", () => {
    fc.assert(
      fc.property(anyTerms, anySide, anyEntry, fc.nat({ max: 5000 }), (row, side, entry, more) => {
        expect(barrierMilli(row, side, entry + more)).toBeGreaterThanOrEqual(barrierMilli(row, side, entry));
      }),
    );
  });

  it("rounds a buy barrier up and a sell barrier down, by less than one step", () => {
    fc.assert(
      fc.property(anyTerms, anyEntry, (row, entry) => {
        const scaled = (barrier: number) => BigInt(barrier) * 100_000n * 2n ** 40n;
        const centre = 15_500_000_000n * 2n ** 40n + (BigInt(entry) * 100_000n - 15_500_000_000n) * row.pull;
        const reach = row.reach * 2n ** 40n;
        const over = scaled(barrierMilli(row, "buy", entry)) - (centre + reach);
        const under = centre - reach - scaled(barrierMilli(row, "sell", entry));
        for (const rounding of [over, under]) {
          expect(rounding >= 0n && rounding < 100_000n * 2n ** 40n).toBe(true);
        }
      }),
    );
  });

  it.each([-0.01, 0, 0.009_999, 0.21, NaN, Infinity])("refuses a house edge of %d", (houseEdge) => {
    expect(() => computeTerms({ houseEdge, winRule: "barrier" })).toThrow(
      new RangeError("the house edge must be from 0.01 to 0.2"),
    );
  });

  it.each([0.01, 0.2])("accepts a house edge of %d", (houseEdge) => {
    const [first] = computeTerms({ houseEdge, winRule: "barrier" });
    expect(first!.winChance).toBeCloseTo((1 - houseEdge) / 3.5, 12);
  });
});

describe("direction rule", () => {
  it("asks for one grid step in the direction of the position", () => {
    expect(computeTerms({ houseEdge: 0.05, winRule: "direction" })).toEqual(direction);
    expect(direction.map(({ winRule }) => winRule)).toEqual(DURATIONS.map(() => "direction"));
    fc.assert(
      fc.property(fc.constantFrom(...direction), anyEntry, (row, entry) => {
        expect(barrierMilli(row, "buy", entry)).toBe(entry + 1);
        expect(barrierMilli(row, "sell", entry)).toBe(entry - 1);
      }),
    );
  });

  it("wins half the time at the mean, more often toward it than away from it", () => {
    for (const row of direction) {
      expect(winChanceAt(row, "buy", 155_000)).toBeCloseTo(winChanceAt(row, "sell", 155_000), 12);
      expect(winChanceAt(row, "buy", 155_000)).toBe(row.winChance);
      expect(row.winChance).toBeGreaterThan(0.499);
      expect(row.winChance).toBeLessThan(0.5);
      expect(winChanceAt(row, "buy", 150_000)).toBeGreaterThan(0.5);
      expect(winChanceAt(row, "sell", 150_000)).toBeLessThan(0.5);
    }
  });

  it("gives away from about 75 % to about 950 % of the stake", () => {
    const gains = direction.map((row) => expectedResultPerUnit(row, "buy", 155_000));
    [0.75, 2.5, 4.5, 9.5].forEach((expected, index) => expect(gains[index]).toBeCloseTo(expected, 1));
  });
});

it("needs no house edge under the rule of play money", () => {
  expect(computeTerms({ houseEdge: 0, winRule: "direction" })).toEqual(direction);
  expect(() => computeTerms({ houseEdge: -0.01, winRule: "direction" })).toThrow(
    new RangeError("the house edge must be from 0 to 0.2"),
  );
});

describe("terms as text", () => {
  const rules = { houseEdge: 0.05, winRule: "barrier", sellFee: 0.01, chainHash: "ab".repeat(32) } as const;

  it("have one line for each of them", () => {
    expect(termsText(rules)).toBe(
      `houseEdge 0.05\nwinRule barrier\nmultiplier 1 2.50\nmultiplier 3 6.00\nmultiplier 5 10.00\n` +
        `multiplier 10 20.00\npull 1 1097680609238\npull 3 1094027714679\npull 5 1090386976332\n` +
        `pull 10 1081338048748\nreach 1 12951253\nreach 3 40475798\nreach 5 64676292\nreach 10 113092621\nsellFee 0.01\nbeacon ${rules.chainHash}\n`,
    );
  });

  it.each([
    ["the edge", { houseEdge: 0.050001 }],
    ["the rule", { winRule: "direction" }],
    ["the fee", { sellFee: 0 }],
    ["the beacon", { chainHash: "ac".repeat(32) }],
  ] as const)("have another hash for another %s", (_, change) => {
    expect(termsHash(termsText({ ...rules, ...change }))).not.toBe(termsHash(termsText(rules)));
  });

  it.each([
    rules,
    { ...rules, houseEdge: 0.2, sellFee: 0 },
    { ...rules, houseEdge: 0, winRule: "direction" },
    { ...rules, multiplierOf: () => 321 },
  ] as const)("can be read back unchanged", (written) => {
    const read = parseTerms(termsText(written))!;
    expect(termsText(read)).toBe(termsText(written));
    expect(read.terms).toEqual(computeTerms(written));
  });

  it.each([
    ["longer decimals", "0.05", "0.050"],
    ["no edge", "0.05", "0"],
    ["too large an edge", "0.05", "0.200001"],
    ["too large a fee", "sellFee 0.01", "sellFee 0.100001"],
    ["no multiplier", "2.50", "0.00"],
    ["another rule", "barrier", "none"],
    ["no pull", "pull 3 1094027714679\n", ""],
    ["reach before pull", /(pull 10 .*\n)(reach 1 .*\n)/, "$2$1"],
    ["zeros in front", "reach 1 ", "reach 1 0"],
    ["a line missing", "winRule barrier\n", ""],
    ["no line feed at the end", /\n$/, ""],
  ])("are not read with %s", (_, text, other) => {
    expect(parseTerms(termsText(rules).replace(text, other))).toBeUndefined();
  });

  it.each([
    ["pull", 1n, true],
    ["pull", -2n, false],
    ["reach", -1n, true],
    ["reach", 2n, false],
  ] as const)("have the integers of the text: %s off by %d", (name, offBy, isOwn) => {
    const others = computeTerms(rules).map((each) => ({ ...each, [name]: each[name] + offBy }));
    const read = parseTerms(termsText(rules, others))!;
    expect(read.terms).toEqual(others);
    expect(areTermsOwn(read)).toBe(isOwn);
  });

  it("write shares as shortest decimals, which are whole millionths", () => {
    expect(termsText({ ...rules, houseEdge: 0.1, sellFee: 0.00001 })).toContain("houseEdge 0.1\n");
    expect([0, 0.01, 0.012345, 0.1, 1].map(shareMillionths)).toEqual([0, 10_000, 12_345, 100_000, 1_000_000]);
  });

  it.each([0.1 + 0.2, 0.0000001, -0.01, NaN])("refuse a share of %d", (share) => {
    expect(() => shareMillionths(share)).toThrow(`not a share with at most 6 decimals: ${share}`);
    expect(() => termsText({ ...rules, houseEdge: share })).toThrow(RangeError);
    expect(() => termsText({ ...rules, sellFee: share })).toThrow(RangeError);
  });
});

describe("payouts", () => {
  it("are the stake and stake x multiplier", () => {
    const stake = parseMinor("10.01");
    const payouts = DURATIONS.map((duration) =>
      formatMinor(payoutMinor(stake, multiplierHundredths(duration))),
    );
    expect(payouts).toEqual(["35.03500000", "70.07000000", "110.11000000", "210.21000000"]);
    expect(formatMinor(maxProfitMinor(stake, 250))).toBe("25.02500000");
  });

  it("are never rounded", () => {
    expect(() => payoutMinor(minor(1n), 250)).toThrow(RangeError);
  });
});
