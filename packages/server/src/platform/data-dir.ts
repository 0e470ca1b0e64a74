import type { Connection } from "./database.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import type { Log } from "./log.ts";

/** The database this process works on, and what it holds of the data directory meanwhile. */
export type OpenDataDir = { connection: Connection; close(): Promise<void> };

/**
 * Claims the data directory and starts the embedded PostgreSQL on it. With an external database there is nothing
 * to claim.
 */
export async function openDataDir(
  config: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
): Promise<OpenDataDir> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: async () => {} };
  const { startEmbeddedPostgres } = await import("./embedded-postgres/start-embedded-postgres.ts");
  const lock = lockDataDir(config.dataDir);
  try {
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
