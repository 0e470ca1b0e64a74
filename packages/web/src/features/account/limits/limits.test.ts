import type { Limit } from "@veritick/contract/schemas/limits.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { describe, expect, test } from "vitest";
import { breakEnd, changeOf, isBelowDeposit, isSpent, nextChangeMs, readLimit, takenOf } from "./rules.ts";
import {
  countOn,
  isReminderDue,
  LOOK_EVERY_MS,
  OVER_AFTER_MS,
  readUsageSession,
  reminded,
  watchUsage,
} from "./usage-session.ts";
import type { UsageSession } from "./usage-session.ts";

const START = 1_790_000_000_000;
const MINUTE = 60_000;
const userId = "ada";

/** Continues from a usage session with a look every ten seconds, and an activity at each look. */
function use(from: UsageSession | undefined, startMs: number, lengthMs: number, everyMs = LOOK_EVERY_MS) {
  let usage = from;
  for (let passed = 0; passed <= lengthMs; passed += everyMs) {
    const nowMs = startMs + passed;
    usage = countOn(usage, { userId, nowMs, activeMs: nowMs });
  }
  return usage!;
}

test("counts time in view from the first activity", () => {
  const usage = use(undefined, START, 15 * MINUTE);
  expect(usage).toMatchObject({ beganMs: START, spentMs: 15 * MINUTE });
  expect(isReminderDue(usage, 15)).toBe(true);
  expect(isReminderDue(use(undefined, START, 15 * MINUTE - LOOK_EVERY_MS), 15)).toBe(false);
});

test("reminds again after the same time", () => {
  const once = reminded(use(undefined, START, 15 * MINUTE));
  expect(isReminderDue(once, 15)).toBe(false);
  const later = use(once, START + 15 * MINUTE, 15 * MINUTE);
  expect(later.spentMs).toBe(30 * MINUTE);
  expect(isReminderDue(later, 15)).toBe(true);
  expect(isReminderDue(later, 30)).toBe(false);
});

test("counts each second once for several tabs in view", () => {
  // Two tabs look in turn, each every ten seconds.
  expect(use(undefined, START, 10 * MINUTE, LOOK_EVERY_MS / 2).spentMs).toBe(10 * MINUTE);
});

test("does not count time out of view, and keeps the usage session for half an hour", () => {
  const before = use(undefined, START, 10 * MINUTE);
  const after = use(before, START + 39 * MINUTE, 5 * MINUTE);
  expect(after).toMatchObject({ beganMs: START, spentMs: 15 * MINUTE });
});

test("begins a new usage session after half an hour away", () => {
  const before = use(undefined, START, 10 * MINUTE);
  const backMs = START + 10 * MINUTE + OVER_AFTER_MS;
  expect(use(before, backMs, MINUTE)).toMatchObject({ beganMs: backMs, spentMs: MINUTE, remindedMs: 0 });
});

test("counts half an hour without activity, then ends the usage session", () => {
  let usage: UsageSession | undefined;
  const look = (nowMs: number) => (usage = countOn(usage, { userId, nowMs, activeMs: START }));
  for (let nowMs = START; nowMs < START + OVER_AFTER_MS; nowMs += LOOK_EVERY_MS) look(nowMs);
  expect(usage?.spentMs).toBe(OVER_AFTER_MS - LOOK_EVERY_MS);
  expect(look(START + OVER_AFTER_MS)).toBeUndefined();
  expect(look(START + 2 * OVER_AFTER_MS)).toBeUndefined();
});

test("keeps the usage session alive through another tab", () => {
  const here = use(undefined, START, 20 * MINUTE);
  const nowMs = here.countedMs + LOOK_EVERY_MS;
  expect(countOn(here, { userId, nowMs, activeMs: nowMs - 40 * MINUTE })).toMatchObject({
    beganMs: START,
    activeMs: here.activeMs,
  });
});

test("begins a new usage session for another person", () => {
  const ada = use(undefined, START, 10 * MINUTE);
  const nowMs = ada.countedMs + LOOK_EVERY_MS;
  expect(countOn(ada, { userId: "bob", nowMs, activeMs: nowMs })?.spentMs).toBe(0);
});

test("counts no time twice after a small clock step back; a large one starts anew", () => {
  const before = use(undefined, START, 40 * MINUTE);
  expect(use(before, START + 35 * MINUTE, 10 * MINUTE)).toMatchObject({
    beganMs: START,
    spentMs: 45 * MINUTE,
  });
  expect(use(before, START, MINUTE)).toMatchObject({ beganMs: START, spentMs: MINUTE });
});

