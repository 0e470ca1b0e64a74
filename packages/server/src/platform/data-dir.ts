import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "./database.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import type { Log } from "./log.ts";

/** The database this process works on, and what it holds of the data directory meanwhile. */
export type OpenDataDir = { connection: Connection; close(): Promise<void> };

/** Stands in a data directory from the moment a restore changes it until all is there. */
export const RESTORE_MARK = "restore-unfinished";

/** What a start would find here is not what should be here. */
export class RestoreUnfinishedError extends Error {
  override readonly name = "RestoreUnfinishedError";
}

/**
 * Claims the data directory and starts the embedded PostgreSQL on it. With an external database there is nothing
 * to claim.
 *
 * @param beforeStart what a restore does with the claimed directory before there is a PostgreSQL on it
 */
export async function openDataDir(
  config: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
  beforeStart: () => Promise<void> | void = () => refuseUnfinished(config.dataDir),
): Promise<OpenDataDir> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: async () => {} };
  const { startEmbeddedPostgres } = await import("./embedded-postgres/start-embedded-postgres.ts");
  const lock = lockDataDir(config.dataDir);
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

function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_MARK))) return;
  throw new RestoreUnfinishedError(
    `A restore into ${dataDir} was cut short. Run it again, or remove the file ${RESTORE_MARK} there to start with ` +
      "what is there now, which may be nothing.",
  );
}
