import { describe, expect, test } from "vitest";
import { bandOf, isWithin, placeBand } from "./honesty-card.tsx";

const row = { duration: 1, positions: 1000, won: 260, expected: 271.4, hours: 48, spread: 20 };

describe("the band of luck", () => {
  test("lies 2.58 deviations on either side of the promise", () => {
    const band = bandOf(row)!;
    expect(band.promised).toBeCloseTo(0.2714, 10);
    expect(band.realised).toBe(0.26);
    expect(band.luck!.low).toBeCloseTo(0.2714 - 0.0516, 10);
    expect(band.luck!.high).toBeCloseTo(0.2714 + 0.0516, 10);
    expect(isWithin(band)).toBe(true);
    expect(isWithin(bandOf({ ...row, won: 200 })!)).toBe(false);
  });

  test("is not drawn while too little is known, nor without positions", () => {
    expect(bandOf({ ...row, spread: null })).toMatchObject({ realised: 0.26, luck: undefined });
    expect(isWithin(bandOf({ ...row, spread: null })!)).toBe(false);
    expect(bandOf({ ...row, positions: 0, won: 0, expected: 0 })).toBeUndefined();
  });

  test("ends at none and at all", () => {
    expect(bandOf({ ...row, spread: 500 })!.luck).toEqual({ low: 0, high: 1 });
  });

  test.each([
    ["within", row],
    ["far outside", { ...row, won: 900 }],
    ["unknown", { ...row, spread: null }],
    ["exactly kept", { ...row, won: 271.4, spread: null }],
  ])("all of it has a place: %s", (_, each) => {
    const { promised, realised, luck } = placeBand(bandOf(each)!);
    expect(promised).toBe(0.5);
    for (const place of [realised, luck?.from ?? 0.5, luck?.to ?? 0.5]) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(1);
    }
    if (luck) expect(luck.from).toBeLessThan(luck.to);
  });
});
