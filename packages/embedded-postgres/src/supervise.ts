import { setTimeout as delay } from "node:timers/promises";
import { describeExit, launch, type Exit, type Postmaster, type Server } from "./postmaster.ts";
import { rotateLog } from "./files.ts";
import { shutDown } from "./processes.ts";
import { stopwatch } from "./wait.ts";

export type Supervisor = { pid(): number | undefined; stop(): Promise<void> };

const firstPauseMs = 250;
const longestPauseMs = 15_000;
const steadyAfterMs = 30_000;
const logCheckMs = 60_000;

/** Starts the server, and starts it again whenever it ends by itself, until `stop`. */
export async function supervise(server: Server, onCrash: (exit: Exit) => void): Promise<Supervisor> {
  const { log, binaries, paths } = server;
  const stopping = new AbortController();
  let current: Postmaster | undefined;
  let stopped: Promise<void> | undefined;

  const launchNow = () =>
    launch(server, stopping.signal, (postmaster) => {
      current = postmaster;
    });

  // A last resort for an exit that could not wait for `stop`, such as after an uncaught error.
  const onProcessExit = () => current?.child.kill("SIGINT");
  process.on("exit", onProcessExit);
  const logCheck = setInterval(() => rotateLog(paths.log), logCheckMs).unref();

  const keepAlive = async (first: Postmaster) => {
    let postmaster: Postmaster | undefined = first;
    let pauseMs = 0;
    let uptimeMs = stopwatch();
    for (;;) {
      if (postmaster) {
        const exit = await postmaster.exited;
        if (stopping.signal.aborted) return;
        log({
          level: "error",
          message: `PostgreSQL ended unexpectedly (${describeExit(exit)}); starting it again`,
        });
        onCrash(exit);
        if (uptimeMs() > steadyAfterMs) pauseMs = 0;
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);

      const recoveryMs = stopwatch();
      postmaster = await launchNow().catch((error: Error) => {
        const message = `${error.message}\nTrying again in ${pauseMs} ms, until it succeeds`;
        if (!stopping.signal.aborted) log({ level: "error", message });
        return undefined;
      });
      uptimeMs = stopwatch();
      if (postmaster) log({ level: "info", message: `PostgreSQL is back after ${recoveryMs()} ms` });
    }
  };

  const cleanUp = () => {
    clearInterval(logCheck);
    process.off("exit", onProcessExit);
  };

  let watching: Promise<void>;
  try {
    watching = keepAlive(await launchNow());
  } catch (error) {
    await endQuietly();
    cleanUp();
    throw error;
  }

  async function endQuietly() {
    const pid = current?.child.pid;
    if (current && pid !== undefined && !current.hasExited()) await shutDown(pid, binaries, log);
  }

  const stop = async () => {
    stopping.abort();
    await endQuietly();
    await watching;
    cleanUp();
  };
  return { pid: () => current?.child.pid, stop: () => (stopped ??= stop()) };
}
