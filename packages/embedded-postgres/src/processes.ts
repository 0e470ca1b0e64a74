import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { basename, join } from "node:path";

/** True while the process runs; a dead one that nobody has collected yet does not. */
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

/** Whether this process is a PostgreSQL that serves this very cluster, and not a later bearer of the number. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform === "win32") return imageName(pid).startsWith("postgres");
  const args = commandLine(pid);
  if (!basename(args[0] ?? "").startsWith("postgres")) return false;
  return args.includes(cluster) || worksIn(pid, cluster);
}

/**
 * The processes of a server whose first process was killed. They notice by themselves, but one that is busy with
 * a long query notices late. Only Linux tells where a process works; elsewhere there is nothing to do but wait.
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

export type PidFile = { pid: number; status: string };

/** What the running server says about itself in its folder. */
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
