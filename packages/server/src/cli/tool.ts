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
import { UnsuitableDatabaseError } from "../platform/db/suitable.ts";
import {
  DataDirInUseError,
  EMBEDDED_DATABASE,
  EmbeddedDatabaseError,
  openDataDir,
  RESTORE_MARK,
  RestoreUnfinishedError,
} from "../platform/process/data-dir.ts";
import { describeNoDatabase, isDiskFull } from "../platform/process/failures.ts";
import { createLog } from "../platform/telemetry/log.ts";

/** The error of a command called with wrong arguments. The message may say which; the usage follows. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The error of a configured database that does not exist, or does not run yet. */
export class NoDatabaseError extends Error {
  override readonly name = "NoDatabaseError";
}

/** What a command refuses to do, with the reason for the operator. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
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
  RefusedError,
  RestoreUnfinishedError,
  SchemaOutdatedError,
  UnsuitableDatabaseError,
];

const NO_SCHEMA = ["42P01", "42703"];
const UNUSABLE_FILE = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"];

/** Runs a command. Exit code 0: done; 1: failed; 2: called with wrong arguments. */
export async function runTool(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsage = error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS") === true;
    // Node.js adds advice about arguments that no command of ours takes.
    if (isUsage) console.error(`${message.replace(/\. To specify .*/s, ".")}\nUsage: ${usage}`.trim());
    else console.error(KNOWN.some((kind) => error instanceof kind) ? message : (adviceOn(error) ?? error));
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** Says what the operator can do about an error of the machine or of the database. Returns undefined for a fault of ours. */
function adviceOn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", message, path } = error as NodeJS.ErrnoException;
  if (isDiskFull(error))
    return "The disk is full. Free some space, then run this command again. Nothing was lost.";
  if (/permission denied for /.test(message))
    return `The role of DATABASE_URL is not allowed to do this: ${message}. Set DATABASE_OWNER_URL as well, for this command alone.`;
  if (NO_SCHEMA.includes(code))
    return (
      `This database has never been used, or its schema is not that of this version: ${message}. Run this command with the ` +
      "server's settings (DATA_DIR or DATABASE_URL). If they are right, start the server once, or run `npm run migrate`."
    );
  if (path !== undefined && UNUSABLE_FILE.includes(code))
    return `${path} cannot be used: ${message}. Change the owner of its folder, or use another one.`;
  return describeNoDatabase(error);
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
    `No database found in ${dataDir}. Run this command with the server's settings (DATA_DIR or DATABASE_URL).`,
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
    const connection = await findServed(location.dataDir, error.owner);
    const database = openDatabase(connection, log, 2);
    return { database, connection, isServed: true, close: () => database.end() };
  }
}

async function findServed(dataDir: string, owner: string): Promise<Connection> {
  const { findRunning } = await import("@veritick/embedded-postgres/start-embedded-postgres.ts");
  try {
    return findRunning(dataDir, EMBEDDED_DATABASE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new NoDatabaseError(
      `PostgreSQL in ${dataDir} is not running yet: ${owner} is starting it. Run this command again in a moment.`,
      { cause: error },
    );
  }
}
