import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { SECRET_VARIABLES } from "../config/installation.ts";
import type { SecretName } from "../config/installation.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { hasRoundsBeside, hasRoundsOf, openLocalKey } from "../beacon/public.ts";
import { isPepperKnown } from "../platform/sealing.ts";
import { hasSigningKey, isSigningKeyKnown } from "../fairness/public.ts";
import type { Database } from "../platform/db/database.ts";
import { isSecretKnown } from "../prices/public.ts";
import { BackupError, sha256 } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

export const SECRETS = Object.keys(SECRET_VARIABLES) as SecretName[];
/** The data is useless without these secrets, as far as it was used with them. The signing key can be replaced at any time. */
export const NEEDED: readonly SecretName[] = ["price-secret", "code-pepper", "beacon-key"];

export const variableOf = (name: SecretName): string => SECRET_VARIABLES[name];

/** The content of the secret's file, or undefined. */
export function findSecret(folder: string, name: SecretName): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** True where the database was used with this secret. */
export async function isSecretOf(database: Database, name: SecretName, text: string): Promise<boolean> {
  let secret: Uint8Array;
  try {
    secret = parseSecret(text);
  } catch {
    return false;
  }
  if (name === "price-secret") return isSecretKnown(database, secret);
  if (name === "code-pepper") return isPepperKnown(database, secret);
  if (name === "signing-key") return isSigningKeyKnown(database, secret);
  const { chain } = await openLocalKey(secret);
  const isOurs = await hasRoundsOf(database, chain.chainHash);
  return isOurs || !(await isSecretUsed(database, name));
}

/**
 * True where the database was used with such a secret at all. Databases from before signed receipts have no signing key, and
 * only those of a local beacon have a key of it. The rounds of another public beacon than quicknet look like a local one's.
 */
export async function isSecretUsed(database: Database, name: SecretName): Promise<boolean> {
  if (name === "beacon-key") return hasRoundsBeside(database, QUICKNET.chainHash);
  return name !== "signing-key" || (await hasSigningKey(database));
}

export async function writeSecret(folder: string, name: SecretName, text: string): Promise<void> {
  const file = join(folder, name);
  const aside = `${file}.${process.pid}`;
  await rm(aside, { force: true });
  await writeFile(aside, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(aside, file);
}

/** The secrets of a backup, checked against its manifest. */
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
