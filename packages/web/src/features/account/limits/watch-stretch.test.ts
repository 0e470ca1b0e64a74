import { expect, test } from "vitest";
import { LOOK_EVERY_MS } from "./stretch.ts";
import type { Stretch } from "./stretch.ts";
import { watchStretch } from "./watch-stretch.ts";

const MINUTE = 60_000;

/** A browser with one store and any number of tabs, whose time the test moves. */
function browser() {
  let nowMs = 1_790_000_000_000;
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

test("one of several tabs reminds, once for each interval", () => {
  const { openTab, pass } = browser();
  const tabs = [openTab(), openTab()];
  pass(tabs, 14 * MINUTE);
  expect(tabs.flatMap(({ told }) => told)).toEqual([]);
  pass(tabs, MINUTE);
  expect(tabs.flatMap(({ told }) => told)).toHaveLength(1);
  pass(tabs, 15 * MINUTE);
  expect(tabs.flatMap(({ told }) => told)).toHaveLength(2);
});

test("it waits until nothing is in the way, and then comes with the next look", () => {
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

test("a tab out of view neither counts nor reminds", () => {
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

test("a watch that was stopped does nothing more", () => {
  const { openTab, pass, stored } = browser();
  const tab = openTab();
  tab.stop();
  pass([tab], 20 * MINUTE);
  expect(tab.told).toEqual([]);
  expect(stored()?.spentMs).toBe(0);
});