test("reads a stored usage session and rejects anything else", () => {
  const usage = use(undefined, START, MINUTE);
  expect(readUsageSession(JSON.stringify(usage))).toEqual(usage);
  for (const text of [null, "", "null", "7", "{}", JSON.stringify({ ...usage, spentMs: "long" })]) {
    expect(readUsageSession(text)).toBeUndefined();
  }
});

/** A browser with one store and any number of tabs. The test moves its time. */
function browser() {
  let nowMs = START;
  let stored: UsageSession | undefined;

  function openTab() {
    const tab = { isInView: true, isClear: true, told: [] as UsageSession[] };
    let look = () => {};
    const watch = watchUsage(
      {
        nowMs: () => nowMs,
        isInView: () => tab.isInView,
        isClear: () => tab.isClear,
        load: () => stored,
        save: (usage) => (stored = usage),
        every(_, call) {
          look = call;
          return () => (look = () => {});
        },
      },
      { userId: "ada", everyMinutes: 15 },
      (usage) => tab.told.push(usage),
    );
    return Object.assign(tab, watch, { look: () => look() });
  }

  function pass(tabs: { look: () => void; noteActivity: (isPress: boolean) => void }[], ms: number) {
    for (const end = nowMs + ms; nowMs < end;) {
      nowMs += LOOK_EVERY_MS;
      for (const tab of tabs) {
        tab.look();
        tab.noteActivity(false);
      }
    }
  }

  return { openTab, pass, stored: () => stored };
}

test("reminds in one of several tabs, once for each interval", () => {
  const { openTab, pass } = browser();
  const tabs = [openTab(), openTab()];
  pass(tabs, 14 * MINUTE);
  expect(tabs.flatMap(({ told }) => told)).toEqual([]);
  pass(tabs, MINUTE);
  expect(tabs.flatMap(({ told }) => told)).toHaveLength(1);
  pass(tabs, 15 * MINUTE);
  expect(tabs.flatMap(({ told }) => told)).toHaveLength(2);
});

test("waits until nothing is in the way, then reminds at the next look", () => {
  const { openTab, pass } = browser();
  const tab = openTab();
  tab.isClear = false;
  pass([tab], 20 * MINUTE);
  expect(tab.told).toEqual([]);
  tab.isClear = true;
  tab.noteActivity(true);
  tab.look();
  expect(tab.told).toEqual([]);
  pass([tab], LOOK_EVERY_MS);
  expect(tab.told.map(({ spentMs }) => spentMs)).toEqual([20 * MINUTE + LOOK_EVERY_MS]);
});

test("neither counts nor reminds in a tab out of view", () => {
  const { openTab, pass, stored } = browser();
  const tab = openTab();
  pass([tab], 14 * MINUTE);
  tab.isInView = false;
  pass([tab], 10 * MINUTE);
  expect(stored()?.spentMs).toBe(14 * MINUTE);
  tab.isInView = true;
  pass([tab], MINUTE);
  expect(tab.told).toEqual([]);
  pass([tab], LOOK_EVERY_MS);
  expect(tab.told).toHaveLength(1);
});

test("does nothing after it was stopped", () => {
  const { openTab, pass, stored } = browser();
  const tab = openTab();
  tab.stop();
  pass([tab], 20 * MINUTE);
  expect(tab.told).toEqual([]);
  expect(stored()?.spentMs).toBe(0);
});

