import { randomBytes } from "node:crypto";
import pg from "pg";
import { openDatabase, withClient } from "../src/platform/db/database.ts";
import { setKeptValue } from "../src/platform/db/kept-values.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { START_MS } from "./movable-clock.ts";

export type ServerConnection = { host: string; port: number; user: string; password: string };
export type DatabaseConnection = ServerConnection & { database: string };

const TEMPLATE = "veritick_template";
/** The template of tests that are not about confirming an address: accounts begin with a confirmed one. */
export const CONFIRMED = "veritick_confirmed";

/** Creates the databases with the newest schema that each test file clones one of. */
export async function createTemplates(server: ServerConnection): Promise<void> {
  await administer(server, `create database ${TEMPLATE}`);
  const connection = { ...server, database: TEMPLATE };
  await migrate(connection, createLog("warn"));
  // Otherwise each app would begin by checking an empty ledger.
  const database = openDatabase(connection, createLog("warn"), 1);
  await setKeptValue(database, "ledger-checked", JSON.stringify({ atMs: START_MS, faults: 0 }));
  await database.end();
  await administer(server, `create database ${CONFIRMED} template ${TEMPLATE}`);
  // A statement on each clone would cost a connection, which takes 50 ms of a processor.
  await withClient({ ...server, database: CONFIRMED }, (client) =>
    client.query("alter table users alter column email_confirmed_at set default '2026-01-01T00:00:00Z'"),
  );
}

/** Creates a migrated database, or a copy of another database that has no connections. */
export async function cloneDatabase(
  server: ServerConnection,
  template = TEMPLATE,
): Promise<DatabaseConnection & { drop(): Promise<void> }> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  // Copying files takes half the time of writing them to the log page by page, and dropping the copy takes a third.
  await administer(server, `create database ${database} template ${template} strategy file_copy`);
  return {
    ...server,
    database,
    drop: () => administer(server, `drop database if exists ${database} with (force)`),
  };
}

/**
 * Creates an empty database.
 *
 * @param options what to add to `create database`
 */
export async function createEmptyDatabase(
  server: ServerConnection,
  options = "",
): Promise<DatabaseConnection & { drop(): Promise<void> }> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${database} ${options}`);
  return {
    ...server,
    database,
    drop: () => administer(server, `drop database if exists ${database} with (force)`),
  };
}

const administrators = new Map<string, pg.Pool>();

/** Runs a statement on the one connection that serves all databases of a process. It does not keep the process alive. */
async function administer(server: ServerConnection, statement: string): Promise<void> {
  const name = `${server.host}:${server.port}`;
  const pool = administrators.get(name) ?? openAdministrator(server);
  administrators.set(name, pool);
  await pool.query(statement);
}

function openAdministrator(server: ServerConnection): pg.Pool {
  const pool = new pg.Pool({
    ...server,
    database: "postgres",
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server may end before this process does.
  pool.on("error", () => {});
  return pool;
}
