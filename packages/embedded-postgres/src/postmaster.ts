import { spawn, type ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { removeStaleSocket, type Address } from "./address.ts";
import type { Binaries } from "./binaries.ts";
import { type Connection, ensureDatabase } from "./connection.ts";
import { logSize, openLog, readLogTail, rotateLog } from "./log-file.ts";
import type { Log } from "./log.ts";
import type { ClusterPaths } from "./paths.ts";
import { findOrphans, readPidFile } from "./processes.ts";
import { commandAs, type RunAs } from "./run-as.ts";
import { serverArguments } from "./settings.ts";
import { shutDown, stopLeftover } from "./shut-down.ts";
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

/** What a start meets while the processes of a killed server are still on their way out. */
const obstacle = /pre-existing shared memory block|lock file ".*" already exists/;

/**
 * Starts the server and waits until it answers. `onSpawn` learns of each attempt at once, to be able to end it;
 * once `stopping` is aborted nothing new is started.
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

/** In a process group of its own: Ctrl+C in our terminal is ours to handle first. */
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

/** Resolves to undefined once a query is answered, or to how the server ended before that. */
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

function startError({ paths, binaries }: Server, exit: Exit, tail: string): Error {
  const missing = (exit.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
  const hint = missing
    ? ` ${binaries.postgres} needs a glibc-based Linux; elsewhere (such as Alpine) set DATABASE_URL.`
    : "";
  return new Error(
    `PostgreSQL did not start (${describeExit(exit)}).${hint} The end of ${paths.log}:\n${tail}`,
  );
}
