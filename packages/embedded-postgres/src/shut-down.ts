import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { Log } from "./log.ts";
import type { ClusterPaths } from "./paths.ts";
import { isRunning, readPidFile, servesCluster } from "./processes.ts";
import { commandAs, run } from "./run-as.ts";
import { waitFor } from "./wait.ts";

/** PostgreSQL's names: INT ends transactions and writes everything out, QUIT leaves that to the next recovery. */
const steps = [
  { signal: "INT", timeoutMs: 60_000 },
  { signal: "QUIT", timeoutMs: 10_000 },
  { signal: "KILL", timeoutMs: 5_000 },
] as const;

/** Stops a server, gently at first. Nothing acknowledged is lost at any step. */
export async function shutDown(pid: number, binaries: Binaries, log: Log): Promise<void> {
  for (const { signal, timeoutMs } of steps) {
    if (signal !== "INT") log({ level: "warn", message: `PostgreSQL does not stop; sending SIG${signal}` });
    await send(pid, signal, binaries);
    const gone = await waitFor(() => (isRunning(pid) ? undefined : true), { timeoutMs, everyMs: 5 });
    if (gone) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) could not be stopped.`);
}

async function send(pid: number, signal: "INT" | "QUIT" | "KILL", binaries: Binaries): Promise<void> {
  if (process.platform === "win32" && signal !== "KILL") {
    await run(commandAs({ kind: "self" }, binaries.pgCtl, ["kill", signal, String(pid)]));
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Ends a server that outlived its parent. The caller holds the lock of the data folder, so whatever still runs
 * here has no owner. A process number without such a server behind it is removed: it would block the start.
 */
export async function stopLeftover(paths: ClusterPaths, binaries: Binaries, log: Log): Promise<void> {
  const pidFile = readPidFile(paths.cluster);
  if (pidFile && servesCluster(pidFile.pid, paths.cluster)) {
    log({
      level: "info",
      message: `stopping PostgreSQL left behind by an earlier run (process ${pidFile.pid})`,
    });
    await shutDown(pidFile.pid, binaries, log);
  }
  rmSync(join(paths.cluster, "postmaster.pid"), { force: true });
}
