import { afterEach, expect, it, vi } from "vitest";
import { systemClock, tickOf } from "./clock.ts";

afterEach(() => void vi.useRealTimers());

it("calls the listener as each second begins, until the listener stops it", () => {
  vi.useFakeTimers({ now: 1_790_000_000_400 });
  const clock = systemClock();
  const heard: number[] = [];
  const stop = clock.onTick((tick) => {
    heard.push(tick);
    if (heard.length === 2) stop();
  });
  const first = tickOf(clock.nowMs()) + 1;
  vi.advanceTimersByTime(599);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual([first, first + 1]);
  expect(vi.getTimerCount()).toBe(0);
});

it("calls the listener after the delay that it asked for", () => {
  vi.useFakeTimers({ now: 1_790_000_000_400 });
  const heard: number[] = [];
  const stop = systemClock().onTick((tick) => heard.push(tick), 1_500);
  vi.advanceTimersByTime(1_099);
  expect(heard).toEqual([1_789_999_999]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual([1_789_999_999, 1_790_000_000]);
  stop();
});
