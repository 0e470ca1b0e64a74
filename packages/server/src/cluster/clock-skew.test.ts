import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSkewWatch, MAX_GIVE_OR_TAKE_MS, MEMORY_MS } from "./clock-skew.ts";
import type { Database } from "../platform/db/database.ts";

const MAX_SKEW_MS = 250;

/**
 * Makes a machine and a database with clocks of their own, a network between them, and an event loop in which answers wait.
 * `databaseRate` and `stopwatchRate` say how fast the two run.
 */
function world({
  databaseMs = 1_000_000,
  aheadMs = 0,
  askMs = 0,
  answerMs = 0,
  queueMs = 0,
  maxSkewMs = MAX_SKEW_MS,
  databaseRate = 1,
  stopwatchRate = 1,
} = {}) {
  const time = { databaseMs, machineMs: databaseMs + aheadMs, passedMs: 0, askMs, answerMs, queueMs };
  /** An event that happens once, while an answer is on its way. */
  let meanwhile = () => {};
  function pass(ms: number): void {
    time.databaseMs += ms * databaseRate;
    time.machineMs += ms * stopwatchRate;
    time.passedMs += ms * stopwatchRate;
  }
  const query = async () => {
    pass(time.askMs);
    const rows = [{ ms: String(time.databaseMs) }];
    meanwhile();
    meanwhile = () => {};
    pass(time.answerMs);
    return { rows };
  };
  const connect = async () => {
    pass(time.queueMs);
    return { query, release() {} };
  };
  const machineMs = () => Math.floor(time.machineMs);
  const clock = {
    nowMs: machineMs,
    machineMs,
    onTick: () => () => {},
    follow: (timeMs: () => number) => void (clock.nowMs = timeMs),
  };
  const database = { connect } as unknown as Pick<Database, "connect">;
  const skew = createSkewWatch(database, clock, maxSkewMs, () => time.passedMs);
  return {
    time,
    pass,
    clock,
    skew,
    inTheMiddle: (event: () => void) => void (meanwhile = event),
    /** Returns how far this process is behind the database's clock. */
    behindMs: () => time.databaseMs - clock.nowMs(),
    /** Returns how far the database's clock is really ahead of the machine's. */
    trueSkewMs: () => time.databaseMs - machineMs(),
  };
}

type World = ReturnType<typeof world>;

/** Expects the clock to be within the bounds that the watch gives, and never ahead. */
function expectHonest({ skew, behindMs, trueSkewMs }: World): void {
  const roundingMs = 0.001;
  expect(behindMs()).toBeGreaterThanOrEqual(-roundingMs);
  if (!skew.isTrusted()) return;
  expect(skew.giveOrTakeMs()).toBeLessThanOrEqual(MAX_GIVE_OR_TAKE_MS);
  expect(behindMs()).toBeLessThanOrEqual(2 * skew.giveOrTakeMs() + roundingMs);
  expect(Math.abs(trueSkewMs() - skew.skewMs()!)).toBeLessThanOrEqual(skew.giveOrTakeMs() + roundingMs);
  expect(Math.abs(trueSkewMs())).toBeLessThanOrEqual(MAX_SKEW_MS + roundingMs);
}

