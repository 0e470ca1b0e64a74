import type { Config } from "../config.ts";
import { openDataDir } from "./data-dir.ts";
import { DataDirInUseError } from "./data-dir-lock.ts";
import { openDatabase } from "./database.ts";
import type { Connection, Database } from "./database.ts";
import { createLog } from "./log.ts";

export type AttachedDatabase = {
  database: Database;
  connection: Connection;
  /** True where a server works on the same data directory at this moment. */
  isServed: boolean;
  close(): Promise<void>;
};

/** For tools beside the server: the database of a running server, or one started for the purpose. */
export async function attachDatabase(
  config: Pick<Config, "dataDir" | "databaseUrl">,
): Promise<AttachedDatabase> {
  const log = createLog("error");
  try {
    const dataDir = await openDataDir(config, log);
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
    const { findRunning } = await import("./embedded-postgres/find-running.ts");
    const connection = findRunning(config.dataDir);
    const database = openDatabase(connection, log, 2);
    return { database, connection, isServed: true, close: () => database.end() };
  }
}
