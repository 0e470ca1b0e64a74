import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { removeStaleSocket } from "./address.ts";
import type { Address } from "./address.ts";
import type { Binaries } from "./binaries.ts";
import { ensureDatabase } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { logSize, openLog, readLogTail, rotateLog } from "./files.ts";
import type { ClusterPaths } from "./files.ts";
import { findOrphans, readPidFile, shutDown, stopLeftover } from "./processes.ts";
import type { Log } from "./processes.ts";
import { commandAs } from "./run-as.ts";
import type { RunAs } from "./run-as.ts";
import { SetupError } from "./setup-error.ts";
import { stopwatch, waitFor } from "./wait.ts";

export type Server = {
  paths: ClusterPaths;
  binaries: Binaries;
  runAs: RunAs;
  address: Address;
  connection: Connection;
  isDisposable: boolean;
  log: Log;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null; error?: Error };
export type Postmaster = { child: ChildProcess; exited: Promise<Exit>; hasExited: () => boolean };

/** A recovery from the largest permitted log takes a slow disk a minute or two. */
const readyTimeoutMs = 300_000;
const obstacleTimeoutMs = 30_000;
const orphanGraceMs = 2_000;

/** The messages at a start while the processes of a killed server are still ending. */
const obstacle = /pre-existing shared memory block|lock file ".*" already exists/;

/**
 * Starts the server and waits until it answers. It passes each attempt to `onSpawn` at once, so that the caller can end it;
 * once `stopping` is aborted it starts nothing new.
 */
export async function launch(
  server: Server,
  stopping: AbortSignal,
  onSpawn: (postmaster: Postmaster) => void,
): Promise<Postmaster> {
  const elapsedMs = stopwatch();
  for (;;) {
    await stopLeftover(server.paths, server.binaries, server.log);
    removeStaleSocket(server.address);
    rotateLog(server.paths.log);
    const logStart = logSize(server.paths.log);
    stopping.throwIfAborted();
    const postmaster = start(server);
    onSpawn(postmaster);
    const exit = await untilReady(server, postmaster);
    if (exit === undefined) return postmaster;

    const tail = readLogTail(server.paths.log, logStart);
    if (!obstacle.test(tail) || elapsedMs() > obstacleTimeoutMs) throw startError(server, exit, tail);
    if (elapsedMs() > orphanGraceMs) killOrphans(server);
    await delay(50);
  }
}

/** Starts the server in a process group of its own, so that Ctrl+C in our terminal reaches only this process. */
function start({ paths, binaries, runAs, address, isDisposable }: Server): Postmaster {
  const { file, args, options } = commandAs(
    runAs,
    binaries.postgres,
    serverArguments(paths.cluster, address, isDisposable),
  );
  const output = openLog(paths.log);
  const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", output, output] });
  closeSync(output);
  let isOver = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  }).finally(() => (isOver = true));
  return { child, exited, hasExited: () => isOver };
}

/** Resolves to undefined once the server answers a query, or to its exit if it ended before. */
async function untilReady(server: Server, postmaster: Postmaster): Promise<Exit | undefined> {
  const { paths, connection, log } = server;
  const elapsedMs = stopwatch();
  let slow = false;
  const outcome = await waitFor(
    async () => {
      if (postmaster.hasExited()) return postmaster.exited;
      if (!slow && elapsedMs() > 3_000) {
        slow = true;
        log({
          level: "info",
          message: "PostgreSQL is still starting; it may be recovering from a sudden end",
        });
      }
      const pidFile = readPidFile(paths.cluster);
      if (pidFile?.pid !== postmaster.child.pid || pidFile?.status !== "ready") return undefined;
      return (await ensureDatabase(connection)) ? "ready" : undefined;
    },
    { timeoutMs: readyTimeoutMs, everyMs: 5 },
  );
  if (outcome === "ready") return undefined;
  if (outcome !== undefined) return outcome;
  if (postmaster.child.pid !== undefined) await shutDown(postmaster.child.pid, server.binaries, log);
  return { code: null, signal: null, error: new Error("it did not become ready in time") };
}

function killOrphans({ paths, log }: Server): void {
  for (const pid of findOrphans(paths.cluster)) {
    log({ level: "warn", message: `ending process ${pid}, which outlived its PostgreSQL` });
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has just ended by itself.
    }
  }
}

export function describeExit({ code, signal, error }: Exit): string {
  if (error) return error.message;
  return signal ? `ended by ${signal}` : `exit code ${code}`;
}

function startError({ paths, binaries }: Server, exit: Exit, tail: string): SetupError {
  // Windows: the server's words to everybody who could change the whole machine.
  if (/user with administrative permissions/.test(tail)) {
    return new SetupError(
      `PostgreSQL does not start in an elevated terminal. Open an ordinary one, without "Run as administrator", ` +
        `or use a PostgreSQL of your own.`,
    );
  }
  const missing = (exit.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
  const hint = missing
    ? ` ${binaries.postgres} needs a glibc-based Linux; elsewhere (such as Alpine) use a PostgreSQL of your own.`
    : "";
  return new SetupError(
    `PostgreSQL did not start (${describeExit(exit)}).${hint} Last lines of ${paths.log}:\n${tail}`,
  );
}

/** Settings for a small machine that PostgreSQL shares with the program that starts it. They never lose a commit. */
const settings: Record<string, string> = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  max_connections: "200",
  shared_buffers: "192MB",
  effective_cache_size: "1GB",
  max_wal_size: "2GB",
  // On two cores, many short transactions matter more than one report.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  log_line_prefix: "%m [%p] ",
  // The caller reports refused statements; repeated here they would only fill the disk.
  log_min_error_statement: "panic",
};

/**
 * Settings for data that nobody needs after a crash of the machine, such as a test's: no transaction waits for the disk,
 * and nothing is vacuumed.
 */
const disposableSettings: Record<string, string> = {
  autovacuum: "off",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
};

function serverArguments(cluster: string, address: Address, isDisposable: boolean): string[] {
  const listen: Record<string, string> = address.isSocket
    ? {
        listen_addresses: "",
        unix_socket_directories: quoteFolder(address.host),
        unix_socket_permissions: "0700",
      }
    : { listen_addresses: address.host, unix_socket_directories: "" };
  const all = {
    ...settings,
    ...(isDisposable ? disposableSettings : {}),
    ...listen,
    port: String(address.port),
  };
  return ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Quotes a folder for a setting that takes a list: a comma or a space in its name would split it. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
