import { warnOf } from "./db/unavailable.ts";
import type { Log } from "./telemetry/log.ts";

/**
 * Time. The only file that reads the machine's clock, so that tests can move it.
 *
 * A tick is a whole Unix second. The features' background work hangs on ticks.
 */
export type Clock = {
  /** Unix time in milliseconds. */
  nowMs(): number;
  /**
   * Calls `listener` with the second's index as each second begins, or `delayMs` after it, never before. Returns a function
   * that stops it.
   */
  onTick(listener: (tick: number) => void, delayMs?: number): () => void;
  /** Returns milliseconds that only run forward. Read them by `elapsedMs` below. */
  elapsedMs?(): number;
  /** Returns how far this clock is ahead of the database's clock, if a test has moved it. */
  aheadOfDatabaseMs?(): number;
  /** Returns the time of the machine's clock, whichever time this clock follows. Clocks that tests move do not have it. */
  machineMs?(): number;
  /** Makes `nowMs` show this time instead of the machine's. */
  follow?(timeMs: () => number): void;
};

export const tickOf = (timeMs: number): number => Math.floor(timeMs / 1000);
export const dateOf = (clock: Clock): Date => new Date(clock.nowMs());
/**
 * Returns milliseconds for measuring how long something is kept or rests. They do not step back with the clock, and tests
 * move them with it.
 */
export const elapsedMs = (clock: Clock): number => clock.elapsedMs?.() ?? clock.nowMs();
export const nowTick = (clock: Clock): number => tickOf(clock.nowMs());

export function systemClock(): Clock {
  const machineMs = () => Date.now();
  let timeMs = machineMs;
  const nowMs = () => timeMs();
  return {
    nowMs,
    elapsedMs: stopwatchMs,
    machineMs,
    follow: (next) => void (timeMs = next),
    onTick(listener, delayMs = 0) {
      let timer: NodeJS.Timeout;
      let isStopped = false;
      const heardMs = () => nowMs() - delayMs;
      let last = tickOf(heardMs());
      const wait = () => {
        timer = setTimeout(wake, 1000 - (heardMs() % 1000));
      };
      // A timer may fire a little early or, on a busy machine, seconds late. Only the newest second counts.
      const wake = () => {
        const tick = tickOf(heardMs());
        if (tick > last) {
          last = tick;
          listener(tick);
        } else if (tick < last - 1) {
          last = tick;
        }
        // The listener itself may have stopped the clock.
        if (!isStopped) wait();
      };
      wait();
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}

/** Returns milliseconds of a clock that only runs forward, for measuring how long something took. */
export const stopwatchMs = (): number => performance.now();

/** Work that every tick may start. */
export type PeriodicTask = {
  tick(tick: number): void;
  /** Waits until the current run is over. */
  idle(): Promise<void>;
};

/**
 * Runs `work` every `everyTicks` ticks, never twice at once. A failure is logged, and the next turn tries again. If the clock
 * steps back, the next turn is at once: otherwise it would wait for as long as the step.
 */
export function periodically(
  everyTicks: number,
  name: string,
  log: Log,
  work: () => Promise<unknown>,
): PeriodicTask {
  let running: Promise<void> | undefined;
  let nextTick = 0;
  return {
    tick(tick) {
      if (running !== undefined || (tick < nextTick && tick >= nextTick - everyTicks)) return;
      nextTick = tick + everyTicks;
      running = work()
        .then(
          () => undefined,
          (error: unknown) => warnOf(log, error, "a periodic task failed", { task: name }),
        )
        .finally(() => (running = undefined));
    },
    idle: () => running ?? Promise.resolve(),
  };
}
