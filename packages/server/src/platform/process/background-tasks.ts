import type { Log } from "../telemetry/log.ts";

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
