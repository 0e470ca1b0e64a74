import { runner } from "node-pg-migrate";
import type { RunnerOption } from "node-pg-migrate";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Log } from "../telemetry/log.ts";
import { LOCKS, withClient } from "./database.ts";
import type { Connection } from "./database.ts";
import { assertSuitable } from "./suitable.ts";

const ASK_AGAIN_MS = 250;

/** The time that a migration may wait for a lock, which makes others wait behind it, and the number of its tries. */
type Patience = { lockMs: number; pauseMs: number; tries: number };
/** About a quarter of an hour in all, most of it in pauses. */
const PATIENCE: Patience = { lockMs: 2_000, pauseMs: 15_000, tries: 60 };

/** `folder`: the migrations to run, so that tests can add later ones. */
type MigrateOptions = { patience?: Patience; folder?: string };

const FIRST_PAUSE_MS = 1_000;

/**
 * Brings the database to the newest schema. Migrations are numbered SQL files, each in a transaction where PostgreSQL
 * allows it. An advisory lock keeps two starting processes apart. Processes of the previous version may serve meanwhile.
 */
export const migrate = (connection: Connection, log: Log, options?: MigrateOptions): Promise<void> =>
  withClient(connection, (client) => migrateOn(client, log, options));

/** Migrates on an open connection. The connection must end soon, because its end releases the lock. */
export async function migrateOn(client: pg.Client, log: Log, options: MigrateOptions = {}): Promise<void> {
  const { patience = PATIENCE, folder = MIGRATIONS_FOLDER } = options;
  await assertSuitable(client);
  const applied = await listApplied(client);
  const known = migrationsIn(folder);
  const newer = applied.filter((name) => !known.includes(name));
  // Migrations only add to what an older version uses (CONTRIBUTING.md), so this version can continue.
  if (newer.length > 0) log.warn({ migrations: newer }, "the database has been migrated by a newer version");
  // Returns without the lock if there is nothing to do: a backup may hold the lock for a while.
  if (known.every((name) => applied.includes(name))) return;
  await assertMayMigrate(client);
  await holdSchema(client, { tell: (line) => log.info(line) });
  await migratePatiently(client, log, patience, folder);
}

/**
 * Takes the schema lock, exclusive or shared, until the connection ends. It polls, because a statement that waits for the
 * lock would block `create index concurrently` in another process.
 *
 * @param options `tell`: gets a line if the lock is not free at once
 */
export async function holdSchema(
  client: Pick<pg.ClientBase, "query">,
  { shared = false, tell = () => {} }: { shared?: boolean; tell?: (line: string) => void } = {},
): Promise<void> {
  const take = `select pg_try_advisory_lock${shared ? "_shared" : ""}(${LOCKS.migration}) as taken`;
  const tryTake = async () => (await client.query<{ taken: boolean }>(take)).rows[0]!.taken;
  if (await tryTake()) return;
  const holder = shared ? "migration or restore" : "migration, restore, backup or ledger check";
  tell(`Waiting for a running ${holder} on this database to end.`);
  do await delay(ASK_AGAIN_MS);
  while (!(await tryTake()));
}

