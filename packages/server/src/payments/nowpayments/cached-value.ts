import type { Clock } from "../../platform/clock.ts";

export type Kept<T> = {
  get(): Promise<T>;
  /** Fetches anew next time, unless somebody else already replaced this value. */
  forget(value: T): void;
};

/** A value that is fetched when needed, one request at a time, and good for a while from the start of its request. */
export function keptFor<T>(clock: Clock, lifeMs: number, fetchValue: () => Promise<T>): Kept<T> {
  let kept: { value: T; untilMs: number } | undefined;
  let running: Promise<T> | undefined;

  async function renew(): Promise<T> {
    const untilMs = clock.nowMs() + lifeMs;
    const value = await fetchValue();
    kept = { value, untilMs };
    return value;
  }

  return {
    async get() {
      if (kept !== undefined && clock.nowMs() < kept.untilMs) return kept.value;
      running ??= renew().finally(() => {
        running = undefined;
      });
      return running;
    },
    forget(value) {
      if (kept?.value === value) kept = undefined;
    },
  };
}
