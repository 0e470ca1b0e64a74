import { describe, expect, it } from "vitest";
import { createSkewWatch } from "./clock-skew.ts";
import type { Database } from "./database.ts";

/** A database whose clock shows this when it is asked, after so long a way there and as long back. */
function watch(databaseMs: number, ownMs: number, wayMs: number) {
  let nowMs = ownMs;
  const clock = { nowMs: () => nowMs, onTick: () => () => {} };
  const query = async () => {
    nowMs += 2 * wayMs;
    return { rows: [{ ms: String(databaseMs) }] };
  };
  return createSkewWatch({ query } as unknown as Database, clock);
}

describe("the watch over the clock", () => {
  it("trusts nothing before it has measured", () => {
    const skew = watch(0, 0, 0);
    expect(skew.skewMs()).toBeUndefined();
    expect(skew.isTrusted()).toBe(false);
  });

  it.each([
    ["equal clocks", 1_000, 1_000, 0, 0, true],
    ["a clock 250 ms behind", 1_250, 1_000, 0, 250, true],
    ["a clock 251 ms behind", 1_251, 1_000, 0, 251, false],
    ["a clock 251 ms ahead", 1_000, 1_251, 0, -251, false],
    ["what a slow way there may explain", 1_400, 1_000, 200, 0, true],
    ["what a slow way cannot explain", 2_000, 1_000, 200, 600, false],
  ])("judges %s", async (_name, databaseMs, ownMs, wayMs, skewMs, trusted) => {
    const skew = watch(databaseMs, ownMs, wayMs);
    await skew.measure();
    expect(Math.abs(skew.skewMs()! - skewMs)).toBeLessThan(1e-9);
    expect(skew.isTrusted()).toBe(trusted);
  });

  it.each([
    ["its own, where it is right", 10_000, 10_100, 10],
    ["its own, where it is behind", 19_000, 10_100, 10],
    ["the database's, where it is ahead", 10_000, 19_000, 10],
  ])("takes for the newest second %s", async (_name, databaseMs, ownMs, latest) => {
    const skew = watch(databaseMs, ownMs, 0);
    await skew.measure();
    expect(skew.latestTick()).toBe(latest);
  });
});