/** Runs migrations that give way: one that waits too long for a lock is rolled back and tried again a little later. */
async function migratePatiently(
  client: pg.ClientBase,
  log: Log,
  patience: Patience,
  folder: string,
): Promise<void> {
  const before = await listApplied(client);
  for (let attempt = 1; ; attempt += 1) {
    const reported: string[] = [];
    try {
      await runMigrations(client, (text) => reported.push(text), { folder, lockMs: patience.lockMs });
      break;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (!isInTheWay(error) || attempt >= patience.tries) {
        for (const text of reported) log.error(text);
        throw error;
      }
      log.warn(
        { attempt, error: String(error) },
        "a migration gave way to other transactions and will be tried again",
      );
      await delay(Math.min(patience.pauseMs, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
  const added = (await listApplied(client)).filter((name) => !before.includes(name));
  // On a new database, a line for each migration adds nothing to the newest one's.
  if (before.length === 0) log.info({ migrations: added.length, newest: added.at(-1) }, "made the schema");
  else for (const name of added) log.info({ migration: name }, "migrated");
}

/** True if the migration waited too long for a lock, or deadlocked. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

/** Runs the next `count` migrations in the caller's transaction. The caller holds the schema lock. */
export async function migrateInTransaction(client: pg.ClientBase, log: Log, count: number): Promise<void> {
  await assertSuitable(client);
  const own = {
    query: (text: string, values?: unknown[]) =>
      /^(begin|commit);$/i.test(text) ? Promise.resolve({ rows: [] }) : client.query(text, values),
  };
  await runMigrations(own as unknown as pg.ClientBase, (text) => log.error(text), { count });
}

/** Runs pending migrations. The caller holds the schema lock. Without `lockMs`, the caller has opened a transaction. */
async function runMigrations(
  client: pg.ClientBase,
  onError: (text: string) => void,
  { count, folder = MIGRATIONS_FOLDER, lockMs }: { count?: number; folder?: string; lockMs?: number },
): Promise<void> {
  await runner({
    dbClient: client,
    dir: folder,
    direction: "up",
    migrationsTable: "schema_migrations",
    checkOrder: true,
    singleTransaction: false,
    noLock: true,
    migrationLoaderStrategies: [sqlFiles({ isWithin: lockMs === undefined, lockMs: lockMs ?? 0 })],
    log: () => {},
    // The runner only warns about files that ask to run without a transaction.
    logger: { debug() {}, info() {}, warn() {}, error: onError },
    ...(count === undefined ? {} : { count }),
  });
}

/** Returns the migrations applied to a database, in order. Empty for a database that we have not used yet. */
export async function listApplied(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows: known } = await client.query<{ is: boolean }>(
    "select to_regclass('schema_migrations') is not null as is",
  );
  if (!known[0]!.is) return [];
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations order by id");
  return rows.map(({ name }) => name);
}

/** The schema is older than this version, and the role may not change it. */
export class SchemaOutdatedError extends Error {
  override readonly name = "SchemaOutdatedError";
}

async function assertMayMigrate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_schema_privilege(current_schema(), 'create') as may",
  );
  if (rows[0]!.may) return;
  throw new SchemaOutdatedError(
    "The database needs migrations that the role of DATABASE_URL is not allowed to run. Run `npm run migrate` with DATABASE_OWNER_URL first.",
  );
}

type Strategy = NonNullable<RunnerOption["migrationLoaderStrategies"]>[number];

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

const migrationsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();

export const KNOWN_MIGRATIONS = migrationsIn(MIGRATIONS_FOLDER);

/**
 * Loads SQL files as migrations. Each runs in a transaction with a limited wait for locks, so that it does not block others
 * for long. A file marked "No transaction" creates indexes concurrently, which is impossible in a transaction. With
 * `isWithin`, everything runs in the caller's transaction, on a database that no other process uses.
 */
function sqlFiles({ isWithin, lockMs }: { isWithin: boolean; lockMs: number }): Strategy {
  const unitOf = async (path: string) => {
    const [up = ""] = (await readFile(path, "utf8")).split(/^-- Down Migration/m);
    const isAlone = /^-- No transaction: /m.test(up);
    return {
      id: path,
      filePaths: [path],
      actions: {
        up(steps: { sql(text: string): void; noTransaction(): unknown }) {
          if (isWithin) steps.sql(up.replaceAll(/\bconcurrently\b/gi, ""));
          else if (isAlone) {
            steps.noTransaction();
            for (const statement of statementsOf(up)) steps.sql(statement);
          } else steps.sql(`set local lock_timeout = ${lockMs};\n${up}`);
        },
        down: false as const,
      },
    };
  };
  return { extensions: [".sql"], loader: (paths) => Promise.all(paths.map(unitOf)) };
}

/** Splits a file into statements without comments. Function bodies stay whole. */
export function statementsOf(text: string): string[] {
  const found = text.replaceAll(/--.*$/gm, "").match(/(?:\$\$.*?\$\$|[^;])+/gs) ?? [];
  return found.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
