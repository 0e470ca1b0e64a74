import { parseEntry } from "@veritick/domain/log/entries.ts";
import { checkpointText } from "@veritick/domain/log/notes.ts";
import type { Queryable } from "../platform/db/database.ts";
import { createSigner, isSigned } from "../platform/signing.ts";

/** Returns true if a log was ever signed on this database. */
export async function hasLog(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query("select from log_checkpoints limit 1");
  return rowCount === 1;
}

type SignedRow = { size: string; root: Buffer; signature: Buffer; start: Buffer };

/** Returns true if this private key signed the log of a database, or the database has none. */
export async function isLogKeyKnown(database: Queryable, seed: Uint8Array): Promise<boolean> {
  const { rows } = await database.query<SignedRow>(
    `select c.size::text as size, c.root, c.signature, e.body as start
     from log_checkpoints c, log_entries e where e.index = 0 order by c.size desc limit 1`,
  );
  if (rows[0] === undefined) return true;
  const { size, root, signature, start } = rows[0];
  const entry = parseEntry(start.toString());
  if (entry?.kind !== "start" || !("origin" in entry)) return false;
  const text = checkpointText({ origin: entry.origin, size: Number(size), root });
  return isSigned(text, signature, createSigner(seed).publicKey);
}
