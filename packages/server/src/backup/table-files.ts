import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { BackupError } from "./backup-error.ts";
import { tableFile } from "./manifest.ts";
import type { BackedUpTable } from "./manifest.ts";
import { columnsOf } from "./tables.ts";
import type { Table } from "./tables.ts";

/** Most of the gain for little of the time: the server beside it needs the processor as well. */
const PACKING = { level: 1 };
const NEWLINE = 10;

/** Measures what passes through. In the text form of COPY each row is one line, whatever is in it. */
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

/** Writes a table as the connection's transaction sees it into a packed file, safely on disk. */
export async function writeTable(client: pg.Client, folder: string, table: Table): Promise<BackedUpTable> {
  const meter = createMeter();
  const source = client.query(copyTo(`copy ${columnsOf(table)} to stdout`));
  const file = createWriteStream(tableFile(folder, table.name), { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, meter.through, createGzip(PACKING), file);
  return { ...table, ...meter.read() };
}

/** Reads a file to its end and holds it against the manifest. */
export async function verifyTable(folder: string, table: BackedUpTable): Promise<void> {
  const file = tableFile(folder, table.name);
  const meter = createMeter();
  try {
    await pipeline(createReadStream(file), createGunzip(), meter.through, async (source) => {
      for await (const _ of source);
    });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new BackupError(code === "ENOENT" ? `${file} is missing.` : `${file} is damaged: ${message}.`);
  }
  const { rows, bytes, sha256 } = meter.read();
  if (rows !== table.rows || bytes !== table.bytes || sha256 !== table.sha256) {
    throw new BackupError(`${file} is damaged: its content is not what the manifest says.`);
  }
}

/**
 * Loads a file into a table that this transaction has emptied. The rows are frozen at once: nobody can have seen the
 * table without them, and no vacuum has to come by for them.
 */
export async function loadTable(client: pg.Client, folder: string, table: BackedUpTable): Promise<void> {
  const target = client.query(copyFrom(`copy ${columnsOf(table)} from stdin with (freeze)`));
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), target);
  if (target.rowCount !== table.rows) {
    throw new Error(`${target.rowCount} rows of ${table.name} were loaded, not ${table.rows}`);
  }
}
