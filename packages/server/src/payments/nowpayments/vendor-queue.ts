import { elapsedMs, stopwatchMs } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { ProviderBusyError } from "../provider.ts";

/** The longest that a call waits for its turn, because somebody may wait for its answer. */
const PATIENCE_MS = 3_000;
const MOST_WAITING = 100;

/** The bounds of the vendor's word on when to come back, and the delay if it names none. */
const SHORTEST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;
const USUAL_RETRY_MS = 5_000;

/** Reads a `Retry-After`: seconds or an HTTP date. */
export function readRetryAt(retryAfter: string | null, clock: Clock): Date {
  const nowMs = clock.nowMs();
  const text = retryAfter?.trim() ?? "";
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  const boundMs = Number.isNaN(delayMs)
    ? USUAL_RETRY_MS
    : Math.min(Math.max(delayMs, SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
  return new Date(nowMs + boundMs);
}

/** The queue of all calls of this process to the vendor. */
export type VendorQueue = {
  /**
   * Makes a call when its turn comes: after the time that the vendor named when it had no room, and if it is paced, at the
   * vendor's pace. Makes it again if the vendor has no room for it.
   *
   * @throws ProviderBusyError without waiting if the turn is too far off or too many calls wait
   */
  run<T>(request: { isPaced?: boolean }, call: () => Promise<T>): Promise<T>;
};

export function vendorQueue(clock: Clock, paymentsPerSecond: number): VendorQueue {
  const hold = createHold(clock);
  const takePlace = createPace(paymentsPerSecond);

  return {
    async run({ isPaced = false }, call) {
      const patientUntilMs = elapsedMs(clock) + PATIENCE_MS;
      const refuseAfter = (delayMs: number) => {
        if (elapsedMs(clock) + delayMs <= patientUntilMs && hold.waiting() < MOST_WAITING) return;
        throw new ProviderBusyError(
          new Date(clock.nowMs() + delayMs),
          "NOWPayments has no room for this call yet",
        );
      };
      for (;;) {
        while (hold.isOn()) {
          refuseAfter(hold.leftMs());
          await hold.over();
        }
        if (isPaced) await takePlace(refuseAfter);
        if (hold.isOn()) continue;
        try {
          return await call();
        } catch (error) {
          if (!(error instanceof ProviderBusyError)) throw error;
          hold.until(error.retryAt);
        }
      }
    },
  };
}

/** The time before which the vendor wants no call. Calls that wait for its end go on in their order. */
function createHold(clock: Clock) {
  let endMs = Number.NEGATIVE_INFINITY;
  let waiting: (() => void)[] = [];
  let stopTicks: (() => void) | undefined;
  const leftMs = () => Math.max(0, endMs - elapsedMs(clock));

  function wake(): void {
    if (leftMs() > 0) return;
    stopTicks?.();
    stopTicks = undefined;
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  }

  return {
    leftMs,
    waiting: () => waiting.length,
    /** True until all that wait have been woken, so that none is overtaken. */
    isOn: () => leftMs() > 0 || waiting.length > 0,
    until(retryAt: Date): void {
      endMs = Math.max(endMs, elapsedMs(clock) + retryAt.getTime() - clock.nowMs());
    },
    over(): Promise<void> {
      stopTicks ??= clock.onTick(wake);
      return new Promise((resolve) => void waiting.push(resolve));
    },
  };
}

/**
 * Lets at most so many calls begin in any second. It measures real time, because the vendor does.
 *
 * @returns a function that waits for the next place. It first calls `check` with the time until then, which may throw.
 */
function createPace(perSecond: number): (check: (delayMs: number) => void) => Promise<void> {
  const taken: number[] = [];
  return async (check) => {
    const nowMs = stopwatchMs();
    const earliestMs = taken.length < perSecond ? nowMs : Math.max(nowMs, taken[0]! + 1_000);
    check(earliestMs - nowMs);
    taken.push(earliestMs);
    if (taken.length > perSecond) taken.shift();
    if (earliestMs > nowMs) await new Promise((resolve) => void setTimeout(resolve, earliestMs - nowMs));
  };
}
