import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "../../config/place.ts";
import { openDataDir, RESTORE_MARK } from "../data-dir.ts";
import { DataDirInUseError } from "../data-dir-lock.ts";
import { openDatabase } from "./database.ts";
import type { Connection, Database } from "./database.ts";
import { createLog } from "../telemetry/log.ts";

export type AttachedDatabase = {
  database: Database;
  connection: Connection;
  /** True where a server works on the same data directory at this moment. */
  isServed: boolean;
  close(): Promise<void>;
};

/** The place named is not the one that was meant. */
export class NoDatabaseError extends Error {
  override readonly name = "NoDatabaseError";
}

/** A tool called without the settings of the installation must not make another one beside it. */
export function requireDatabase({ dataDir, databaseUrl }: Place): void {
  const folders = [join(dataDir, "postgres"), join(dataDir, RESTORE_MARK)];
  if (databaseUrl !== undefined || folders.some((folder) => existsSync(folder))) return;
  throw new NoDatabaseError(
    `There is no database in ${dataDir}. Are DATA_DIR or DATABASE_URL set as they are for the server?`,
  );
}

/**
 * For tools beside the server: the database of a running server, or one started for the purpose.
 *
 * @throws NoDatabaseError
 */
export async function attachDatabase(place: Place): Promise<AttachedDatabase> {
  requireDatabase(place);
  const log = createLog("warn");
  try {
    const dataDir = await openDataDir(place, log, { claimant: "tool" });
    const database = openDatabase(dataDir.connection, log, 2);
    return {
      database,
      connection: dataDir.connection,
      isServed: false,
      async close() {
        await database.end();
        await dataDir.close();
      },
    };
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const { findRunning } = await import("@veritick/embedded-postgres/find-running.ts");
    const connection = findRunning(place.dataDir);
    const database = openDatabase(connection, log, 2);
    return { database, connection, isServed: true, close: () => database.end() };
  }
}
