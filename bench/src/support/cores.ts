import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

export type Shares = { readonly server: string; readonly load: string };

/**
 * Which cores the platform's process and the load have to themselves, as `taskset` names them. PostgreSQL takes whichever are
 * free. Undefined where there is nothing to share.
 */
export function shareOut(cores: number): Shares | undefined {
  if (cores < 2) return undefined;
  const most = Math.max(0, (cores >> 1) - 1);
  return { server: most === 0 ? "0" : `0-${most}`, load: `${cores - 1}` };
}

/** Keeps all threads of a process on those cores. False where the system cannot: it has no `taskset`, or forbids it. */
export function keepOn(cores: string, processId: number): boolean {
  try {
    execFileSync("taskset", ["-a", "-c", "-p", cores, `${processId}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export const coresHere = (): Shares | undefined => shareOut(availableParallelism());
