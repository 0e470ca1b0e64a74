import { setTimeout as delay } from "node:timers/promises";
import { runner } from "node-pg-migrate";
import pg from "pg";
import type { Connection } from "./database.ts";
import type { Log } from "../telemetry/log.ts";
import { KNOWN_MIGRATIONS, MIGRATIONS_FOLDER, sqlFiles } from "./migration-files.ts";

/** Whoever holds this lock alone changes the schema; whoever shares it relies on the schema staying as it is. */
export const MIGRATION_LOCK = 7_305_519;
const ASK_AGAIN_MS = 250;

/** How long a migration lets others wait for a lock that it waits for itself, and how often it tries again. */
export type Patience = { lockMs: number; pauseMs: number; tries: number };
/** About a quarter of an hour, most of it in pauses. */
const PATIENCE: Patience = { lockMs: 2_000, pauseMs: 15_000, tries: 60 };
const FIRST_PAUSE_MS = 1_000;

/**
 * Brings the database to the newest schema. Migrations are numbered SQL files, each in a transaction as far as that is
 * possible; an advisory lock keeps two starting processes apart. Processes of the version before may serve meanwhile.
 */
export async function migrate(connection: Connection, log: Log, patience = PATIENCE): Promise<void> {
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
    await holdSchema(client);
    await migratePatiently(client, log, patience);
  } finally {
    await client.end();
  }
}

/**
 * Waits until the schema is the caller's alone, or (shared) stays as it is, for as long as the connection lasts. It asks
 * again and again: a statement that waited would be in the way of indexes that another one makes beside whoever writes.
 */
export async function holdSchema(
  client: Pick<pg.ClientBase, "query">,
  { shared }: { shared: boolean } = { shared: false },
): Promise<void> {
  const take = `select pg_try_advisory_lock${shared ? "_shared" : ""}(${MIGRATION_LOCK}) as taken`;
  while (!(await client.query<{ taken: boolean }>(take)).rows[0]!.taken) await delay(ASK_AGAIN_MS);
}

/** Whoever has what a migration needs goes first: it is undone, which others hardly notice, and tried again a little later. */
async function migratePatiently(client: pg.ClientBase, log: Log, patience: Patience): Promise<void> {
  const before = await listApplied(client);
  for (let attempt = 1; ; attempt += 1) {
    const told: string[] = [];
    try {
      await runMigrations(client, (text) => told.push(text), { lockMs: patience.lockMs });
      break;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (!isInTheWay(error) || attempt >= patience.tries) {
        for (const text of told) log.error(text);
        throw error;
      }
      log.warn(
        { attempt, error: String(error) },
        "a migration gave way to what others do; it is tried again",
      );
      await delay(Math.min(patience.pauseMs, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
  const added = (await listApplied(client)).filter((name) => !before.includes(name));
  for (const name of added) log.info({ migration: name }, "migrated");
}

/** It waited too long for a lock, or it and another one waited for each other. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

/**
 * Runs the next migrations, as many as `count`, in the transaction of the caller, who holds the lock.
 */
export async function migrateInTransaction(client: pg.ClientBase, log: Log, count: number): Promise<void> {
  const own = {
    query: (text: string, values?: unknown[]) =>
      /^(begin|commit);$/i.test(text) ? Promise.resolve({ rows: [] }) : client.query(text, values),
  };
  await runMigrations(own as unknown as pg.ClientBase, (text) => log.error(text), { count });
}

/** The caller holds the lock. Without `lockMs` it is in a transaction of the caller's. */
async function runMigrations(
  client: pg.ClientBase,
  onError: (text: string) => void,
  { count, lockMs }: { count?: number; lockMs?: number },
): Promise<void> {
  await runner({
    dbClient: client,
    dir: MIGRATIONS_FOLDER,
    direction: "up",
    migrationsTable: "schema_migrations",
    checkOrder: true,
    singleTransaction: false,
    noLock: true,
    migrationLoaderStrategies: [sqlFiles({ isWithin: lockMs === undefined, lockMs: lockMs ?? 0 })],
    log: () => {},
    // All that it warns of is what a file asks for: to be run without a transaction.
    logger: { debug() {}, info() {}, warn() {}, error: onError },
    ...(count === undefined ? {} : { count }),
  });
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
