import { afterEach, expect, it, vi } from "vitest";
import { periodically, systemClock, tickOf } from "./clock.ts";
import { createLog } from "./telemetry/log.ts";

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

it("runs periodic work in its turn, and at once after the clock has stepped back", async () => {
  const ran: number[] = [];
  let now = 0;
  const task = periodically(60, "count", createLog("silent"), async () => void ran.push(now));
  for (now of [3_600, 3_601, 3_659, 3_660, 10, 69, 70]) {
    task.tick(now);
    await task.idle();
  }
  expect(ran).toEqual([3_600, 3_660, 10, 70]);
});
