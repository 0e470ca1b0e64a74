import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** An error that the operator can fix: the command prints the message without a stack. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const FORMAT = 1;
const FILE = "manifest.json";

const name = z.string().regex(/^[a-z][a-z0-9_]*$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.number().int().nonnegative();

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  product: z.literal("veritick"),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The version of PostgreSQL that the backup was made with, for information. */
  database: z.string(),
  migrations: z.array(z.string()).min(1),
  /** `sha256`, `bytes` and `rows` describe the text before compression. */
  tables: z.array(
    z.strictObject({ name, columns: z.array(name).min(1), rows: whole, bytes: whole, sha256: digest }),
  ),
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
      name: z.enum(["price-secret", "code-pepper", "signing-key", "beacon-key"]),
      sha256: digest,
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpTable = Manifest["tables"][number];

export const tableFile = (folder: string, table: string): string => join(folder, `${table}.copy.gz`);

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The manifest carries a checksum of itself, because it vouches for all other files. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const checksum = sha256(JSON.stringify(manifest));
  const text = `${JSON.stringify({ ...manifest, checksum }, undefined, 2)}\n`;
  await writeFile(join(folder, FILE), text, { mode: 0o600, flag: "wx", flush: true });
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, FILE);
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT" && cause.code !== "ENOTDIR") throw cause;
    throw new BackupError(`${folder} is no backup: there is no ${FILE} in it.`);
  });
  let found: { format?: unknown; product?: unknown; checksum?: unknown } | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    throw new BackupError(`${file} is damaged.`);
  }
  if (found?.product !== "veritick") throw new BackupError(`${file} is of another product.`);
  if (found.format !== FORMAT) {
    throw new BackupError(`${file} has the format ${String(found.format)}, which this version cannot read.`);
  }
  const { checksum, ...rest } = found;
  const manifest = manifestSchema.safeParse(rest);
  if (checksum !== sha256(JSON.stringify(rest)) || !manifest.success) {
    throw new BackupError(`${file} is damaged.`);
  }
  return manifest.data;
}
