import type { Log } from "./telemetry/log.ts";

export type PeriodicTask = {
  tick(tick: number): void;
  idle(): Promise<void>;
};

/** Runs `work` every so many ticks, never twice at once. What fails is logged and tried again at its next turn. */
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
