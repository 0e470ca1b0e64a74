/**
 * A token bucket for each key, in memory: `perSecond` on average, `burst` at once. Full buckets are deleted, so that memory
 * follows the traffic.
 */
export type RateLimit = {
  take(key: string, nowMs: number): boolean;
};

/** One of several limits that approximately hold one rate together: each reports its busy keys to the others. */
export type SharedRateLimit = RateLimit & {
  /** Returns the calls of busy keys that passed here and have not been reported yet. */
  drain(): [key: string, calls: number][];
  /** Deducts calls of this key that passed elsewhere. */
  takeOff(key: string, calls: number, nowMs: number): void;
};

type Bucket = { tokens: number; atMs: number; untold: number };

/** The share of its average rate above which a key is busy and is reported. */
const QUIET_SHARE = 0.1;

/** Calls on average and at once. Read at each use, so that it may change. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export function rateLimit(rate: Rate): SharedRateLimit {
  const buckets = new Map<string, Bucket>();
  const busy = new Set<string>();
  const refillMs = () => (rate.burst / rate.perSecond) * 1000;
  const quiet = () => Math.min(rate.burst / 2, Math.max(1, rate.perSecond * QUIET_SHARE));
  let sweptAtMs = -Infinity;

  function sweep(nowMs: number) {
    const fullAfterMs = refillMs();
    // If the clock steps back, the next sweep must not wait for as long as the step.
    if (Math.abs(nowMs - sweptAtMs) < fullAfterMs) return;
    sweptAtMs = nowMs;
    for (const [key, bucket] of buckets) {
      if (nowMs - bucket.atMs < fullAfterMs) continue;
      buckets.delete(key);
      busy.delete(key);
    }
  }

  function refilled(key: string, nowMs: number): Bucket {
    sweep(nowMs);
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = { tokens: rate.burst, atMs: nowMs, untold: 0 };
      buckets.set(key, bucket);
      return bucket;
    }
    const elapsedSeconds = Math.max(0, nowMs - bucket.atMs) / 1000;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + elapsedSeconds * rate.perSecond);
    // A trickle of calls needs no report, however long it lasts.
    bucket.untold = Math.max(0, bucket.untold - elapsedSeconds * quiet());
    bucket.atMs = nowMs;
    return bucket;
  }

  return {
    take(key, nowMs) {
      const bucket = refilled(key, nowMs);
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      bucket.untold += 1;
      if (bucket.untold >= quiet()) busy.add(key);
      return true;
    },
    drain() {
      const told: [string, number][] = [];
      for (const key of busy) {
        const bucket = buckets.get(key);
        if (bucket === undefined) continue;
        const calls = Math.floor(bucket.untold);
        bucket.untold -= calls;
        if (calls > 0) told.push([key, calls]);
      }
      busy.clear();
      return told;
    },
    takeOff(key, calls, nowMs) {
      const bucket = refilled(key, nowMs);
      // A debt is limited to one burst, so working it off takes no longer than refilling after a burst.
      bucket.tokens = Math.max(-rate.burst, bucket.tokens - calls);
    },
  };
}