describe("the skew watch", () => {
  it("trusts nothing before it has measured", () => {
    const { skew } = world();
    expect(skew.skewMs()).toBeUndefined();
    expect(skew.giveOrTakeMs()).toBe(Infinity);
    expect(skew.isTrusted()).toBe(false);
  });

  it.each([
    ["equal clocks", 0, 0, true],
    ["a clock 249 ms behind", -249, 0, true],
    ["a clock 251 ms behind", -251, 0, false],
    ["a clock 251 ms ahead", 251, 0, false],
    ["a clock that may be too far away for all a slow way tells", -240, 30, false],
    ["a slow way", 0, 95, true],
    ["a way too slow to tell", 0, 105, false],
  ])("judges %s", async (_name, aheadMs, wayMs, trusted) => {
    const its = world({ aheadMs, askMs: wayMs, answerMs: wayMs });
    await its.skew.measure();
    expect(its.skew.isTrusted()).toBe(trusted);
    expectHonest(its);
  });

  it.each(
    [-300, -150, -80, 0, 80, 150, 300].flatMap((aheadMs) =>
      [40, 120, 400].map((answerMs) => ({ aheadMs, answerMs })),
    ),
  )(
    "trades on no wrong clock: $aheadMs ms ahead, answers wait $answerMs ms",
    async ({ aheadMs, answerMs }) => {
      const its = world({ aheadMs, answerMs });
      await its.skew.measure();
      for (let second = 0; second < 30; second += 1) {
        its.pass(1000 - answerMs);
        await its.skew.measure();
        expectHonest(its);
        // The answer may have waited because the machine's clock is even further ahead.
        const furthestMs = Math.max(-aheadMs, aheadMs + answerMs);
        expect(its.skew.isTrusted()).toBe(answerMs < 400 && furthestMs < 250);
      }
      // The load is over.
      its.time.answerMs = 1;
      await its.skew.measure();
      expect(its.skew.isTrusted()).toBe(Math.abs(aheadMs) < 300);
      expect(its.behindMs()).toBeLessThan(2);
    },
  );

  it.each([
    ["ahead", 180, 0],
    ["far ahead", 60_000, 3],
    ["behind", -180, 3],
    ["right", 0, 40],
  ])("sets a clock that is %s to the database's, and never beyond", async (_name, aheadMs, wayMs) => {
    const { skew, behindMs } = world({ aheadMs, askMs: wayMs, answerMs: wayMs });
    await skew.measure();
    expect(behindMs()).toBeGreaterThanOrEqual(0);
    expect(behindMs()).toBeLessThanOrEqual(1.01 * wayMs);
  });

  it("does not count the wait for a connection as the round trip", async () => {
    const { skew } = world({ aheadMs: 400, queueMs: 900 });
    await skew.measure();
    expect(skew.giveOrTakeMs()).toBeLessThan(1);
    expect(skew.isTrusted()).toBe(false);
  });

  it("takes another sample at once if one is too wide", async () => {
    const { skew, time, inTheMiddle } = world({ askMs: 400 });
    inTheMiddle(() => void (time.askMs = 2));
    await skew.measure();
    expect(skew.isTrusted()).toBe(true);
  });

  it("keeps a precise sample while slow ones follow, and forgets it in the end", async () => {
    const { skew, time, pass, behindMs } = world({ answerMs: 1 });
    await skew.measure();
    time.answerMs = 300;
    pass(5_000);
    await skew.measure();
    expect(skew.isTrusted()).toBe(true);
    expect(behindMs()).toBeLessThan(5);
    pass(MEMORY_MS);
    await skew.measure();
    expect(skew.isTrusted()).toBe(false);
  });

  it("is no longer sure after minutes without an answer, and stays behind the database's clock", async () => {
    const its = world({ stopwatchRate: 1.0004, answerMs: 1 });
    await its.skew.measure();
    for (let minute = 0; minute < 3; minute += 1) {
      its.pass(60_000);
      expect(its.skew.isTrusted()).toBe(true);
      expectHonest(its);
    }
    its.pass(60_000);
    expect(its.skew.isTrusted()).toBe(false);
    expectHonest(its);
  });

  it("follows the stopwatch if the machine's clock is set, and distrusts it beyond the limit", async () => {
    const its = world();
    await its.skew.measure();
    its.pass(1_000);
    its.time.machineMs += 120;
    expect(its.skew.isTrusted()).toBe(true);
    expectHonest(its);
    its.time.machineMs += 180;
    expect(its.skew.isTrusted()).toBe(false);
    expectHonest(its);
    its.time.machineMs -= 300;
    await its.skew.measure();
    expect(its.skew.isTrusted()).toBe(true);
    expect(its.behindMs()).toBe(0);
  });

  it("follows a database's clock that leaps, at the next sample", async () => {
    const { skew, time, behindMs } = world({ answerMs: 1 });
    for (const leapMs of [100, -100, 20, -20]) {
      await skew.measure();
      time.databaseMs += leapMs;
      await skew.measure();
      expect(skew.isTrusted()).toBe(true);
      expect(behindMs()).toBeCloseTo(1, 1);
    }
    time.databaseMs += 5_000;
    await skew.measure();
    expect(skew.isTrusted()).toBe(false);
  });

  it.each([
    ["equal clocks", 0, 0],
    ["a machine that is a little behind", -200, 0],
    ["a machine that is far ahead", 60_000, 0],
    ["a database that is far ahead", -60_000, -60_000],
  ])("says up to when seconds have begun for %s", async (_name, aheadMs, expectedMs) => {
    const { skew, time } = world({ aheadMs });
    await skew.measure();
    expect(skew.begunMs() - time.databaseMs).toBe(expectedMs);
  });

  it("accepts any clock if it is told to, and does not correct it", async () => {
    const { skew, time, clock } = world({ aheadMs: 4_000_000, maxSkewMs: Infinity });
    await skew.measure();
    time.machineMs += 60_000;
    expect(skew.isTrusted()).toBe(true);
    expect(clock.nowMs()).toBe(time.machineMs);
  });
});

