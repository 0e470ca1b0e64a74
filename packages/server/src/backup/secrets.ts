import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { isPepperKnown } from "../accounts/public.ts";
import { hasSigningKey, isSigningKeyKnown } from "../fairness/public.ts";
import type { Database } from "../platform/db/database.ts";
import { isSecretKnown } from "../prices/public.ts";
import { BackupError } from "./backup-error.ts";
import { sha256 } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

/** What an installation needs beside its data; in the embedded mode they are files beside it. */
export type SecretName = Manifest["secrets"][number]["name"];
export const SECRETS: readonly SecretName[] = ["price-secret", "code-pepper", "signing-key"];
/** Without these the data is of no use. Another key that signs can be had any time. */
export const NEEDED: readonly SecretName[] = ["price-secret", "code-pepper"];

const VARIABLES: Record<SecretName, string> = {
  "price-secret": "PRICE_SECRET",
  "code-pepper": "CODE_PEPPER",
  "signing-key": "SIGNING_KEY",
};
export const variableOf = (name: SecretName): string => VARIABLES[name];

/** The file's content; undefined where there is no such file. */
export function findSecret(folder: string, name: SecretName): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Whether this is the secret that the database was used with. */
export async function isSecretOf(database: Database, name: SecretName, text: string): Promise<boolean> {
  let secret: Uint8Array;
  try {
    secret = parseSecret(text);
  } catch {
    return false;
  }
  if (name === "price-secret") return isSecretKnown(database, secret);
  return name === "code-pepper" ? isPepperKnown(database, secret) : isSigningKeyKnown(database, secret);
}

/** Whether this database was used with such a secret at all. Nothing was signed before there were signed receipts. */
export async function isSecretUsed(database: Database, name: SecretName): Promise<boolean> {
  return name !== "signing-key" || (await hasSigningKey(database));
}

export async function writeSecret(folder: string, name: SecretName, text: string): Promise<void> {
  const file = join(folder, name);
  const aside = `${file}.${process.pid}`;
  await rm(aside, { force: true });
  await writeFile(aside, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(aside, file);
}

/** The secrets of a backup, held against its manifest. */
export async function readSecrets(folder: string, manifest: Manifest): Promise<Map<SecretName, string>> {
  const found = new Map<SecretName, string>();
  for (const { name, sha256: expected } of manifest.secrets) {
    const file = join(folder, name);
    const text = await readFile(file, "utf8").catch(() => {
      throw new BackupError(`${file} is missing.`);
    });
    if (sha256(text.trim()) !== expected) throw new BackupError(`${file} is damaged.`);
    found.set(name, text.trim());
  }
  return found;
}
