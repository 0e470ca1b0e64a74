import type { Bus } from "../../cluster/bus.ts";
import type { Identity } from "../../platform/http/call.ts";

/** How long an identity may be served from the cache. The bus carries whatever ends or changes it, at once. */
const FRESH_MS = 5_000;
/** How long a session counts as recently active after its identity was last read. */
const KNOWN_MS = 10 * 60_000;
const MAX_ENTRIES = 50_000;

/** The identities of recently active sessions or API keys, by the hash of their token. */
type SessionCache = {
  /** The identity, if it was read a moment ago and nothing has changed since. */
  find(key: string, nowMs: number): Identity | undefined;
  /** True if the session was active in the last minutes and, as far as this process knows, has not ended. */
  wasRecentlyActive(key: string, nowMs: number): boolean;
  /** Stores an identity. If `isFresh` is false, `find` does not return it, but `wasRecentlyActive` knows the session. */
  remember(key: string, identity: Identity, nowMs: number, isFresh: boolean): void;
  forget(key: string): void;
  /** Forgets all sessions of a user. */
  forgetUser(userId: string): void;
  /** The identities of the user's sessions must be read again. */
  expireUser(userId: string): void;
  /** The same for all users. */
  expireAll(): void;
  size(): number;
};

type CacheEntry = { identity: Identity; atMs: number; isFresh: boolean; generation: number };

export function createSessionCache(maxEntries = MAX_ENTRIES): SessionCache {
  /** In the order in which they were stored, the oldest first. */
  const entries = new Map<string, CacheEntry>();
  const byUser = new Map<string, Set<string>>();
  /** Identities stored in an earlier generation must be read again. */
  let generation = 0;

  function forget(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    const own = byUser.get(entry.identity.userId);
    own?.delete(key);
    if (own?.size === 0) byUser.delete(entry.identity.userId);
  }

  /** Drops entries from the oldest on and stops at the first that may stay, so that it never scans them all. */
  function dropStale(nowMs: number): void {
    for (const [key, { atMs }] of entries) {
      if (entries.size < maxEntries && nowMs - atMs < KNOWN_MS) return;
      forget(key);
    }
  }

  return {
    find(key, nowMs) {
      const entry = entries.get(key);
      if (entry?.isFresh !== true || entry.generation !== generation) return undefined;
      return nowMs - entry.atMs < FRESH_MS ? entry.identity : undefined;
    },
    wasRecentlyActive(key, nowMs) {
      const entry = entries.get(key);
      return entry !== undefined && nowMs - entry.atMs < KNOWN_MS;
    },
    remember(key, identity, nowMs, isFresh) {
      forget(key);
      dropStale(nowMs);
      entries.set(key, { identity, atMs: nowMs, isFresh, generation });
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
 * Has the cache follow what the bus tells. Returns a count that rises when sessions end or identities change, so that an identity
 * read meanwhile is not served from the cache.
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
