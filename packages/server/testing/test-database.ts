import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "../src/platform/db/migrate.ts";
import { createLog } from "../src/platform/telemetry/log.ts";

export type ServerConnection = { host: string; port: number; user: string; password: string };
export type DatabaseConnection = ServerConnection & { database: string };

const TEMPLATE = "veritick_template";

/** A database with the newest schema, to be cloned for each test file. */
export async function createTemplate(server: ServerConnection): Promise<void> {
  await administer(server, `create database ${TEMPLATE}`);
  await migrate({ ...server, database: TEMPLATE }, createLog("warn"));
}

/** A fresh, migrated database of one's own. */
export async function cloneDatabase(
  server: ServerConnection,
): Promise<DatabaseConnection & { drop(): Promise<void> }> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  // To copy its files takes half of what it takes to write them to the log page by page, and to drop it a third.
  await administer(server, `create database ${database} template ${TEMPLATE} strategy file_copy`);
  return {
    ...server,
    database,
    drop: () => administer(server, `drop database if exists ${database} with (force)`),
  };
}

/** A database with nothing in it. */
export async function createEmptyDatabase(
  server: ServerConnection,
): Promise<DatabaseConnection & { drop(): Promise<void> }> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${database}`);
  return {
    ...server,
    database,
    drop: () => administer(server, `drop database if exists ${database} with (force)`),
  };
}

async function administer(server: ServerConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
