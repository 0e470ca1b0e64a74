import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TransactionKind } from "@veritick/domain/postings.ts";
import type pg from "pg";
import { monthNamed } from "../ledger/public.ts";
import type { Month } from "../ledger/public.ts";
import { LOCKS } from "../platform/db/database.ts";
import type { Connection, Queryable } from "../platform/db/database.ts";
import { holdSchema, listApplied } from "../platform/db/migrate.ts";
import { assertKnown } from "./load-backup.ts";
import { PARTIAL_PREFIX, rowsOf, syncFolder, versionOf } from "./make-backup.ts";
import type { Tell } from "./make-backup.ts";
import { BackupError } from "./backup-error.ts";
import { archiveFormat, readArchiveManifest, writeManifest } from "./manifest.ts";
import type { ArchiveManifest, BackedUpTable } from "./manifest.ts";
import { listTables, measureRows, openToolConnection, readLines, verifyTable, writeTable } from "./tables.ts";

export const DAY_MS = 86_400_000;
/** The time after a month's end by which all its positions are closed, and any clock that was behind has left the month. */
const WRITTEN_AFTER_MS = DAY_MS;

/**
 * The kinds of transactions of positions. All others stay in the ledger: they are few, and the ledger check compares
 * deposits and withdrawals with them.
 */
const KINDS: readonly TransactionKind[] = [
  "position_opened",
  "position_won",
  "position_sold",
  "position_refunded",
];
/** Returns SQL for the ledger transactions `t` of a month's positions. The bounds are ids of our own, so quoting is safe. */
export const ofMonth = ({ firstId, endId }: Month): string =>
  `t.kind in (${KINDS.map((kind) => `'${kind}'`).join(", ")}) and t.reference >= '${firstId}' and t.reference < '${endId}'`;

/** SQL for the rows of a month by table, each in a fixed order, so that the same rows always give the same text. */
const ROWS: Readonly<Record<string, (columns: string, month: Month) => string>> = {
  trading_positions: (columns, { firstId, endId }) =>
    `select ${columns} from trading_positions t where t.id >= '${firstId}' and t.id < '${endId}' order by t.id`,
  ledger_transactions: (columns, month) =>
    `select ${columns} from ledger_transactions t where ${ofMonth(month)} order by t.id`,
  ledger_entries: (columns, month) =>
    `select ${columns} from (select e.* from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where ${ofMonth(month)}) t order by t.transaction_id, t.line`,
};

export const rowsOfMonth = ({ name, columns }: { name: string; columns: string[] }, month: Month): string =>
  ROWS[name]!(columns.map((column) => `t."${column}"`).join(", "), month);

export type ArchiveState = {
  state: "removing" | "removed" | "restoring";
  account: string;
  transaction_id: string;
  checksum: string;
};

/** Finds the state of a month's archive. Returns undefined if the month is in the database. */
export async function findState(client: Queryable, month: Month): Promise<ArchiveState | undefined> {
  const { rows } = await client.query<ArchiveState>(
    "select state, account, transaction_id, checksum from archived_months where month = $1::date",
    [firstDay(month)],
  );
  return rows[0];
}

export const firstDay = ({ name }: Month): string => `${name}-01`;

export type ArchiveOptions = { connection: Connection; now: Date; tell: Tell };

/**
 * Writes a past month's positions with their ledger entries into a new folder below `into`, reads them back, and only then gives
 * the folder its name. If the folder exists already, it only reads it back. The database does not change, and the server
 * continues.
 */
export async function archiveMonth(options: Writing): Promise<Written> {
  const client = await openToolConnection(options.connection);
  try {
    await holdLock(client, LOCKS.archive, () => options.tell("Waiting for another archive to be completed."));
    return await writeMonth(options);
  } finally {
    await client.end();
  }
}

type Writing = ArchiveOptions & { month: Month; into: string; version: string };
type Written = { folder: string; manifest: ArchiveManifest };

/** Takes an advisory lock until the connection ends. Calls `onWait` if the lock is not free at once. */
export async function holdLock(client: pg.Client, lock: number, onWait: () => void): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lock]);
  if (rows[0]!.taken) return;
  onWait();
  await client.query("select pg_advisory_lock($1)", [lock]);
}

