import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

export type Shares = { readonly server: string; readonly load: string };

/**
 * Returns the cores reserved for the platform's process and for the load, in the syntax of `taskset`. PostgreSQL takes the
 * free ones. Returns undefined on a single core.
 */
export function shareOut(cores: number): Shares | undefined {
  if (cores < 2) return undefined;
  const most = Math.max(0, (cores >> 1) - 1);
  return { server: most === 0 ? "0" : `0-${most}`, load: `${cores - 1}` };
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
