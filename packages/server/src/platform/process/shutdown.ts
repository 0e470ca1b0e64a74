import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../telemetry/log.ts";

/** The time in which the server closes. An embedded PostgreSQL gets another 75 seconds to write everything to disk. */
export const CLOSE_MS = { server: 30_000, withPostgres: 110_000 } as const;

/**
 * Ends the process in order. For `drainSeconds` it continues to serve and reports that it is leaving, so that load
 * balancers stop sending work; then it closes, within `closeMs`. A second signal ends the drain period.
 */
export function createShutdown(options: {
  log: Log;
  drainSeconds: number;
  closeMs: number;
  drain(): void;
  close(): Promise<void>;
  exit(code: number): void;
}): (reason: string) => Promise<void> {
  const { log, drainSeconds, closeMs, drain, close, exit } = options;
  const draining = new AbortController();
  let ending: Promise<void> | undefined;

  async function end(reason: string): Promise<void> {
    drain();
    if (drainSeconds > 0) {
      log.info({ reason, drainSeconds }, "draining: still serving until load balancers have noticed");
      await delay(drainSeconds * 1000, undefined, { signal: draining.signal }).catch(() => {});
    }
    log.info({ reason }, "shutting down");
    // A shutdown always ends. Everything that was acknowledged is committed already.
    setTimeout(() => exit(1), closeMs).unref();
    await close();
    exit(0);
  }

  return (reason) => {
    if (ending === undefined) ending = end(reason);
    else draining.abort();
    return ending;
  };
}

const ENDING = ["SIGINT", "SIGTERM"] as const;

/**
 * Makes SIGINT and SIGTERM run `stop` before they end this process, with the exit code that shells give them. Returns a
 * function that gives the signals their usual effect back.
 */
export function stopOnSignals(stop: () => Promise<void>): () => void {
  const end = (signal: NodeJS.Signals) =>
    void stop().finally(() => process.exit(128 + constants.signals[signal]));
  for (const signal of ENDING) process.on(signal, end);
  return () => {
    for (const signal of ENDING) process.off(signal, end);
  };
}

/**
 * Calls back once when the launcher that started this process has ended or asks this process to end; at once if that has
 * happened already. Without a launcher it never calls back. The watch does not keep the process alive.
 */
export function onLauncherGone(callback: () => void): void {
  if (process.env["VERITICK_LAUNCHER"] !== "1") return;
  // The launcher is not the parent of this process's children.
  delete process.env["VERITICK_LAUNCHER"];
  if (!process.connected) {
    callback();
    return;
  }
  process.once("disconnect", callback);
  process.channel?.unref();
}
