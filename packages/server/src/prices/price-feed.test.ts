import { beforeEach, expect, it } from "vitest";
import { tickOf } from "../platform/clock.ts";
import { createSkewWatch } from "../cluster/clock-skew.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import type { Database } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { publishOnTime } from "./price-feed.ts";
import type { PriceFeed } from "./price-feed.ts";

/** The times of this machine's clock and the database's, and the time that has really passed, in milliseconds. */
let machineMs: number;
let databaseMs: number;
let passedMs: number;
let isReachable: boolean;
let published: number[];
let skew: SkewWatch;

beforeEach(() => {
  // A little into the second, because a watched clock shows the earliest possible time.
  machineMs = databaseMs = 1_000_020;
  passedMs = 0;
  isReachable = true;
  published = [1_000];
});

async function publisher(maxSkewMs?: number) {
  const query = async () => ({ rows: [{ ms: String(databaseMs) }] });
  const connect = async () => {
    if (!isReachable) throw new Error("the database is away");
    return { query, release() {} };
  };
  const clock = {
    nowMs: () => machineMs,
    machineMs: () => machineMs,
    onTick: () => () => {},
    follow: (timeMs: () => number) => void (clock.nowMs = timeMs),
  };
  skew = createSkewWatch({ connect } as unknown as Database, clock, maxSkewMs, () => passedMs);
  await skew.measure();
  const feed = {
    advance: (tick: number) => void (tick > published.at(-1)! && published.push(tick)),
  } as unknown as PriceFeed;
  const publish = publishOnTime({ feed, skew, log: createLog("silent") });
  /** Lets time pass, by as much on the machine's clock or otherwise, and ticks. */
  return async (seconds: number, onTheMachine = seconds) => {
    passedMs += seconds * 1000;
    databaseMs += seconds * 1000;
    machineMs += onTheMachine * 1000;
    publish(tickOf(clock.nowMs()));
    await new Promise(setImmediate);
    return published.at(-1);
  };
}

it("publishes each second as it begins", async () => {
  const pass = await publisher();
  expect(await pass(1)).toBe(1_001);
  expect(await pass(1)).toBe(1_002);
  expect(await pass(3)).toBe(1_005);
});

it.each([60, 3.95, 1.1])("publishes no second early if the clock leaps by %d s", async (leap) => {
  const pass = await publisher();
  expect(await pass(1, 1 + leap)).toBe(1_001);
  expect(await pass(1)).toBe(1_002);
  // The clock is corrected.
  expect(await pass(2, 2 - leap)).toBe(1_004);
  expect(await pass(1)).toBe(1_005);
});

it("continues at once after a long stop", async () => {
  const pass = await publisher();
  expect(await pass(600)).toBe(1_600);
});

it.each([1_800, 3.95])("publishes no second early if the database's clock leaps by %d s", async (leap) => {
  const pass = await publisher();
  expect(await pass(1)).toBe(1_001);
  databaseMs += leap * 1000;
  // The watch compares now and then, even while the clock is trusted.
  await skew.measure();
  expect(await pass(1)).toBe(1_002);
  databaseMs -= leap * 1000;
  expect(await pass(1)).toBe(1_003);
  expect(await pass(1)).toBe(1_004);
});

it("continues by the stopwatch if a clock leaps and the database does not answer", async () => {
  const pass = await publisher();
  isReachable = false;
  expect(await pass(1, 60)).toBe(1_001);
  // The clock is corrected.
  expect(await pass(1, 1 - 59)).toBe(1_002);
  expect(await pass(1)).toBe(1_003);
  isReachable = true;
  expect(await pass(1)).toBe(1_004);
});

it("continues without a database, even if the clock is no longer known precisely", async () => {
  const pass = await publisher();
  isReachable = false;
  expect(await pass(600)).toBe(1_599);
  expect(skew.isTrusted()).toBe(false);
});

it.each([90_000, 200, -200])(
  "goes by the database's clock on a machine that is %d ms ahead",
  async (aheadMs) => {
    machineMs += aheadMs;
    const pass = await publisher();
    expect(await pass(1)).toBe(1_001);
    expect(await pass(0.9)).toBe(1_001);
    expect(await pass(0.1)).toBe(1_002);
  },
);

it("follows its own clock alone if any skew is accepted", async () => {
  const pass = await publisher(Infinity);
  expect(await pass(0, 600)).toBe(1_600);
});