describe("own limits", () => {
  const NOW = Date.parse("2026-11-21T12:00:00.000Z");
  const DAY_MS = 86_400_000;

  const limitOf = (change: Partial<Limit>): Limit => ({
    kind: "stake",
    amount: "50.00000000",
    used: "12.50000000",
    ends: "2026-11-22T00:00:00.000Z",
    next: null,
    ...change,
  });

  test("applies a tighter limit at once, a looser one in 24 hours, and no unchanged one", () => {
    const limit = limitOf({});
    expect(changeOf(limit, parseMinor("49.99"), NOW)).toEqual({ kind: "now" });
    expect(changeOf(limit, parseMinor("50.01"), NOW)).toEqual({ kind: "later", fromMs: NOW + DAY_MS });
    expect(changeOf(limit, null, NOW)).toEqual({ kind: "later", fromMs: NOW + DAY_MS });
    const waiting = limitOf({ next: { amount: "100.00000000", from: "2026-11-22T01:00:00.000Z" } });
    expect(changeOf(waiting, parseMinor("50"), NOW)).toEqual({ kind: "same" });
    expect(changeOf(waiting, parseMinor("40"), NOW)).toEqual({ kind: "now" });
  });

  test("counts any amount as tighter than no limit", () => {
    const none = limitOf({ amount: null });
    expect(changeOf(none, parseMinor("1000000"), NOW)).toEqual({ kind: "now" });
    expect(changeOf(none, null, NOW)).toEqual({ kind: "same" });
  });

  test("returns today's use, the amount left, and the share of the bar", () => {
    expect(takenOf(limitOf({}))).toEqual({ taken: "12.50000000", left: "37.50000000", share: 0.25 });
    expect(takenOf(limitOf({ used: "60.00000000" }))).toEqual({
      taken: "60.00000000",
      left: "0.00000000",
      share: 1,
    });
    // A day with gains gives room again.
    expect(takenOf(limitOf({ kind: "loss", used: "-25.00000000" }))).toEqual({
      taken: "0.00000000",
      left: "75.00000000",
      share: 0,
    });
    expect(takenOf(limitOf({ amount: null }))).toMatchObject({ taken: "12.50000000", share: 0 });
  });

  test("counts a limit as spent when today has used it up", () => {
    expect(isSpent(limitOf({}), parseMinor("12.50"))).toBe(true);
    expect(isSpent(limitOf({}), parseMinor("12.51"))).toBe(false);
    expect(isSpent(limitOf({}), null)).toBe(false);
  });

  test.each(["", "0", "0.001", "-5", "five", "1e3"])("refuses %j as a limit", (text) => {
    expect(readLimit("stake", text)).toBeTypeOf("string");
  });

  test("reads minutes and counts as whole numbers within their range", () => {
    expect(readLimit("session", "30")).toBe(parseMinor("30"));
    expect(readLimit("session", "30.5")).toBe("tooSmall");
    expect(readLimit("session", "10")).toBe("tooSmall");
    expect(readLimit("open_positions", "1")).toBe(parseMinor("1"));
    expect(readLimit("open_positions", "1001")).toBe("tooSmall");
  });

  test("finds which ends first: the day, a pending change or a break", () => {
    const day = {
      limits: [limitOf({})],
      dayEnds: "2026-11-22T00:00:00.000Z",
      timeZone: null,
      restUntil: null,
      pause: null,
      reminderMinutes: 60,
    };
    expect(nextChangeMs(day)).toBe(Date.parse(day.dayEnds));
    const from = "2026-11-21T13:00:00.000Z";
    expect(nextChangeMs({ ...day, limits: [limitOf({ next: { amount: null, from } })] })).toBe(
      Date.parse(from),
    );
    expect(nextChangeMs({ ...day, restUntil: from })).toBe(Date.parse(from));
    const until = "2026-11-21T12:30:00.000Z";
    expect(nextChangeMs({ ...day, pause: { kind: "time_out", until } })).toBe(Date.parse(until));
  });

  test("recognises a limit below the smallest deposit, only for deposits", () => {
    const deposits = limitOf({ kind: "deposit" });
    expect(isBelowDeposit(deposits, parseMinor("14.99"))).toBe(true);
    expect(isBelowDeposit(deposits, parseMinor("15"))).toBe(false);
    expect(isBelowDeposit(limitOf({ kind: "deposit_month" }), parseMinor("14.99"))).toBe(true);
    expect(isBelowDeposit(deposits, null)).toBe(false);
    expect(isBelowDeposit(limitOf({ kind: "stake" }), parseMinor("1"))).toBe(false);
  });

  test.each([
    ["time_out", 1, "2026-02-28T23:30:00.000Z", "2026-03-01T23:30:00.000Z"],
    ["time_out", 30, "2026-12-15T08:00:00.000Z", "2027-01-14T08:00:00.000Z"],
    ["self_exclusion", 6, "2026-11-21T12:00:00.000Z", "2027-05-21T12:00:00.000Z"],
    ["self_exclusion", 6, "2026-08-31T12:00:00.000Z", "2027-02-28T12:00:00.000Z"],
    ["self_exclusion", 12, "2028-02-29T12:00:00.000Z", "2029-02-28T12:00:00.000Z"],
    ["self_exclusion", 60, "2026-11-21T12:00:00.000Z", "2031-11-21T12:00:00.000Z"],
  ] as const)("ends a %s of %d that begins at %s", (kind, length, from, to) => {
    expect(breakEnd(kind, length, Date.parse(from)).toISOString()).toBe(to);
  });
});
