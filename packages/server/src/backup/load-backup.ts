import type pg from "pg";
import type { Connection, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { holdSchema, KNOWN_MIGRATIONS, listApplied, migrateInTransaction } from "../platform/db/migrate.ts";
import { BackupError } from "./backup-error.ts";
import type { Cipher } from "./encryption.ts";
import type { Manifest } from "./manifest.ts";
import { rowsOf } from "./make-backup.ts";
import type { Tell } from "./make-backup.ts";
import {
  columnsOf,
  findAnyTable,
  listTables,
  loadTable,
  openToolConnection,
  quoted,
  readFigures,
} from "./tables.ts";

export class NotEmptyError extends BackupError {}

/** @throws BackupError if this version does not know the schema of the backup */
export function assertKnown({ migrations, version }: Pick<Manifest, "migrations" | "version">): void {
  const unknown = migrations.find((name, index) => name !== KNOWN_MIGRATIONS[index]);
  if (unknown === undefined) return;
  throw new BackupError(
    `This backup was made by another version of Veritick (${version}): its schema has "${unknown}", which this one ` +
      `does not know. Restore it with that version or a newer one.`,
  );
}

/**
 * Loads a verified backup into an empty database: schema, rows and sequences in one transaction. If it is cut short, the
 * database stays empty.
 */
export async function loadBackup(
  connection: Connection,
  options: {
    folder: string;
    manifest: Manifest;
    cipher: Cipher;
    log: Log;
    tell: Tell;
    /** Called once the database is known to be empty, before anything is written. */
    onEmpty?: () => Promise<void>;
    /** Called in the same transaction when everything is loaded. */
    onLoaded: (connection: Queryable) => Promise<void>;
  },
): Promise<void> {
  const { folder, manifest, cipher, log, tell, onEmpty = async () => {}, onLoaded } = options;
  assertKnown(manifest);
  const client = await openToolConnection(connection);
  try {
    // A server that starts meanwhile waits for this lock and then finds all rows.
    await holdSchema(client, { tell });
    await client.query("begin");
    await assertEmpty(client);
    await onEmpty();
    await migrateInTransaction(client, log, manifest.migrations.length);
    await assertSameTables(client, manifest);
    const restoreConstraints = await dropConstraints(client, manifest);
    for (const table of manifest.tables) {
      await loadTable(client, folder, table, { cipher });
      tell(`${table.name}: ${rowsOf(table)}`);
    }
    for (const { name, lastValue } of manifest.sequences) {
      await client.query("select setval($1::regclass, $2)", [quoted(name), lastValue]);
    }
    await restoreConstraints();
    await assertSameFigures(client, manifest);
    await migrateInTransaction(client, log, KNOWN_MIGRATIONS.length);
    await onLoaded(client);
    await client.query("commit");
    // Without statistics the planner would plan the first statements badly.
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const table = await findAnyTable(client);
  if (table === undefined) return;
  const applied = await listApplied(client);
  throw new NotEmptyError(
    `The database is not empty: it contains ${applied.length === 0 ? `"${table}"` : "an installation of Veritick"}. ` +
      "Restore into an empty database. In the embedded mode, --replace sets the present one aside. Nothing was changed.",
  );
}

async function assertSameTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const expected = tables.map(columnsOf).toSorted().join("\n");
  const found = (await listTables(client)).map(columnsOf).toSorted().join("\n");
  if (found !== expected) throw new BackupError("The tables of the backup do not match its schema.");
}

/**
 * Removes triggers and foreign keys: triggers would count rows twice, and foreign keys would be checked row by row and dictate
 * the order of the tables. The returned function restores them and checks the foreign keys over all rows.
 */
async function dropConstraints(client: pg.Client, { tables }: Manifest): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  // The migrations have inserted rows into some tables.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")}`);

  return async () => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}

async function assertSameFigures(client: pg.Client, { figures }: Manifest): Promise<void> {
  const found = await readFigures(client);
  for (const name of Object.keys(figures) as (keyof typeof figures)[]) {
    if (found[name] === figures[name]) continue;
    throw new Error(`after loading, ${name} are ${found[name]}; the backup says ${figures[name]}`);
  }
}
