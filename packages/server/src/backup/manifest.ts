import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";
import { PLAIN, readText, writeText } from "./encryption.ts";
import type { Cipher } from "./encryption.ts";

const FORMAT = 1;
const FILE = "manifest.json";

const name = z.string().regex(/^[a-z][a-z0-9_]*$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.number().int().nonnegative();

const PRODUCT = "veritick";
/** A table of a backup. `sha256`, `bytes` and `rows` describe its text before compression. */
const table = z.strictObject({
  name,
  columns: z.array(name).min(1),
  rows: whole,
  bytes: whole,
  sha256: digest,
});
export type BackedUpTable = z.infer<typeof table>;

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  product: z.literal(PRODUCT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The version of PostgreSQL that the backup was made with, for information. */
  database: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  sequences: z.array(z.strictObject({ name, lastValue: z.string().regex(/^\d+$/) })),
  figures: z.strictObject({
    users: z.string(),
    balances: z.string(),
    positions: z.string(),
    newestLedgerTransaction: z.string(),
  }),
  leftOut: z.array(z.string()),
  secrets: z.array(
    z.strictObject({
      name: z.enum(["price-secret", "code-pepper", "signing-key", "beacon-key", "log-key"]),
      sha256: digest,
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

const ARCHIVE = "veritick-archive";
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

const archiveSchema = z.strictObject({
  format: z.literal(FORMAT),
  product: z.literal(ARCHIVE),
  month: z.string().regex(/^\d{4}-\d\d$/),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The version of PostgreSQL that the archive was made with, for information. */
  database: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  /** The first and the last ledger transaction of the archive. */
  transactions: z.strictObject({ first: whole, last: whole }),
  positions: z.array(z.strictObject({ status: z.string(), count: whole, stakes: decimal, profits: decimal })),
  /** The entries of each kind of account. All together sum to zero. */
  accounts: z.array(z.strictObject({ account: z.string(), entries: whole, sum: decimal })),
});
export type ArchiveManifest = z.infer<typeof archiveSchema>;
export const archiveFormat = { format: FORMAT, product: ARCHIVE } as const;

export const tableFile = (folder: string, table: string, { suffix }: Cipher = PLAIN): string =>
  join(folder, `${table}.copy.gz${suffix}`);

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const checksumOf = (manifest: object): string => sha256(JSON.stringify(manifest));

/** Writes a manifest with a checksum of itself, because it vouches for all other files. */
export async function writeManifest(folder: string, manifest: object, cipher = PLAIN): Promise<void> {
  const checksum = checksumOf(manifest);
  const text = `${JSON.stringify({ ...manifest, checksum }, undefined, 2)}\n`;
  await writeText(join(folder, FILE), text, cipher);
}

export const readManifest = (folder: string, cipher = PLAIN): Promise<Manifest> =>
  readSealed(folder, PRODUCT, manifestSchema, "a backup", cipher);

export const readArchiveManifest = (folder: string): Promise<ArchiveManifest> =>
  readSealed(folder, ARCHIVE, archiveSchema, "an archive");

async function readSealed<T>(
  folder: string,
  product: string,
  schema: z.ZodType<T>,
  called: string,
  cipher = PLAIN,
): Promise<T> {
  const file = join(folder, FILE);
  const text = await readText(file, cipher).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT" && cause.code !== "ENOTDIR") throw cause;
    throw new BackupError(`${folder} is not ${called}: it does not contain ${FILE}.`);
  });
  let found: { format?: unknown; product?: unknown; checksum?: unknown } | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    throw new BackupError(`${file} is damaged.`);
  }
  if (found?.product !== product) throw new BackupError(`${file} belongs to another product.`);
  if (found.format !== FORMAT) {
    throw new BackupError(`${file} has the format ${String(found.format)}, which this version cannot read.`);
  }
  const { checksum, ...rest } = found;
  const manifest = schema.safeParse(rest);
  if (checksum !== sha256(JSON.stringify(rest)) || !manifest.success) {
    throw new BackupError(`${file} is damaged.`);
  }
  return manifest.data;
}
