import { describe, expect, it, vi } from "vitest";
import type { Identity } from "../platform/http/call.ts";
import { createSessionCache } from "./session-cache.ts";

const identityOf = (userId: string): Identity => ({
  userId,
  isAdmin: false,
  role: null,
  acceptedTerms: null,
  sessionHash: Buffer.alloc(32),
  provedAtMs: 0,
  provedAnewAtMs: undefined,
  hasSecondFactor: false,
  sessionId: userId,
});

/** A cache by a time that each test sets. */
function cacheAt(maxEntries?: number) {
  const time = { ms: 0 };
  const memory = createSessionCache(() => time.ms, maxEntries);
  const remember = (key: string, userId: string, isFresh = true) => {
    const identity = identityOf(userId);
    memory.remember(key, identity, isFresh);
    return identity;
  };
  return { time, memory, remember };
}

describe("the session cache", () => {
  it("serves an identity for 5 seconds and knows the session for 10 minutes", () => {
    const { time, memory, remember } = cacheAt();
    const ann = remember("a", "ann");
    time.ms = 4_999;
    expect(memory.find("a")).toBe(ann);
    time.ms = 5_000;
    expect(memory.find("a")).toBeUndefined();
    time.ms = 599_999;
    expect(memory.wasRecentlyActive("a")).toBe(true);
    time.ms = 600_000;
    expect(memory.wasRecentlyActive("a")).toBe(false);
    expect(memory.wasRecentlyActive("b")).toBe(false);
  });

  it("does not serve an identity whose look-up may be out of date, but knows the session", () => {
    const { memory, remember } = cacheAt();
    remember("a", "ann");
    remember("a", "ann", false);
    expect(memory.find("a")).toBeUndefined();
    expect(memory.wasRecentlyActive("a")).toBe(true);
  });

  it("does not vouch for a session read before messages may have been missed", () => {
    const { time, memory, remember } = cacheAt();
    for (const key of ["a", "b"]) remember(key, "ann", key === "a");
    time.ms = 599_999;
    expect(["a", "b", "c"].map(memory.isCurrent)).toEqual([true, false, false]);
    memory.expireAll();
    expect([memory.isCurrent("a"), memory.wasRecentlyActive("a")]).toEqual([false, true]);
    remember("a", "ann");
    expect(memory.isCurrent("a")).toBe(true);
    time.ms += 600_000;
    expect(memory.isCurrent("a")).toBe(false);
  });

  it("forgets one session, or all sessions of a user", () => {
    const { memory, remember } = cacheAt();
    for (const key of ["a1", "a2", "a3"]) remember(key, "ann");
    remember("b1", "bob");
    memory.forget("a1");
    memory.forget("a1");
    expect(memory.size()).toBe(3);
    memory.forgetUser("ann");
    memory.forgetUser("eve");
    expect(["a2", "a3", "b1"].map(memory.wasRecentlyActive)).toEqual([false, false, true]);
    expect(memory.size()).toBe(1);
  });

  it("reads the identity of a user again after their rights changed", () => {
    const { memory, remember } = cacheAt();
    for (const key of ["a1", "a2"]) remember(key, "ann");
    remember("b1", "bob");
    memory.expireUser("ann");
    memory.expireUser("eve");
    expect(["a1", "a2", "b1"].map((key) => memory.find(key) !== undefined)).toEqual([false, false, true]);
    expect(memory.wasRecentlyActive("a1")).toBe(true);
    remember("a1", "ann");
    expect(memory.find("a1")).toBeDefined();
  });

  it("does not scan the sessions of other users for that", () => {
    const { memory, remember } = cacheAt();
    for (let n = 0; n < 500; n += 1) remember(`k${n}`, `u${n}`);
    const walks = (["entries", "keys", "values", "forEach"] as const).map((name) =>
      vi.spyOn(Map.prototype, name),
    );
    const walk = vi.spyOn(Map.prototype, Symbol.iterator as never);
    for (let n = 0; n < 100; n += 1) memory.forget(`k${n}`);
    for (let n = 100; n < 200; n += 1) memory.forgetUser(`u${n}`);
    for (let n = 0; n < 100; n += 1) memory.forget(`unknown${n}`);
    const calls = [walk, ...walks].map((spy) => spy.mock.calls.length);
    vi.restoreAllMocks();
    expect(calls).toEqual([0, 0, 0, 0, 0]);
    expect(memory.size()).toBe(300);
  });

  it("drops stale entries, and the oldest entry when it is full", () => {
    const { time, memory, remember } = cacheAt(3);
    // A session that is used again becomes the newest.
    for (const key of ["a", "b", "c", "a", "d"]) {
      remember(key, key);
      time.ms += 1;
    }
    expect(["a", "b", "c", "d"].map(memory.wasRecentlyActive)).toEqual([true, false, true, true]);
    time.ms = 600_004;
    remember("e", "e");
    expect(memory.size()).toBe(1);
  });
});
