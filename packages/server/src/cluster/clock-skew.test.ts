import { describe, expect, it } from "vitest";
import { createSkewWatch } from "./clock-skew.ts";
import type { Database } from "../platform/db/database.ts";

/** A machine and a database with clocks of their own, as far from each other as wanted, and a way between them. */
function world({
  databaseMs = 1_000_000,
  machineMs = 1_000_000,
  wayMs = 0,
  queueMs = 0,
  maxSkewMs = 250,
} = {}) {
  const time = { databaseMs, machineMs, passedMs: 0, wayMs, queueMs, offsetMs: 0 };
  function pass(ms: number): void {
    time.databaseMs += ms;
    time.machineMs += ms;
    time.passedMs += ms;
  }
  const query = async () => {
    pass(time.wayMs);
    const rows = [{ ms: String(time.databaseMs) }];
    pass(time.wayMs);
    return { rows };
  };
  const connect = async () => {
    pass(time.queueMs);
    return { query, release() {} };
  };
  const clock = {
    nowMs: () => time.machineMs + time.offsetMs,
    onTick: () => () => {},
    adjust: (ms: number) => void (time.offsetMs = ms),
  };
  const database = { connect } as unknown as Pick<Database, "connect">;
  return { time, pass, clock, skew: createSkewWatch(database, clock, maxSkewMs, () => time.passedMs) };
}

describe("the skew watch", () => {
  it("trusts nothing before it has measured", () => {
    const { skew } = world();
    expect(skew.skewMs()).toBeUndefined();
    expect(skew.isTrusted()).toBe(false);
  });

  it.each([
    ["equal clocks", 0, 0, 0, true],
    ["a clock 250 ms behind", -250, 0, 250, true],
    ["a clock 251 ms behind", -251, 0, 251, false],
    ["a clock 251 ms ahead", 251, 0, -251, false],
    ["what a slow way there may explain", -400, 200, 200, true],
    ["what a slow way cannot explain", -800, 200, 600, false],
  ])("judges %s", async (_name, aheadMs, wayMs, skewMs, trusted) => {
    const { skew } = world({ machineMs: 1_000_000 + aheadMs, wayMs });
    await skew.measure();
    expect(skew.skewMs()).toBe(skewMs);
    expect(skew.isTrusted()).toBe(trusted);
  });

  it.each([
    ["ahead", 180, 0],
    ["far ahead", 60_000, 3],
    ["behind", -180, 3],
    ["right", 0, 40],
  ])("sets a clock that is %s to the database's, and never beyond", async (_name, aheadMs, wayMs) => {
    const { skew, clock, time } = world({ machineMs: 1_000_000 + aheadMs, wayMs });
    await skew.measure();
    const behindMs = time.databaseMs - clock.nowMs();
    expect(behindMs).toBeGreaterThanOrEqual(0);
    expect(behindMs).toBeLessThanOrEqual(wayMs);
  });

  it("does not count the wait for a connection as the round trip", async () => {
    const { skew } = world({ machineMs: 1_000_400, queueMs: 900 });
    await skew.measure();
    expect(skew.isTrusted()).toBe(false);
  });

  it("keeps a precise measurement until it may be out of date", async () => {
    const { skew, clock, time, pass } = world({ wayMs: 1 });
    await skew.measure();
    time.wayMs = 300;
    pass(30_000);
    await skew.measure();
    expect(time.databaseMs - clock.nowMs()).toBe(1);
    time.databaseMs += 5_000;
    await skew.measure();
    expect(skew.isTrusted()).toBe(false);
  });

  it("distrusts a clock as soon as it leaps, and trusts it again once it is corrected", async () => {
    const { skew, clock, time, pass } = world();
    await skew.measure();
    pass(10_000);
    expect(skew.isTrusted()).toBe(true);
    time.machineMs += 120;
    expect(skew.isTrusted()).toBe(false);
    await skew.measure();
    expect(skew.isTrusted()).toBe(true);
    expect(clock.nowMs()).toBe(time.databaseMs);
  });

  it.each([
    ["equal clocks", 0, 0],
    ["a machine that is a little behind", -200, 0],
    ["a machine that is far ahead", 60_000, 0],
    ["a database that is far ahead", -60_000, -60_000],
  ])("says up to when seconds have begun for %s", async (_name, aheadMs, expectedMs) => {
    const { skew, time } = world({ machineMs: 1_000_000 + aheadMs });
    await skew.measure();
    expect(skew.begunMs() - time.databaseMs).toBe(expectedMs);
  });

  it("accepts any clock if it is told to, and does not correct it", async () => {
    const { skew, time } = world({ machineMs: 5_000_000, maxSkewMs: Infinity });
    await skew.measure();
    time.machineMs += 60_000;
    expect(skew.isTrusted()).toBe(true);
    expect(time.offsetMs).toBe(0);
  });
});
