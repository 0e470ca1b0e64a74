import type { Log } from "./telemetry/log.ts";

/**
 * Work that is done after its caller was answered, so that the time of the answer tells nothing about it. What fails is
 * logged; what a killed process leaves undone, the caller asks for again.
 */
export type Afterwards = {
  run(name: string, work: () => Promise<void>): void;
  /** Waits until all of it is done. */
  idle(): Promise<void>;
};

export function createAfterwards(log: Log): Afterwards {
  const running = new Set<Promise<void>>();

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    // The caller goes on first.
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

/** The message alone: the values of a statement are in the details of some errors, never in their message. */
const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
