import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type pg from "pg";
import { counted } from "@veritick/contract/plural.ts";
import type { Connection } from "../platform/db/database.ts";
import { holdSchema, listApplied } from "../platform/db/migrate.ts";
import { BackupError } from "./backup-error.ts";
import { PLAIN, writeDigests, writeText } from "./encryption.ts";
import type { Cipher } from "./encryption.ts";
import { sha256, writeManifest } from "./manifest.ts";
import type { BackedUpTable, Manifest } from "./manifest.ts";
import { readSecrets } from "./secrets.ts";
import type { SecretName } from "../config/installation.ts";
import {
  LEFT_OUT,
  listSequences,
  listTables,
  openToolConnection,
  readFigures,
  verifyTable,
  writeTable,
} from "./tables.ts";

export type Tell = (line: string) => void;

const BACKUP_PREFIX = "veritick-";
/** The prefix of a backup that is being written. */
export const PARTIAL_PREFIX = ".veritick-partial-";

/**
 * Writes one snapshot of the database into a new folder below `into`, reads it back, and only then gives the folder its
 * name. The server continues meanwhile.
 */
export async function makeBackup(options: {
  connection: Connection;
  into: string;
  secrets: ReadonlyMap<SecretName, string>;
  version: string;
  now: Date;
  tell: Tell;
  cipher?: Cipher;
}): Promise<{ folder: string; manifest: Manifest }> {
  const { connection, into, secrets, now, tell, cipher = PLAIN } = options;
  await mkdir(into, { recursive: true, mode: 0o700 });
  const stamp = now.toISOString().replaceAll(/[-:.]/g, "");
  const folder = join(into, `${BACKUP_PREFIX}${stamp}`);
  const aside = join(into, `${PARTIAL_PREFIX}${stamp}-${process.pid}`);
  await mkdir(aside, { mode: 0o700 });
  try {
    const found = await readAll(connection, aside, cipher, tell);
    for (const [name, text] of secrets) await writeText(join(aside, name), `${text}\n`, cipher);
    const manifest: Manifest = {
      format: 1,
      product: "veritick",
      version: options.version,
      createdAt: now.toISOString(),
      ...found,
      leftOut: Object.keys(LEFT_OUT),
      secrets: [...secrets].map(([name, text]) => ({ name, sha256: sha256(text) })),
    };
    await writeManifest(aside, manifest, cipher);
    await verifyBackup(aside, manifest, cipher, tell);
    if (cipher !== PLAIN) await writeDigests(aside);
    await syncFolder(aside);
    // This never replaces another backup, because rename fails if the folder is not empty.
    await rename(aside, folder);
    await syncFolder(into);
    return { folder, manifest };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/** Reads every file of a backup to its end. */
export async function verifyBackup(
  folder: string,
  manifest: Manifest,
  cipher: Cipher,
  tell: Tell,
): Promise<void> {
  for (const table of manifest.tables) await verifyTable(folder, table, cipher);
  await readSecrets(folder, manifest, cipher);
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  tell(`Verified: ${manifest.tables.length} tables with ${(bytes / 1e6).toFixed(1)} MB match the manifest.`);
}

type Found = Pick<Manifest, "database" | "migrations" | "tables" | "sequences" | "figures">;

async function readAll(connection: Connection, folder: string, cipher: Cipher, tell: Tell): Promise<Found> {
  const client = await openToolConnection(connection);
  try {
    // The lock keeps the schema unchanged until the end. A migration waits meanwhile without blocking any table.
    await holdSchema(client, { shared: true, tell });
    await client.query("begin isolation level repeatable read, read only");
    const migrations = await listApplied(client);
    if (migrations.length === 0)
      throw new BackupError("This database is empty: there is nothing to back up.");
    const tables: BackedUpTable[] = [];
    for (const table of await listTables(client)) {
      const written = await writeTable(client, folder, table, { cipher });
      tell(`${table.name}: ${rowsOf(written)}`);
      tables.push(written);
    }
    const figures = await readFigures(client);
    const sequences = await listSequences(client);
    const database = await versionOf(client);
    await client.query("commit");
    return { database, migrations, tables, sequences, figures };
  } finally {
    await client.end();
  }
}

export const rowsOf = ({ rows }: { rows: number }): string => counted.en(rows, "row", "rows");

export async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]!.server_version;
}

/** Flushes a folder, and with it the names of its files, to disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const DAY_MS = 86_400_000;
const BACKUP = new RegExp(`^${BACKUP_PREFIX}\\d{8}T\\d{9}Z$`);

/**
 * Removes all but the newest `keep` backups, and partial backups that are older than a day. It never removes `made`, which
 * has the older name after a clock that was ahead.
 */
export async function pruneBackups(
  into: string,
  { keep, made, now }: { keep: number; made: string; now: Date },
): Promise<string[]> {
  const names = await readdir(into);
  const old = names
    .filter((name) => BACKUP.test(name))
    .toSorted()
    .slice(0, -keep)
    .filter((name) => name !== basename(made));
  const partial = names.filter((name) => name.startsWith(PARTIAL_PREFIX));
  for (const name of partial) {
    const { mtimeMs } = await stat(join(into, name));
    if (now.getTime() - mtimeMs > DAY_MS) old.push(name);
  }
  for (const name of old) await rm(join(into, name), { recursive: true, force: true });
  return old;
}
