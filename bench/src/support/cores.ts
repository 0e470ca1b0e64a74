import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

export type Shares = { readonly server: string; readonly load: string };

/** With fewer cores, the platform, PostgreSQL and the load cannot each have some of their own. */
const FEWEST_CORES = 4;

/**
 * Returns the cores reserved for the platform's process and for the load, in the syntax of `taskset`. PostgreSQL takes the
 * free ones. Returns undefined on machines with too few cores: there a process that is kept on one core waits for it while
 * another core is idle. On two cores that took a fifth of the orders, and a sixth of the yardstick.
 */
export function shareOut(cores: number): Shares | undefined {
  if (cores < FEWEST_CORES) return undefined;
  return { server: `0-${(cores >> 1) - 1}`, load: `${cores - 1}` };
}

/** Pins all threads of a process to those cores. Returns false if the system has no `taskset` or forbids it. */
export function keepOn(cores: string, processId: number): boolean {
  try {
    execFileSync("taskset", ["-a", "-c", "-p", cores, `${processId}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export const coresHere = (): Shares | undefined => shareOut(availableParallelism());
