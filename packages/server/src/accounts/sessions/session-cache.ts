import type { Identity } from "../../platform/http/call.ts";

/** How long an identity may be served from memory. What ends or changes it takes effect there at once, over the bus. */
export const FRESH_MS = 5_000;
/** How long a session counts as one that was here lately, though it is identified anew. */
const KNOWN_MS = 10 * 60_000;
const MOST = 50_000;

/** Who held which session lately, by the hash of its token. */
export type SessionMemory = {
  /** Who holds it, as known a moment ago. */
  find(key: string, nowMs: number): Identity | undefined;
  /** True where it was somebody's in the last minutes and has not ended as far as is known here. */
  wasHere(key: string, nowMs: number): boolean;
  /** Remembers it as the newest; with `isFresh` false only that it was here. */
  remember(key: string, identity: Identity, nowMs: number, isFresh: boolean): void;
  forget(key: string): void;
  /** Forgets all of a user's but the one to keep. */
  forgetUser(userId: string, keep: string | undefined): void;
  /** The user's sessions were here lately, but who holds them has to be looked up anew. */
  distrustUser(userId: string): void;
  /** The same for everybody. */
  distrustAll(): void;
  size(): number;
};

type Remembered = { identity: Identity; atMs: number; isFresh: boolean; generation: number };

export function createSessionMemory(most = MOST): SessionMemory {
  /** In the order in which they were remembered, the oldest first. */
  const entries = new Map<string, Remembered>();
  const byUser = new Map<string, Set<string>>();
  /** What was remembered in an earlier generation is distrusted. */
  let generation = 0;

  function forget(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    const own = byUser.get(entry.identity.userId);
    own?.delete(key);
    if (own?.size === 0) byUser.delete(entry.identity.userId);
  }

  /** Each entry is dropped once, so that nothing ever looks through all of them. */
  function dropStale(nowMs: number): void {
    for (const [key, { atMs }] of entries) {
      if (entries.size < most && nowMs - atMs < KNOWN_MS) return;
      forget(key);
    }
  }

  return {
    find(key, nowMs) {
      const entry = entries.get(key);
      if (entry?.isFresh !== true || entry.generation !== generation) return undefined;
      return nowMs - entry.atMs < FRESH_MS ? entry.identity : undefined;
    },
    wasHere(key, nowMs) {
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
    forgetUser(userId, keep) {
      for (const key of byUser.get(userId) ?? []) if (key !== keep) forget(key);
    },
    distrustUser(userId) {
      for (const key of byUser.get(userId) ?? []) entries.get(key)!.isFresh = false;
    },
    distrustAll() {
      generation += 1;
    },
    size: () => entries.size,
  };
}
