import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "../clock.ts";
import { withClient } from "../db/database.ts";
import type { Connection } from "../db/database.ts";
import { embeddedRoles } from "../db/server-role.ts";
import type { DatabaseRoles } from "../db/server-role.ts";
import { assertOwnSession } from "../db/suitable.ts";
import type { Log } from "../telemetry/log.ts";
import { stopOnSignals } from "./shutdown.ts";

/** The database that this process works on. `close` stops it and releases the data directory. */
type OpenDataDir = {
  /** The connection of the tables' owner, if this process knows it. */
  connection: Connection;
  /** The server's own roles. */
  roles: DatabaseRoles;
  close(): Promise<void>;
};

/** The name of the embedded database and its user. Existing data directories depend on it. */
export const EMBEDDED_DATABASE = "veritick";

/** This file is in a data directory from the first change that a restore makes until the restore is complete. */
export const RESTORE_MARK = "restore-unfinished";

/** Gives an owner that is just leaving the time to do so. */
const FIRST_WAIT_MS = 1_000;
const AGAIN_MS = 500;
const TOOL_WAIT_MS = 600_000;

/** A restore was cut short, so the data directory is incomplete. */
export class RestoreUnfinishedError extends Error {
  override readonly name = "RestoreUnfinishedError";
}

/** The embedded PostgreSQL cannot run until a person changes something. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = "EmbeddedDatabaseError";
}

/**
 * Locks the data directory and starts the embedded PostgreSQL on it. With an external database there is nothing
 * to lock. A signal that ends a command stops this PostgreSQL first, which rolls back what is under way, or ends it at once
 * while it starts. A server handles signals itself.
 *
 * @param options `beforeStart`: runs on the locked directory before PostgreSQL starts; a restore uses it
 */
export async function openDataDir(
  config: { dataDir: string; databaseUrl: string | undefined; databaseOwnerUrl?: string | undefined },
  log: Log,
  options: { claimant?: Claimant; beforeStart?: () => Promise<void> | void } = {},
): Promise<OpenDataDir> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== undefined) {
    const roles = { connection: databaseUrl, owner: databaseOwnerUrl };
    const connection = databaseOwnerUrl ?? databaseUrl;
    // A server checks both of its roles when it prepares the schema.
    if (options.claimant === "tool") {
      const variable = databaseOwnerUrl === undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL";
      await withClient(connection, (client) => assertOwnSession(client, connection, variable));
    }
    return { connection, roles, close: async () => {} };
  }
  const { startEmbeddedPostgres } = await import("@veritick/embedded-postgres/start-embedded-postgres.ts");
  const { SetupError } = await import("@veritick/embedded-postgres/setup-error.ts");
  const { claimant = "server", beforeStart = () => refuseUnfinished(config.dataDir) } = options;
  const lock = await claimDataDir(config.dataDir, claimant, log);
  // During the start, an exit ends PostgreSQL.
  let stop = () => Promise.resolve();
  const ignoreSignals = claimant === "tool" ? stopOnSignals(() => stop()) : () => {};
  const release = () => {
    ignoreSignals();
    lock.release();
  };
  try {
    await beforeStart();
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      name: EMBEDDED_DATABASE,
      log: ({ level, message }) => log[level](message),
    });
    stop = postgres.stop;
    return {
      connection: postgres.connection,
      roles: embeddedRoles(postgres.connection),
      async close() {
        await postgres.stop();
        release();
      },
    };
  } catch (error) {
    release();
    if (!(error instanceof SetupError)) throw error;
    throw new EmbeddedDatabaseError(
      `${error.message}\n(DATA_DIR names the data folder. DATABASE_URL names a PostgreSQL of your own.)`,
      { cause: error },
    );
  }
}

/** Waits while one of our commands holds the lock: an hourly backup must not keep a server from starting. */
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

/** @throws RestoreUnfinishedError */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_MARK))) return;
  throw new RestoreUnfinishedError(
    `A restore into ${dataDir} was interrupted. Run it again. To start with the data that is there now, if any, remove ` +
      `the file ${RESTORE_MARK} there.`,
  );
}

type DataDirLock = { release(): void };

/** A server keeps the lock; a tool (one of our commands) releases it when its work is done. */
type Claimant = "server" | "tool";

const TOOL = "a tool, ";

export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
  readonly owner: string;
  /** True if the owner is one of our commands, which will release the lock soon. */
  readonly isPassing: boolean;

  constructor(folder: string, owner: string, options: ErrorOptions) {
    super(
      `${folder} is in use by ${owner}. Stop that process first, or set another DATA_DIR for this one.`,
      options,
    );
    this.owner = owner;
    this.isPassing = owner.startsWith(TOOL);
  }
}

/** Keeps the databases from garbage collection, which would close them and release their locks. */
const held = new Set<DatabaseSync>();

const busy = 5;

/**
 * Locks a data directory for this process. The operating system holds the lock on a file, so it ends with the process
 * in every case, works between containers that share the folder, and is not inherited by child processes. Blocks for up
 * to `waitMs` while the owner is leaving.
 *
 * No other code may open `lock.sqlite`: closing any handle to a file drops all locks of the process on that file.
 */
export function lockDataDir(dataDir: string, waitMs = 1_000, claimant: Claimant = "server"): DataDirLock {
  const folder = resolve(dataDir);
  makeFolder(folder);
  const file = join(folder, "lock.sqlite");
  const ownerFile = join(folder, "lock.owner");
  createPrivately(file);

  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new DataDirInUseError(folder, readOwner(ownerFile), { cause: error });
  }
  held.add(database);
  writeFileSync(ownerFile, `${claimant === "tool" ? TOOL : ""}process ${process.pid} on ${hostname()}\n`, {
    mode: 0o600,
  });

  return {
    release() {
      if (!held.delete(database)) return;
      rmSync(ownerFile, { force: true });
      database.close();
    },
  };
}

/**
 * Makes a folder for this user alone, and the folders above it. The recursive `mkdirSync` of Node.js never returns in places
 * such as /proc, where no process can make a folder.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  // A missing Windows drive has no parent.
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Reads the owner for the message and for how long to wait. The lock alone decides. */
function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, "utf8").trim() || "another process";
  } catch {
    return "another process";
  }
}