describe("a trusted skew watch", () => {
  const rate = fc.double({ min: 0.9998, max: 1.0002, noNaN: true });
  const delayMs = fc.oneof(fc.constantFrom(0, 1, 40, 120, 400), fc.double({ min: 0, max: 500, noNaN: true }));
  const leapMs = fc.oneof(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -90_000, max: 90_000 }));
  const setup = fc.record({ databaseRate: rate, stopwatchRate: rate, aheadMs: leapMs });
  const measure = fc.record({ askMs: delayMs, answerMs: delayMs, passMs: fc.nat(3_000) });

  type Event = (its: World) => void;
  type Measure = { askMs: number; answerMs: number; passMs: number };
  type Step = Measure & { event: Event | undefined; inTheMiddle: boolean };
  const steps = (event: fc.Arbitrary<Event>): fc.Arbitrary<Step[]> =>
    fc.array(
      fc
        .tuple(measure, fc.option(event, { nil: undefined }), fc.boolean())
        .map(([delays, happens, inTheMiddle]) => ({ ...delays, event: happens, inTheMiddle })),
      { minLength: 1, maxLength: 40 },
    );

  async function run(its: World, sequence: Step[], check: (its: World) => void): Promise<void> {
    for (const { askMs, answerMs, passMs, event, inTheMiddle } of sequence) {
      Object.assign(its.time, { askMs, answerMs });
      if (event !== undefined && inTheMiddle) its.inTheMiddle(() => event(its));
      else event?.(its);
      check(its);
      await its.skew.measure();
      check(its);
      its.pass(passMs);
      check(its);
    }
  }

  const set = leapMs.map(
    (ms): Event =>
      ({ time }) =>
        void (time.machineMs += ms),
  );
  const pause = fc.integer({ min: 0, max: 5_000 }).map((ms): Event => ({ time }) => {
    time.databaseMs += ms;
    time.machineMs += ms;
  });

  it.each([
    ["the machine's clock is set", set],
    ["the machine is paused", pause],
  ])("is right within its bounds while %s, however answers wait and clocks drift", async (_name, event) => {
    await fc.assert(
      fc.asyncProperty(setup, steps(event), async (settings, sequence) => {
        const its = world(settings);
        await its.skew.measure();
        await run(its, sequence, (now) => {
          expectHonest(now);
          expect(now.skew.begunMs()).toBeLessThanOrEqual(now.time.databaseMs + 0.001);
        });
      }),
    );
  });

  it("is right again once a leap of the database's clock is forgotten", async () => {
    const databaseLeap = leapMs.map(
      (ms): Event =>
        ({ time }) =>
          void (time.databaseMs += ms),
    );
    await fc.assert(
      fc.asyncProperty(setup, steps(databaseLeap), steps(set), async (settings, leaping, after) => {
        const its = world(settings);
        await its.skew.measure();
        await run(its, leaping, () => {});
        its.pass(1.01 * MEMORY_MS);
        await its.skew.measure();
        await run(its, after, expectHonest);
      }),
    );
  });

  it("becomes trusted again as soon as the load allows", async () => {
    const event = fc.oneof(set, pause);
    await fc.assert(
      fc.asyncProperty(setup, steps(event), async (settings, sequence) => {
        const its = world(settings);
        await run(its, sequence, () => {});
        Object.assign(its.time, { askMs: 1, answerMs: 1, machineMs: its.time.databaseMs });
        await its.skew.measure();
        expect(its.skew.isTrusted()).toBe(true);
        expect(its.behindMs()).toBeLessThan(2.1);
      }),
    );
  });
});
