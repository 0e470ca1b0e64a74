import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";
import pg from "pg";
import type { Connection } from "./database.ts";
import type { Log } from "./log.ts";

/** Whoever holds this lock alone changes the schema; whoever shares it relies on the schema staying as it is. */
export const MIGRATION_LOCK = 7_305_519;

const FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));

/** The migrations this version knows, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .map((file) => file.slice(0, -".sql".length))
  .toSorted();

/**
 * Brings the database to the newest schema. Migrations are numbered SQL files, each in a transaction; an
 * advisory lock keeps two starting processes apart.
 */
export async function migrate(connection: Connection, log: Log): Promise<void> {
  const client = new pg.Client(
    typeof connection === "string" ? { connectionString: connection } : connection,
  );
  await client.connect();
  try {
    await assertSupportedVersion(client);
    const applied = await listApplied(client);
    const newer = applied.filter((name) => !KNOWN_MIGRATIONS.includes(name));
    // Migrations only ever add to what an older version uses (docs/operations.md), so that one may go on meanwhile.
    if (newer.length > 0)
      log.warn({ migrations: newer }, "the database has been migrated by a newer version");
    // Nothing to do is said without the lock, which a backup may hold for a while.
    if (KNOWN_MIGRATIONS.every((name) => applied.includes(name))) return;
    for (const name of await runMigrations(client, log)) log.info({ migration: name }, "migrated");
  } finally {
    await client.end();
  }
}

/**
 * Runs the next migrations, as many as `count`, in the transaction of the caller, who holds the lock.
 */
export async function migrateInTransaction(client: pg.ClientBase, log: Log, count: number): Promise<void> {
  const own = {
    query: (text: string, values?: unknown[]) =>
      /^(begin|commit);$/i.test(text) ? Promise.resolve({ rows: [] }) : client.query(text, values),
  };
  await runMigrations(own as unknown as pg.ClientBase, log, { count, noLock: true });
}

async function runMigrations(
  client: pg.ClientBase,
  log: Log,
  options: { count?: number; noLock?: boolean } = {},
): Promise<string[]> {
  const applied = await runner({
    dbClient: client,
    dir: FOLDER,
    direction: "up",
    migrationsTable: "schema_migrations",
    checkOrder: true,
    singleTransaction: false,
    lockValue: MIGRATION_LOCK,
    advisoryLockMode: "wait",
    log: () => {},
    logger: { debug() {}, info() {}, warn: (text) => log.warn(text), error: (text) => log.error(text) },
    ...options,
  });
  return applied.map(({ name }) => name);
}

/** The migrations a database has, in their order; none where it is no database of ours yet. */
export async function listApplied(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows: known } = await client.query<{ is: boolean }>(
    "select to_regclass('schema_migrations') is not null as is",
  );
  if (!known[0]!.is) return [];
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations order by id");
  return rows.map(({ name }) => name);
}

async function assertSupportedVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]!.version;
  if (version < 150_000) {
    throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`);
  }
}
