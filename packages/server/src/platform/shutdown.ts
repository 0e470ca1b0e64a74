import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./telemetry/log.ts";

const CLOSE_MS = 30_000;

/**
 * What a process does when it is told to end: for a while it serves on and says that it is leaving, so that whoever sends
 * it work stops first; then it closes. Told again, it closes at once.
 */
export function createShutdown(options: {
  log: Log;
  drainSeconds: number;
  drain(): void;
  close(): Promise<void>;
  exit(code: number): void;
}): (reason: string) => Promise<void> {
  const { log, drainSeconds, drain, close, exit } = options;
  const waiting = new AbortController();
  let ending: Promise<void> | undefined;

  async function end(reason: string): Promise<void> {
    drain();
    if (drainSeconds > 0) {
      log.info({ reason, drainSeconds }, "serving on until others have noticed");
      await delay(drainSeconds * 1000, undefined, { signal: waiting.signal }).catch(() => {});
    }
    log.info({ reason }, "shutting down");
    // Whatever holds it up, a shutdown ends: what was acknowledged is committed already.
    setTimeout(() => exit(1), CLOSE_MS).unref();
    await close();
    exit(0);
  }

  return (reason) => {
    if (ending === undefined) ending = end(reason);
    else waiting.abort();
    return ending;
  };
}
