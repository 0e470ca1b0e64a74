import type { Bus } from "../cluster/bus.ts";
import type { Identity } from "../platform/http/call.ts";

/** The time for which the cache serves an identity. The bus reports its end or change at once. */
const FRESH_MS = 5_000;
/** The time for which a session counts as recently active after its identity was last read. */
const KNOWN_MS = 10 * 60_000;
const MAX_ENTRIES = 50_000;

type SessionCache = {
  /** Returns the identity if it was read a moment ago and has not changed since. */
  find(key: string): Identity | undefined;
  /** Returns true if the session was active in the last minutes and, as far as this process knows, has not ended. */
  wasRecentlyActive(key: string): boolean;
  /** Returns true if it was active in the last minutes, and no message about it can have been missed since it was read. */
  isCurrent(key: string): boolean;
  /** Stores an identity. If `isFresh` is false, `find` does not return it, but `wasRecentlyActive` knows the session. */
  remember(key: string, identity: Identity, isFresh: boolean): void;
  forget(key: string): void;
  forgetUser(userId: string): void;
  /** Marks the identities of the user's sessions as out of date, so that they are read again. */
  expireUser(userId: string): void;
  /** Marks the identities of all sessions as out of date, so that they are read again. */
  expireAll(): void;
  size(): number;
};

type CacheEntry = { identity: Identity; atMs: number; isFresh: boolean; generation: number };

/** @param elapsedMs milliseconds that only run forward: after a clock's step back, ended sessions would count for longer */
export function createSessionCache(elapsedMs: () => number, maxEntries = MAX_ENTRIES): SessionCache {
  /** The entries in the order in which they were stored, oldest first. */
  const entries = new Map<string, CacheEntry>();
  const byUser = new Map<string, Set<string>>();
  /** The current generation. Identities stored in an earlier one must be read again. */
  let generation = 0;

  function forget(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    const own = byUser.get(entry.identity.userId);
    own?.delete(key);
    if (own?.size === 0) byUser.delete(entry.identity.userId);
  }

  const isKnown = ({ atMs }: CacheEntry): boolean => elapsedMs() - atMs < KNOWN_MS;
  const isCurrent = (entry: CacheEntry | undefined): entry is CacheEntry =>
    entry?.isFresh === true && entry.generation === generation;

  /** Drops entries from the oldest on and stops at the first that may stay, so that it never scans them all. */
  function dropStale(): void {
    for (const [key, entry] of entries) {
      if (entries.size < maxEntries && isKnown(entry)) return;
      forget(key);
    }
  }

  return {
    find(key) {
      const entry = entries.get(key);
      if (!isCurrent(entry)) return undefined;
      return elapsedMs() - entry.atMs < FRESH_MS ? entry.identity : undefined;
    },
    wasRecentlyActive(key) {
      const entry = entries.get(key);
      return entry !== undefined && isKnown(entry);
    },
    isCurrent(key) {
      const entry = entries.get(key);
      return isCurrent(entry) && isKnown(entry);
    },
    remember(key, identity, isFresh) {
      forget(key);
      dropStale();
      entries.set(key, { identity, atMs: elapsedMs(), isFresh, generation });
      const own = byUser.get(identity.userId) ?? new Set();
      byUser.set(identity.userId, own.add(key));
    },
    forget,
    forgetUser(userId) {
      for (const key of byUser.get(userId) ?? []) forget(key);
    },
    expireUser(userId) {
      for (const key of byUser.get(userId) ?? []) entries.get(key)!.isFresh = false;
    },
    expireAll() {
      generation += 1;
    },
    size: () => entries.size,
  };
}

/**
 * Updates the cache from the messages of the bus. The returned function counts ended sessions and changed identities. If the
 * count rises while an identity is read, the cache must not serve it.
 */
export function cacheOnBus(cache: SessionCache, bus: Bus): () => number {
  let generation = 0;
  bus.subscribe((message) => {
    if (!("userId" in message) || message.kind === "push") return;
    generation += 1;
    if (message.kind === "sessionEnded") cache.forget(message.sessionKey);
    else if (message.kind === "sessionRenewed") cache.forget(message.from);
    else if (message.kind === "sessionsEnded") cache.forgetUser(message.userId);
    else cache.expireUser(message.userId);
  });
  bus.onGap(() => {
    generation += 1;
    cache.expireAll();
  });
  return () => generation;
}
