import { existsSync } from "node:fs";
import { join } from "node:path";
import { AdministratorRefusedError } from "../admin/public.ts";
import { BackupError } from "../backup/public.ts";
import type { DatabaseLocation } from "../config/installation.ts";
import { ConfigError } from "../config/values.ts";
import { CapitalRefusedError } from "../ledger/public.ts";
import { openDatabase } from "../platform/db/database.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { SchemaOutdatedError } from "../platform/db/migrate.ts";
import {
  DataDirInUseError,
  EMBEDDED_DATABASE,
  EmbeddedDatabaseError,
  openDataDir,
  RESTORE_MARK,
  RestoreUnfinishedError,
} from "../platform/process/data-dir.ts";
import { createLog } from "../platform/telemetry/log.ts";

/** The error of a command called with wrong arguments. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The error of a configured database that does not exist. */
class NoDatabaseError extends Error {
  override readonly name = "NoDatabaseError";
}

/** The errors that the operator can fix. The command prints their message without a stack. */
const KNOWN = [
  AdministratorRefusedError,
  BackupError,
  CapitalRefusedError,
  ConfigError,
  DataDirInUseError,
  EmbeddedDatabaseError,
  NoDatabaseError,
  RestoreUnfinishedError,
  SchemaOutdatedError,
];

/** Runs a command. Exit code 0: done; 1: failed; 2: called with wrong arguments. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsage = error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS") === true;
    if (isUsage) console.error(error instanceof UsageError ? `Usage: ${message}` : message);
    else if (code === "ENOSPC") console.error("The disk is full. What was begun has been removed.");
    else if (KNOWN.some((kind) => error instanceof kind)) console.error(message);
    else console.error(error);
    process.exitCode = isUsage ? 2 : 1;
  }
}

type AttachedDatabase = {
  database: Database;
  connection: Connection;
  /** True while a server works on the same data directory. */
  isServed: boolean;
  close(): Promise<void>;
};

/** Throws if there is no database, so that a command without the installation's settings does not create a second one. */
export function requireDatabase({ dataDir, databaseUrl }: DatabaseLocation): void {
  const folders = [join(dataDir, "postgres"), join(dataDir, RESTORE_MARK)];
  if (databaseUrl !== undefined || folders.some((folder) => existsSync(folder))) return;
  throw new NoDatabaseError(
    `There is no database in ${dataDir}. Are DATA_DIR or DATABASE_URL set as they are for the server?`,
  );
}

/**
 * Connects a command to the database of a running server, or starts the embedded PostgreSQL for the command.
 *
 * @throws NoDatabaseError
 */
export async function attachDatabase(location: DatabaseLocation): Promise<AttachedDatabase> {
  requireDatabase(location);
  // A lost idle connection is no news: a signal to end stops PostgreSQL first.
  const log = createLog("error");
  try {
    const dataDir = await openDataDir(location, createLog("warn"), { claimant: "tool" });
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
    const { findRunning } = await import("@veritick/embedded-postgres/start-embedded-postgres.ts");
    const connection = findRunning(location.dataDir, EMBEDDED_DATABASE);
    const database = openDatabase(connection, log, 2);
    return { database, connection, isServed: true, close: () => database.end() };
  }
}
