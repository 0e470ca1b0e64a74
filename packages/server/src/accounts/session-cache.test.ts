import { describe, expect, it, vi } from "vitest";
import type { Identity } from "../platform/http/call.ts";
import { createSessionCache } from "./session-cache.ts";

const identityOf = (userId: string): Identity => ({
  userId,
  isAdmin: false,
  role: null,
  sessionHash: Buffer.alloc(32),
  provedAtMs: 0,
  provedAnewAtMs: undefined,
  hasSecondFactor: false,
  sessionId: userId,
});

describe("the session cache", () => {
  it("serves an identity for 5 seconds and knows the session for 10 minutes", () => {
    const memory = createSessionCache();
    const ann = identityOf("ann");
    memory.remember("a", ann, 0, true);
    expect(memory.find("a", 4_999)).toBe(ann);
    expect(memory.find("a", 5_000)).toBeUndefined();
    expect(memory.wasRecentlyActive("a", 599_999)).toBe(true);
    expect(memory.wasRecentlyActive("a", 600_000)).toBe(false);
    expect(memory.wasRecentlyActive("b", 0)).toBe(false);
  });

  it("does not serve an identity whose look-up may be out of date, but knows the session", () => {
    const memory = createSessionCache();
    memory.remember("a", identityOf("ann"), 0, true);
    memory.remember("a", identityOf("ann"), 1, false);
    expect(memory.find("a", 1)).toBeUndefined();
    expect(memory.wasRecentlyActive("a", 1)).toBe(true);
  });

  it("does not vouch for a session read before messages may have been missed", () => {
    const memory = createSessionCache();
    for (const key of ["a", "b"]) memory.remember(key, identityOf("ann"), 0, key === "a");
    expect(["a", "b", "c"].map((key) => memory.isCurrent(key, 599_999))).toEqual([true, false, false]);
    expect(memory.isCurrent("a", 600_000)).toBe(false);
    memory.expireAll();
    expect([memory.isCurrent("a", 1), memory.wasRecentlyActive("a", 1)]).toEqual([false, true]);
    memory.remember("a", identityOf("ann"), 1, true);
    expect(memory.isCurrent("a", 1)).toBe(true);
  });

  it("forgets one session, or all sessions of a user", () => {
    const memory = createSessionCache();
    for (const key of ["a1", "a2", "a3"]) memory.remember(key, identityOf("ann"), 0, true);
    memory.remember("b1", identityOf("bob"), 0, true);
    memory.forget("a1");
    memory.forget("a1");
    expect(memory.size()).toBe(3);
    memory.forgetUser("ann");
    memory.forgetUser("eve");
    expect(["a2", "a3", "b1"].map((key) => memory.wasRecentlyActive(key, 0))).toEqual([false, false, true]);
    expect(memory.size()).toBe(1);
  });

  it("reads the identity of a user again after their rights changed", () => {
    const memory = createSessionCache();
    for (const key of ["a1", "a2"]) memory.remember(key, identityOf("ann"), 0, true);
    memory.remember("b1", identityOf("bob"), 0, true);
    memory.expireUser("ann");
    memory.expireUser("eve");
    expect(["a1", "a2", "b1"].map((key) => memory.find(key, 0) !== undefined)).toEqual([false, false, true]);
    expect(memory.wasRecentlyActive("a1", 0)).toBe(true);
    memory.remember("a1", identityOf("ann"), 1, true);
    expect(memory.find("a1", 1)).toBeDefined();
  });

  it("does not scan the sessions of other users for that", () => {
    const memory = createSessionCache();
    for (let n = 0; n < 500; n += 1) memory.remember(`k${n}`, identityOf(`u${n}`), 0, true);
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
    const memory = createSessionCache(3);
    for (const [index, key] of ["a", "b", "c"].entries()) memory.remember(key, identityOf(key), index, true);
    // A session that is used again becomes the newest.
    memory.remember("a", identityOf("a"), 3, true);
    memory.remember("d", identityOf("d"), 4, true);
    expect(["a", "b", "c", "d"].map((key) => memory.wasRecentlyActive(key, 4))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    memory.remember("e", identityOf("e"), 600_004, true);
    expect(memory.size()).toBe(1);
  });
});
