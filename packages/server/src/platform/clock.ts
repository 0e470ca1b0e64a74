import type { Log } from "./telemetry/log.ts";

/**
 * Time. The only file that reads the machine's clock, so that tests can move it.
 *
 * A tick is a whole Unix second. Everything periodic hangs on ticks.
 */
export type Clock = {
  /** Unix time in milliseconds. */
  nowMs(): number;
  /**
   * Calls `listener` as each second begins, or so long after it, and never before, with the second's index. Returns how to
   * stop.
   */
  onTick(listener: (tick: number) => void, delayMs?: number): () => void;
  /** How far it is ahead of the database's clock, where a test has moved it. */
  aheadOfDatabaseMs?(): number;
  /** What the machine's clock shows, whatever this one follows; a clock that tests move has no such thing. */
  machineMs?(): number;
  /** From now on `nowMs` shows this time instead of the machine's. */
  follow?(timeMs: () => number): void;
};

export const tickOf = (timeMs: number): number => Math.floor(timeMs / 1000);
export const dateOf = (clock: Clock): Date => new Date(clock.nowMs());
export const nowTick = (clock: Clock): number => tickOf(clock.nowMs());

export function systemClock(): Clock {
  const machineMs = () => Date.now();
  let timeMs = machineMs;
  const nowMs = () => timeMs();
  return {
    nowMs,
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
      // A timer may fire a little early or, on a busy machine, seconds late: only the newest second counts.
      const wake = () => {
        const tick = tickOf(heardMs());
        if (tick > last) {
          last = tick;
          listener(tick);
        } else if (tick < last - 1) {
          last = tick;
        }
        // The listener itself may have stopped it.
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

/** Milliseconds on a clock that only runs forward, for measuring how long something took. */
export const stopwatchMs = (): number => performance.now();

/** Work that every tick may start. */
export type PeriodicTask = {
  tick(tick: number): void;
  /** Waits until the run under way is over. */
  idle(): Promise<void>;
};

/** Runs `work` every `everyTicks` ticks, never twice at once. A failure is logged; the next turn tries again. */
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
      if (tick < nextTick || running !== undefined) return;
      nextTick = tick + everyTicks;
      running = work()
        .then(
          () => undefined,
          (error: unknown) => log.warn({ task: name, error: String(error) }, "a periodic task failed"),
        )
        .finally(() => (running = undefined));
    },
    idle: () => running ?? Promise.resolve(),
  };
}
