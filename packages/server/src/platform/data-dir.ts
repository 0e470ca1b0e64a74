import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "./clock.ts";
import type { Connection } from "./db/database.ts";
import { DataDirInUseError, lockDataDir } from "./data-dir-lock.ts";
import type { Claimant, DataDirLock } from "./data-dir-lock.ts";
import type { Log } from "./telemetry/log.ts";

/** The database this process works on, and what it holds of the data directory meanwhile. */
export type OpenDataDir = { connection: Connection; close(): Promise<void> };

/** Stands in a data directory from the moment a restore changes it until all is there. */
export const RESTORE_MARK = "restore-unfinished";

/** For an owner that is just leaving. */
const FIRST_WAIT_MS = 1_000;
const AGAIN_MS = 500;
const TOOL_WAIT_MS = 600_000;

/** What a start would find here is not what should be here. */
export class RestoreUnfinishedError extends Error {
  override readonly name = "RestoreUnfinishedError";
}

/**
 * Claims the data directory and starts the embedded PostgreSQL on it. With an external database there is nothing
 * to claim.
 *
 * @param options `beforeStart`: what a restore does with the claimed directory before there is a PostgreSQL on it
 */
export async function openDataDir(
  config: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
  options: { claimant?: Claimant; beforeStart?: () => Promise<void> | void } = {},
): Promise<OpenDataDir> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: async () => {} };
  const { startEmbeddedPostgres } = await import("@veritick/embedded-postgres/start-embedded-postgres.ts");
  const { claimant = "server", beforeStart = () => refuseUnfinished(config.dataDir) } = options;
  const lock = await claimDataDir(config.dataDir, claimant, log);
  try {
    await beforeStart();
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: ({ level, message }) => log[level](message),
    });
    return {
      connection: postgres.connection,
      async close() {
        await postgres.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Waits for a tool of ours to end its work: an hourly backup must not keep a server from starting again. */
export async function claimDataDir(dataDir: string, claimant: Claimant, log: Log): Promise<DataDirLock> {
  const beganMs = stopwatchMs();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return lockDataDir(dataDir, FIRST_WAIT_MS, claimant);
    } catch (error) {
      const isOver = stopwatchMs() - beganMs > TOOL_WAIT_MS;
      if (!(error instanceof DataDirInUseError) || !error.isPassing || isOver) throw error;
      if (isFirst)
        log.warn(
          `${dataDir} is in use by ${error.owner}: waiting up to ${TOOL_WAIT_MS / 60_000} minutes for it to end`,
        );
    }
    await delay(AGAIN_MS);
  }
}

function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_MARK))) return;
  throw new RestoreUnfinishedError(
    `A restore into ${dataDir} was cut short. Run it again, or remove the file ${RESTORE_MARK} there to start with ` +
      "what is there now, which may be nothing.",
  );
}