async function writeMonth(options: Writing): Promise<Written> {
  const { connection, month, into, version, now, tell } = options;
  const folder = join(into, `veritick-${month.name}`);
  if (existsSync(folder)) return { folder, manifest: (await openArchive(folder, tell)).manifest };
  if (now.getTime() < month.toMs + WRITTEN_AFTER_MS)
    throw new BackupError(`You can archive ${month.name} one day after it ends.`);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const aside = join(into, `${PARTIAL_PREFIX}${month.name}`);
  // An interrupted run may have left this folder.
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: 0o700 });
  try {
    const found = await readMonth(connection, month, aside, tell);
    const createdAt = now.toISOString();
    const manifest: ArchiveManifest = {
      ...archiveFormat,
      month: month.name,
      version,
      createdAt,
      ...found,
    };
    await writeManifest(aside, manifest);
    await openArchive(aside, tell);
    await syncFolder(aside);
    await rename(aside, folder);
    await syncFolder(into);
    return { folder, manifest };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

type Found = Omit<ArchiveManifest, "format" | "product" | "month" | "version" | "createdAt">;

async function readMonth(connection: Connection, month: Month, folder: string, tell: Tell): Promise<Found> {
  const client = await openToolConnection(connection);
  try {
    await holdSchema(client, { shared: true, tell });
    await client.query("begin isolation level repeatable read, read only");
    if ((await findState(client, month)) !== undefined)
      throw new BackupError(
        `${month.name} was already archived, and part of it is no longer in the database.`,
      );
    await assertClosed(client, month);
    const tables: BackedUpTable[] = [];
    for (const table of (await listTables(client)).filter(({ name }) => Object.hasOwn(ROWS, name))) {
      tables.push(await writeTable(client, folder, table, { rows: rowsOfMonth(table, month) }));
      tell(`${table.name}: ${rowsOf(tables.at(-1)!)}`);
    }
    const { rows: positions } = await client.query<ArchiveManifest["positions"][number]>(
      `select status, count(*)::integer as count, sum(amount)::text as stakes, sum(profit)::text as profits
       from trading_positions where id >= $1 and id < $2 group by status order by status`,
      [month.firstId, month.endId],
    );
    const { rows: accounts } = await client.query<ArchiveManifest["accounts"][number]>(
      `select case when e.balance_after is null then e.account else 'user' end as account, count(*)::integer as entries,
         sum(e.amount)::text as sum
       from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where ${ofMonth(month)}
       group by 1 order by 1`,
    );
    const { rows: bounds } = await client.query<{ first: string; last: string }>(
      `select coalesce(min(t.id), 0)::text as first, coalesce(max(t.id), 0)::text as last from ledger_transactions t
       where ${ofMonth(month)}`,
    );
    const transactions = { first: Number(bounds[0]!.first), last: Number(bounds[0]!.last) };
    const migrations = await listApplied(client);
    const database = await versionOf(client);
    await client.query("commit");
    return { database, migrations, tables, transactions, positions, accounts };
  } finally {
    await client.end();
  }
}

export async function assertClosed(client: Queryable, { name, firstId, endId }: Month): Promise<void> {
  const { rows } = await client.query<{ open: string }>(
    "select count(*) as open from trading_positions where id >= $1 and id < $2 and status = 'active'",
    [firstId, endId],
  );
  if (rows[0]!.open !== "0")
    throw new BackupError(`${rows[0]!.open} positions of ${name} are still open. Nothing was changed.`);
}

/** Reads every file of an archive to its end, and adds up its entries again. */
export async function openArchive(
  folder: string,
  tell: Tell,
): Promise<{ manifest: ArchiveManifest; month: Month }> {
  const manifest = await readArchiveManifest(folder);
  const month = monthNamed(manifest.month);
  if (month === undefined) throw new BackupError(`${manifest.month} is not a month such as 2026-01.`);
  assertKnown(manifest);
  for (const table of manifest.tables) await verifyTable(folder, table);
  const entries = manifest.tables.find(({ name }) => name === "ledger_entries")!;
  const [account, amount] = ["account", "amount"].map((name) => entries.columns.indexOf(name));
  const sums = new Map<string, bigint>();
  for await (const line of readLines(folder, entries.name)) {
    const kind = line[account!]!.startsWith("user:") ? "user" : line[account!]!;
    sums.set(kind, (sums.get(kind) ?? 0n) + units(line[amount!]!));
  }
  const isSame = manifest.accounts.every(({ account: kind, sum }) => sums.get(kind) === units(sum));
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0n);
  if (!isSame || sums.size !== manifest.accounts.length || total !== 0n)
    throw new BackupError(`${folder} is damaged: the sums of its entries differ from its manifest.`);
  tell(`Verified: ${manifest.tables.length} tables match the manifest, and the entries sum to zero.`);
  return { manifest, month };
}

/** Parses an amount into units of 1e-8. The database always writes eight decimals. */
const units = (decimal: string): bigint => BigInt(decimal.replace(".", ""));

/** @throws BackupError if the rows in the database differ from those of the archive */
export async function assertSame(
  client: pg.Client,
  { tables, month: name }: ArchiveManifest,
  month: Month,
  only?: string,
): Promise<void> {
  for (const table of tables.filter((one) => only === undefined || one.name === only)) {
    const { rows, sha256 } = await measureRows(client, rowsOfMonth(table, month));
    if (sha256 !== table.sha256)
      throw new BackupError(
        `${table.name} of ${name} differ from the archive: ${rows} rows here, ${table.rows} in the archive. ` +
          "If an account was closed after the archive was written, move the archive away and write it again.",
      );
  }
}
