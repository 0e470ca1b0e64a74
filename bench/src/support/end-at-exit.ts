import type { ChildProcess } from "node:child_process";

/** Has a child process end when this one exits, however early. */
export function endAtExit(child: ChildProcess): void {
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

/** Kills a process that may have ended already. */
export function killAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

const NPM_WATCH = new URL("../../../scripts/lib/npm-watch.mjs", import.meta.url).href;

/**
 * Has signals, and the end of the npm above, end this process by an exit. That ends browsers, servers and databases, which a
 * signal by itself would leave running.
 *
 * @param last what to do after they have been told to end
 */
export async function exitOnSignals(last: () => void): Promise<void> {
  const end = () => {
    process.once("exit", last);
    process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, end);
  const { onNpmGone } = (await import(NPM_WATCH)) as { onNpmGone(callback: () => void): void };
  onNpmGone(end);
}
