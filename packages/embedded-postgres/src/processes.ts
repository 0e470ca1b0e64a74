import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { ClusterPaths } from "./files.ts";
import { commandAs, run } from "./run-as.ts";
import { waitFor } from "./wait.ts";

/** Returns true while the process runs; false for a dead one whose parent has not collected it yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return process.platform !== "linux" || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .startsWith("Z");
}

/** Returns true if this process is a PostgreSQL that serves this cluster, and not a later process with the same number. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform === "win32") return imageName(pid).startsWith("postgres");
  const args = commandLine(pid);
  if (!basename(args[0] ?? "").startsWith("postgres")) return false;
  return args.includes(cluster) || worksIn(pid, cluster);
}

/**
 * Finds the processes of a server whose first process was killed. They notice by themselves, but one with a long query
 * notices late. Only Linux shows the working folder of a process; on other systems the caller can only wait.
 */
export function findOrphans(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, cluster) && isPostgres(pid));
}

function isPostgres(pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith("postgres");
  } catch {
    return false;
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    const [process, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return process.ino === wanted.ino && process.dev === wanted.dev;
  } catch {
    return false;
  }
}

function commandLine(pid: number): string[] {
  if (process.platform === "linux") return readOrEmpty(`/proc/${pid}/cmdline`).split("\0");
  return outputOf("ps", ["-ww", "-o", "command=", "-p", String(pid)])
    .trim()
    .split(" ");
}

function imageName(pid: number): string {
  return outputOf("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"])
    .replace('"', "")
    .toLowerCase();
}

function outputOf(file: string, args: string[]): string {
  try {
    return execFileSync(file, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
  } catch {
    return "";
  }
}

type PidFile = { pid: number; status: string };

/** Reads the state that the running server writes into its folder. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readOrEmpty(join(cluster, "postmaster.pid")).split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? "" } : undefined;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

type LogEvent = { level: "info" | "warn" | "error"; message: string };
export type Log = (event: LogEvent) => void;

/**
 * The signals by PostgreSQL's names: INT ends transactions and writes everything out, QUIT leaves that to the next
 * recovery.
 */
const steps = [
  { signal: "INT", timeoutMs: 60_000 },
  { signal: "QUIT", timeoutMs: 10_000 },
  { signal: "KILL", timeoutMs: 5_000 },
] as const;

/** Stops a server, gently at first. No step loses an acknowledged commit. */
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
 * Ends a server that outlived its parent. The caller holds the lock of the data folder, so a server that still runs here
 * has no owner. Also removes the process number of a dead server, which would block the start.
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
