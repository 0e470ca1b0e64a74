/**
 * A token bucket for each key, in memory: `perSecond` on average, `burst` at once.
 * Buckets that are full again are forgotten, so that memory follows the traffic.
 */
export type RateLimit = {
  /** True where the call may pass. */
  take(key: string, nowMs: number): boolean;
};

type Bucket = { tokens: number; atMs: number };

export function rateLimit(perSecond: number, burst: number): RateLimit {
  const buckets = new Map<string, Bucket>();
  const refillMs = (burst / perSecond) * 1000;
  let sweepAtMs = 0;

  function sweep(nowMs: number) {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + refillMs;
    for (const [key, bucket] of buckets) if (nowMs - bucket.atMs >= refillMs) buckets.delete(key);
  }

  return {
    take(key, nowMs) {
      sweep(nowMs);
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, { tokens: burst - 1, atMs: nowMs });
        return true;
      }
      const elapsedMs = Math.max(0, nowMs - bucket.atMs);
      bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
      bucket.atMs = nowMs;
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}
