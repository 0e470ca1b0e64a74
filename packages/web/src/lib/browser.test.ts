import { afterEach, expect, test, vi } from "vitest";
import { followTouches, isUnattended } from "./browser.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page that nobody has touched for five minutes is unattended, until somebody does", () => {
  let nowMs = 0;
  const listeners: (() => void)[] = [];
  vi.stubGlobal("performance", { now: () => nowMs });
  vi.stubGlobal("addEventListener", (_type: string, listener: () => void) => listeners.push(listener));
  followTouches();
  nowMs = 300_000;
  expect(isUnattended()).toBe(false);
  nowMs = 300_001;
  expect(isUnattended()).toBe(true);
  listeners[0]!();
  expect(isUnattended()).toBe(false);
});
