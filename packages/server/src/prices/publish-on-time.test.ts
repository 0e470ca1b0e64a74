import { beforeEach, expect, it } from "vitest";
import { createSkewWatch } from "../platform/clock-skew.ts";
import type { Database } from "../platform/database.ts";
import { createLog } from "../platform/log.ts";
import type { PriceFeed } from "./price-feed.ts";
import { publishOnTime } from "./publish-on-time.ts";

/** This machine's clock and the database's, in milliseconds. */
let ownMs: number;
let databaseMs: number;
let isReachable: boolean;
let published: number[];

beforeEach(() => {
  ownMs = databaseMs = 1_000_000;
  isReachable = true;
  published = [1_000];
});

async function publisher(maxSkewMs?: number) {
  const query = async () => {
    if (!isReachable) throw new Error("the database is away");
    return { rows: [{ ms: String(databaseMs) }] };
  };
  const clock = { nowMs: () => ownMs, onTick: () => () => {} };
  const skew = createSkewWatch({ query } as unknown as Database, clock, maxSkewMs);
  await skew.measure();
  const feed = {
    book: {
      get newestTick() {
        return published.at(-1)!;
      },
    },
    advance: (tick: number) => void (tick > published.at(-1)! && published.push(tick)),
  } as unknown as PriceFeed;
  const publish = publishOnTime({ feed, skew, log: createLog("silent") });
  /** Time passes, here and there, and the clock ticks. */
  return async (ownPasses: number, databasePasses = ownPasses) => {
    ownMs += ownPasses * 1000;
    databaseMs += databasePasses * 1000;
    publish(Math.floor(ownMs / 1000));
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

it("publishes no second that has not begun for the database, where the clock leaps", async () => {
  const pass = await publisher();
  expect(await pass(60, 1)).toBe(1_001);
  expect(await pass(1)).toBe(1_002);
  // The clock is set right again.
  expect(await pass(-57, 2)).toBe(1_004);
  expect(await pass(1)).toBe(1_005);
});

it("goes on after a long stop at once", async () => {
  const pass = await publisher();
  expect(await pass(600)).toBe(1_600);
});

it("waits with a leap until the database can be asked", async () => {
  const pass = await publisher();
  isReachable = false;
  expect(await pass(60)).toBe(1_000);
  isReachable = true;
  expect(await pass(1)).toBe(1_061);
});

it("was ahead from the start: the price is that of the database's clock", async () => {
  ownMs += 90_000;
  const pass = await publisher();
  expect(await pass(1)).toBe(1_001);
  expect(await pass(1)).toBe(1_002);
});

it("moves with its own clock alone where any difference will do", async () => {
  const pass = await publisher(Infinity);
  expect(await pass(600, 0)).toBe(1_600);
});
