import type { Clock } from "../../platform/clock.ts";

export type CachedValue<T> = {
  get(): Promise<T>;
  /** Makes the next call fetch again, unless another caller has replaced this value already. */
  forget(value: T): void;
};

/** Fetches a value when it is needed, one request at a time, and keeps it for `lifeMs` from the start of its request. */
export function cachedValue<T>(clock: Clock, lifeMs: number, fetchValue: () => Promise<T>): CachedValue<T> {
  let cached: { value: T; untilMs: number } | undefined;
  let running: Promise<T> | undefined;

  async function renew(): Promise<T> {
    const untilMs = clock.nowMs() + lifeMs;
    const value = await fetchValue();
    cached = { value, untilMs };
    return value;
  }

  return {
    async get() {
      if (cached !== undefined && clock.nowMs() < cached.untilMs) return cached.value;
      running ??= renew().finally(() => {
        running = undefined;
      });
      return running;
    },
    forget(value) {
      if (cached?.value === value) cached = undefined;
    },
  };
}
