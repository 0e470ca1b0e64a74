import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { connectClient } from "../platform/db/database.ts";
import type { Connection, Queryable } from "../platform/db/database.ts";
import { assertOwnSession } from "../platform/db/suitable.ts";
import { BackupError } from "./backup-error.ts";
import { damaged, PLAIN } from "./encryption.ts";
import { tableFile } from "./manifest.ts";
import type { Cipher } from "./encryption.ts";
import type { BackedUpTable } from "./manifest.ts";

/** The tables that a backup leaves out on purpose, with the reason. It contains every other table. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: "a restore must not bring back a session that was ended since: everybody signs in again",
  ws_tokens: "they belong to sessions and live for a minute",
  api_keys: "a restore must not bring back a key that was revoked since: people create new ones",
  key_ws_tokens: "they belong to API keys and live for a minute",
  password_resets: "a link that was used since must not work again",
  scheduled_closings: "a restore must not bring back a closing that was stopped since: people ask again",
  attempt_counters: "they count within minutes; what locks after too many guesses is kept (lockouts)",
  outbox: "its messages have been sent since",
  webhook_deliveries: "what they told has been told since, and old news must not go out again",
  schema_migrations: "the manifest names them",
};

type Table = { name: string; columns: string[] };
type Sequence = { name: string; lastValue: string };

const OURS = `c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Lists the tables of a backup with their columns, in the order of their names. */
export async function listTables(connection: Queryable): Promise<Table[]> {
  const { rows } = await connection.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${OURS} and c.relkind = 'r' and c.relpersistence <> 't' and a.attgenerated = '' and c.relname <> all ($1)
     group by c.relname order by c.relname collate "C"`,
    [Object.keys(LEFT_OUT)],
  );
  return rows;
}

/** Lists the used sequences. They ignore transactions, so their values may be ahead of the rows. */
export async function listSequences(connection: Queryable): Promise<Sequence[]> {
  const { rows } = await connection.query<Sequence>(
    `select sequencename::text as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = current_schema() and last_value is not null and sequencename <> 'schema_migrations_id_seq'
     order by 1`,
  );
  return rows;
}

export async function findAnyTable(connection: Queryable): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
     order by c.relkind <> 'r', c.relname limit 1`,
  );
  return rows[0]?.name;
}

/** Figures by which a person can compare the restored database with the backup. */
type Figures = { users: string; balances: string; positions: string; newestLedgerTransaction: string };

export async function readFigures(connection: Queryable): Promise<Figures> {
  const { rows } = await connection.query<Figures>(
    `select (select count(*) from users)::text as users,
       (select coalesce(sum(balance), 0) from users)::text as balances,
       (select count(*) from trading_positions)::text as positions,
       (select coalesce(max(id), 0) from ledger_transactions)::text as "newestLedgerTransaction"`,
  );
  return rows[0]!;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnsOf = ({ name, columns }: Table): string =>
  `${quoted(name)} (${columns.map(quoted).join(", ")})`;

/** The lowest level gains most for little time, and the server needs the processor as well. */
const PACKING = { level: 1 };
const NEWLINE = 10;

/** Creates a meter that counts rows and bytes and hashes the text. In the text format of COPY each row is one line. */
function createMeter() {
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  return {
    async *through(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
        yield chunk;
      }
    },
    read: () => ({ rows, bytes, sha256: hash.digest("hex") }),
  };
}

/**
 * Writes a table, as the connection's transaction sees it, into a compressed file and flushes it to disk.
 *
 * @param options `rows`: a query for the rows in their order; all rows by default
 */
export async function writeTable(
  client: pg.Client,
  folder: string,
  table: Table,
  { rows, cipher = PLAIN }: { rows?: string; cipher?: Cipher } = {},
): Promise<BackedUpTable> {
  const meter = createMeter();
  const source = client.query(
    copyTo(`copy ${rows === undefined ? columnsOf(table) : `(${rows})`} to stdout`),
  );
  const name = tableFile(folder, table.name, cipher);
  const file = createWriteStream(name, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, meter.through, createGzip(PACKING), cipher.encrypt, file);
  return { ...table, ...meter.read() };
}

/** Measures the text that `writeTable` would write now, without a file. */
export async function measureRows(
  client: pg.Client,
  rows: string,
): Promise<Pick<BackedUpTable, "rows" | "bytes" | "sha256">> {
  const meter = createMeter();
  await pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), meter.through, async (source) => {
    for await (const _ of source);
  });
  return meter.read();
}

/** Reads the lines of a file, each with its columns as text. */
export async function* readLines(folder: string, name: string): AsyncGenerator<string[]> {
  const text = createReadStream(tableFile(folder, name)).pipe(createGunzip());
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield line.split("\t");
}

/** Reads a file to its end and compares it with the manifest. */
export async function verifyTable(folder: string, table: BackedUpTable, cipher = PLAIN): Promise<void> {
  const file = tableFile(folder, table.name, cipher);
  const meter = createMeter();
  try {
    await pipeline(createReadStream(file), cipher.decrypt, createGunzip(), meter.through, async (source) => {
      for await (const _ of source);
    });
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw isMissing ? new BackupError(`${file} is missing.`) : damaged(file, cause);
  }
  const { rows, bytes, sha256 } = meter.read();
  if (rows !== table.rows || bytes !== table.bytes || sha256 !== table.sha256) {
    throw new BackupError(`${file} is damaged: its content differs from the manifest.`);
  }
}

/**
 * Loads a file into a table that this transaction has emptied or created. The rows are frozen at once, so that no vacuum has
 * to process them. That is allowed because no other transaction can have seen the empty table.
 */
export async function loadTable(
  client: pg.Client,
  folder: string,
  table: BackedUpTable,
  { into = table.name, cipher = PLAIN }: { into?: string; cipher?: Cipher } = {},
): Promise<void> {
  const columns = columnsOf({ ...table, name: into });
  const target = client.query(copyFrom(`copy ${columns} from stdin with (freeze)`));
  const file = createReadStream(tableFile(folder, table.name, cipher));
  await pipeline(file, cipher.decrypt, createGunzip(), target);
  if (target.rowCount !== table.rows) {
    throw new Error(`${target.rowCount} rows of ${table.name} were loaded, not ${table.rows}`);
  }
}

/**
 * Opens a connection whose statements have no time limit. Its settings fix the text form of values, so that every installation can read the
 * files of another, and keep rows in their stored order.
 */
export async function openToolConnection(connection: Connection): Promise<pg.Client> {
  const client = await connectClient(connection, { application_name: "veritick backup" });
  await assertOwnSession(client, connection, "DATABASE_URL or DATABASE_OWNER_URL");
  await client.query(`
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set client_encoding = 'UTF8';
    set timezone = 'UTC';
    set datestyle = 'ISO, YMD';
    set intervalstyle = 'iso_8601';
    set extra_float_digits = 1;
    set bytea_output = 'hex';
    set synchronize_seqscans = off`);
  return client;
}
