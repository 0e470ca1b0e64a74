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

/**
 * Work that runs after its call was answered, so that the time of the answer reveals nothing about it. A failure is
 * logged. If the process is killed, the work is lost and the user asks again.
 */
export type DeferredTasks = {
  run(name: string, work: () => Promise<void>): void;
  /** Waits until all of it is done. */
  idle(): Promise<void>;
};

export function createDeferredTasks(log: Log): DeferredTasks {
  const running = new Set<Promise<void>>();

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    // Lets the caller continue first.
    await Promise.resolve();
    try {
      await work();
    } catch (error) {
      log.error({ task: name, error: describe(error) }, "a task failed");
    }
  }

  return {
    run(name, work) {
      const done = attempt(name, work).finally(() => running.delete(done));
      running.add(done);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The message alone: the details of some errors hold the values of a statement, their messages never do. */
const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
