import { describe, expect, test } from "vitest";
import { across, dotPath, down, linePath, priceLines, rangeOf, SIDE, stepPath, timeLines } from "./plot.tsx";
import type { Frame } from "./plot.tsx";

const frame: Frame = { from: 100, to: 110, lowMilli: 1000, highMilli: 2000, stepMilli: 200 };
const known = (prices: Record<number, number>) => (tick: number) => prices[tick];

describe("the range of prices", () => {
  test.each([
    [[152_790]],
    [[152_790, 152_791]],
    [[152_690, 152_924, 152_790]],
    [[140_000, 170_000]],
    [[153_600, 153_600, 153_000]],
  ])("has room for %j and a few lines", (prices) => {
    const range = rangeOf(prices);
    expect(range.lowMilli).toBeLessThan(Math.min(...prices));
    expect(range.highMilli).toBeGreaterThan(Math.max(...prices));
    const lines = priceLines({ ...frame, ...range });
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(8);
    for (const line of lines) expect(line % range.stepMilli).toBe(0);
  });

  test("does not change for a price that stays within it", () => {
    const before = rangeOf([152_600, 153_000]);
    expect(rangeOf([152_600, 153_000, 152_700])).toEqual(before);
    expect(rangeOf([152_600, 153_001])).toEqual(before);
    expect(rangeOf([152_600, 153_400])).not.toEqual(before);
  });

  test("does not stretch a still price", () => {
    const { lowMilli, highMilli } = rangeOf([152_790, 152_791]);
    expect(highMilli - lowMilli).toBeGreaterThanOrEqual(20);
  });
});

test("times go from left to right and prices from bottom to top", () => {
  expect(across(frame, 100)).toBe(0);
  expect(across(frame, 105)).toBe(0.5);
  expect(down(frame, 2000)).toBe(0);
  expect(down(frame, 1250)).toBe(0.75);
});

test("a point beyond the frame lies on its edge", () => {
  expect(down(frame, 2500)).toBe(0);
  expect(down(frame, 900)).toBe(1);
});

describe("clock times", () => {
  test.each([
    [{ from: 1_790_000_873, to: 1_790_000_953 }, 6, 15],
    [{ from: 1_790_000_873, to: 1_790_000_953 }, 3, 30],
    [{ from: 1_790_000_884, to: 1_790_001_604 }, 6, 120],
    [{ from: 1_790_000_884, to: 1_790_001_604 }, 3, 300],
  ])("within %j, %i at most, lie %i s apart", (span, most, step) => {
    const lines = timeLines(span, most);
    expect(lines.step).toBe(step);
    expect(lines.ticks.length).toBeGreaterThan(1);
    for (const tick of lines.ticks) {
      expect(tick % step).toBe(0);
      expect(tick).toBeGreaterThanOrEqual(span.from);
      expect(tick).toBeLessThanOrEqual(span.to);
    }
  });
});

describe("a line", () => {
  const prices = known({ 101: 1000, 102: 1500, 103: 2000, 106: 1000, 107: 1500 });

  test("goes from price to price and stops where they are missing", () => {
    expect(linePath(frame, prices, frame)).toBe("M100 1000L200 500L300 0M600 1000L700 500");
  });

  test("in steps is level for a second, then straight", () => {
    expect(stepPath(frame, prices, { from: 101, to: 103 })).toBe("M100 1000H200V500H300V0");
  });

  test("of dots has one for each price", () => {
    expect(dotPath(frame, prices, frame)).toBe("M100 1000h0M200 500h0M300 0h0M600 1000h0M700 500h0");
  });

  test("without prices is empty", () => {
    expect(linePath(frame, known({}), frame)).toBe("");
    expect(dotPath(frame, known({}), frame)).toBe("");
  });

  test("of ten minutes has a point for each second, all within the drawing", () => {
    const long = { ...frame, from: 0, to: 720 };
    const path = linePath(long, (tick) => 1500 + Math.round(400 * Math.sin(tick)), { from: 0, to: 720 });
    const points = path.slice(1).split("L");
    expect(points).toHaveLength(721);
    for (const point of points) {
      for (const place of point.split(" ").map(Number)) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(SIDE);
      }
    }
  });
});
