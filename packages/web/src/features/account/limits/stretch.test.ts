import { expect, test } from "vitest";
import {
  countOn,
  isReminderDue,
  LOOK_EVERY_MS,
  OVER_AFTER_MS,
  readStretch,
  reminded,
  watchStretch,
} from "./stretch.ts";
import type { Stretch } from "./stretch.ts";

const START = 1_790_000_000_000;
const MINUTE = 60_000;
const userId = "ada";

/** Continues from a stretch with a look every ten seconds, and an activity at each look. */
function use(from: Stretch | undefined, startMs: number, lengthMs: number, everyMs = LOOK_EVERY_MS) {
  let stretch = from;
  for (let passed = 0; passed <= lengthMs; passed += everyMs) {
    const nowMs = startMs + passed;
    stretch = countOn(stretch, { userId, nowMs, activeMs: nowMs });
  }
  return stretch!;
}

test("counts time in view from the first activity", () => {
  const stretch = use(undefined, START, 15 * MINUTE);
  expect(stretch).toMatchObject({ beganMs: START, spentMs: 15 * MINUTE });
  expect(isReminderDue(stretch, 15)).toBe(true);
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

test("leaves out time out of view, which ends the stretch only after half an hour", () => {
  const before = use(undefined, START, 10 * MINUTE);
  const after = use(before, START + 39 * MINUTE, 5 * MINUTE);
  expect(after).toMatchObject({ beganMs: START, spentMs: 15 * MINUTE });
});

test("begins a new stretch after half an hour away", () => {
  const before = use(undefined, START, 10 * MINUTE);
  const backMs = START + 10 * MINUTE + OVER_AFTER_MS;
  expect(use(before, backMs, MINUTE)).toMatchObject({ beganMs: backMs, spentMs: MINUTE, remindedMs: 0 });
});

test("counts half an hour without activity, then ends the stretch", () => {
  let stretch: Stretch | undefined;
  const look = (nowMs: number) => (stretch = countOn(stretch, { userId, nowMs, activeMs: START }));
  for (let nowMs = START; nowMs < START + OVER_AFTER_MS; nowMs += LOOK_EVERY_MS) look(nowMs);
  expect(stretch?.spentMs).toBe(OVER_AFTER_MS - LOOK_EVERY_MS);
  expect(look(START + OVER_AFTER_MS)).toBeUndefined();
  expect(look(START + 2 * OVER_AFTER_MS)).toBeUndefined();
});

test("keeps the stretch alive through another tab", () => {
  const here = use(undefined, START, 20 * MINUTE);
  const nowMs = here.countedMs + LOOK_EVERY_MS;
  expect(countOn(here, { userId, nowMs, activeMs: nowMs - 40 * MINUTE })).toMatchObject({
    beganMs: START,
    activeMs: here.activeMs,
  });
});

test("begins a new stretch for another person", () => {
  const ada = use(undefined, START, 10 * MINUTE);
  const nowMs = ada.countedMs + LOOK_EVERY_MS;
  expect(countOn(ada, { userId: "bob", nowMs, activeMs: nowMs })?.spentMs).toBe(0);
});

test("counts nothing twice if the clock is put back a little, and begins a new stretch if by much", () => {
  const before = use(undefined, START, 40 * MINUTE);
  expect(use(before, START + 35 * MINUTE, 10 * MINUTE)).toMatchObject({
    beganMs: START,
    spentMs: 45 * MINUTE,
  });
  expect(use(before, START, MINUTE)).toMatchObject({ beganMs: START, spentMs: MINUTE });
});

test("reads a stored stretch and rejects anything else", () => {
  const stretch = use(undefined, START, MINUTE);
  expect(readStretch(JSON.stringify(stretch))).toEqual(stretch);
  for (const text of [null, "", "null", "7", "{}", JSON.stringify({ ...stretch, spentMs: "long" })]) {
    expect(readStretch(text)).toBeUndefined();
  }
});

/** A browser with one store and any number of tabs. The test moves its time. */
function browser() {
  let nowMs = START;
  let stored: Stretch | undefined;

  function openTab() {
    const tab = { isInView: true, isClear: true, told: [] as Stretch[] };
    let look = () => {};
    const watch = watchStretch(
      {
        nowMs: () => nowMs,
        isInView: () => tab.isInView,
        isClear: () => tab.isClear,
        load: () => stored,
        save: (stretch) => (stored = stretch),
        every(_, call) {
          look = call;
          return () => (look = () => {});
        },
      },
      { userId: "ada", everyMinutes: 15 },
      (stretch) => tab.told.push(stretch),
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
