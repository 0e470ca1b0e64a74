import { expect, test } from "vitest";
import {
  amountRange,
  axisEnd,
  countRange,
  deviations,
  expiryBars,
  partOf,
  verdictOf,
} from "./exposure-figures.ts";

test("judges an outcome by its distance in standard deviations", () => {
  expect(verdictOf(deviations(119, 100, 10))).toBe("within");
  expect(verdictOf(deviations(80, 100, 10))).toBe("outside");
  expect(verdictOf(deviations(140, 100, 10))).toBe("farOutside");
  expect(verdictOf(deviations(0, 0, 0))).toBe("within");
  expect(verdictOf(deviations(1, 0, 0))).toBe("farOutside");
});

test("keeps ranges of counts within the possible counts", () => {
  expect(countRange(0.5, 0.5, 2)).toEqual([0, 1.48]);
  expect(countRange(1.5, 0.5, 2)).toEqual([0.52, 2]);
});

test("computes the range of an amount to the last digit", () => {
  expect(amountRange("5.00000000", "100.00000000")).toEqual(["-191.00000000", "201.00000000"]);
  expect(amountRange("-0.00000001", "0.00000000")).toEqual(["-0.00000001", "-0.00000001"]);
});

test("computes a part of a whole between 0 and 1", () => {
  expect(partOf("25.00000000", "100.00000000")).toBe(0.25);
  expect(partOf("300.00000000", "100.00000000")).toBe(1);
  expect(partOf("-1.00000000", "100.00000000")).toBe(0);
  expect(partOf("0.00000000", "0.00000000")).toBe(0);
});

const open = (payout: string) => ({ positions: 1, stakes: "1.00000000", payout });
const none = open("0.00000000");

test("makes a bar for each of eleven minutes and puts overdue positions in the first", () => {
  const bars = expiryBars({
    at: "2026-09-21T14:00:30.000Z",
    byExpiry: [
      { ...open("7.00000000"), from: "2026-09-21T13:59:00.000Z", buy: open("7.00000000"), sell: none },
      { ...open("35.00000000"), from: "2026-09-21T14:01:00.000Z", buy: none, sell: open("35.00000000") },
    ],
  });
  expect(bars).toHaveLength(11);
  expect(bars.slice(0, 3)).toEqual([
    { tick: 1789999200, buy: 7, sell: 0 },
    { tick: 1789999260, buy: 0, sell: 35 },
    { tick: 1789999320, buy: 0, sell: 0 },
  ]);
});

test.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [34, 50],
  [999, 1000],
  [0.3, 0.5],
])("ends an axis for %d at %d", (value, end) => expect(axisEnd(value)).toBeCloseTo(end, 10));
