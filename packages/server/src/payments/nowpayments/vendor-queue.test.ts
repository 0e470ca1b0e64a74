import { describe, expect, it, vi } from "vitest";
import { movableClock, START_MS } from "../../../testing/movable-clock.ts";
import { ProviderBusyError } from "../provider.ts";
import { readRetryAt, vendorQueue } from "./vendor-queue.ts";

it.each([
  ["30", 30],
  [" 2 ", 2],
  [new Date(START_MS + 20_000).toUTCString(), 20],
  [null, 5],
  ["soon", 5],
  ["0", 1],
  ["-4", 1],
  [new Date(START_MS - 86_400_000).toUTCString(), 1],
  ["99999999999999999999", 300],
  [new Date(START_MS + 86_400_000_000).toUTCString(), 300],
])("a Retry-After of %j is one of %d seconds", (retryAfter, seconds) => {
  expect(readRetryAt(retryAfter, movableClock())).toEqual(new Date(START_MS + seconds * 1000));
});

describe("the queue", () => {
  function start({ perSecond = 1_000, busy = [] as number[] } = {}) {
    const clock = movableClock();
    const queue = vendorQueue(clock, perSecond);
    const begun: string[] = [];
    const inSeconds = (seconds: number) => new Date(clock.nowMs() + seconds * 1000);
    /** A call that the vendor has no room for as often as `busy` says. */
    const call = (name: string, isPaced = false) =>
      queue.run({ isPaced }, async () => {
        begun.push(name);
        const seconds = busy.shift();
        if (seconds !== undefined) throw new ProviderBusyError(inSeconds(seconds), "busy");
        return name;
      });
    return { clock, begun, call, inSeconds };
  }

  it("makes a call again after a short time, and those that came meanwhile after it, in their order", async () => {
    const { clock, begun, call } = start({ busy: [2] });
    const first = call("a");
    // The answer to the first call has come before the others begin.
    await new Promise(setImmediate);
    const all = Promise.all([first, call("b"), call("c", true)]);
    clock.advance(1);
    await new Promise(setImmediate);
    expect(begun).toEqual(["a"]);
    clock.advance(1);
    expect(await all).toEqual(["a", "b", "c"]);
    expect(begun).toEqual(["a", "a", "b", "c"]);
  });

  it("refuses calls at once for as long as the vendor wants none, and then makes them", async () => {
    const { clock, begun, call, inSeconds } = start({ busy: [30] });
    const retryAt = inSeconds(30);
    for (const name of ["a", "b"]) await expect(call(name)).rejects.toMatchObject({ retryAt });
    clock.advance(26);
    await expect(call("c")).rejects.toBeInstanceOf(ProviderBusyError);
    expect(begun).toEqual(["a"]);
    clock.advance(1);
    const waits = call("d");
    clock.advance(3);
    expect(await waits).toBe("d");
    expect(begun).toEqual(["a", "d"]);
  });

  it("waits for a vendor that stays busy no longer than three seconds in all", async () => {
    const { clock, begun, call } = start({ busy: [2, 2] });
    const refused = expect(call("a")).rejects.toBeInstanceOf(ProviderBusyError);
    await new Promise(setImmediate);
    clock.advance(2);
    await refused;
    expect(begun).toEqual(["a", "a"]);
  });

  it("lets a hundred calls wait", async () => {
    const { clock, call } = start({ busy: [1] });
    const first = call("first");
    await new Promise(setImmediate);
    const waiting = Array.from({ length: 99 }, (_none, index) => call(String(index)));
    await expect(call("one too many")).rejects.toBeInstanceOf(ProviderBusyError);
    clock.advance(1);
    expect(await Promise.all([first, ...waiting])).toHaveLength(100);
  });

  it("paces new payments alone: the next wait, and one that would wait too long is refused", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const { begun, call } = start({ perSecond: 2 });
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const paced = names.map((name) => call(name, true));
    await expect(call("too late", true)).rejects.toBeInstanceOf(ProviderBusyError);
    await call("a read");
    expect(begun.toSorted()).toEqual(["a", "a read", "b"]);
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.slice(3)).toEqual(["c", "d"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(paced)).toEqual(names);
    vi.useRealTimers();
  });
});
