import { existsSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { SECRET_VARIABLES } from "../config/installation.ts";
import type { SecretName } from "../config/installation.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { hasRoundsBeside, hasRoundsOf, openLocalKey } from "../beacon/public.ts";
import { isPepperKnown } from "../platform/sealing.ts";
import { hasSigningKey, isSigningKeyKnown } from "../fairness/public.ts";
import { hasLog, isLogKeyKnown } from "../log/public.ts";
import type { Database } from "../platform/db/database.ts";
import { isSecretKnown } from "../prices/public.ts";
import { BackupError } from "./backup-error.ts";
import { PLAIN, readText } from "./encryption.ts";
import { sha256 } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

export const SECRETS = Object.keys(SECRET_VARIABLES) as SecretName[];
/** The secrets without which the data is useless, if they were used. The signing key can be replaced at any time, and a log without its key ends. */
export const NEEDED: readonly SecretName[] = ["price-secret", "code-pepper", "beacon-key", "log-key"];

export const variableOf = (name: SecretName): string => SECRET_VARIABLES[name];

export function findSecret(folder: string, name: SecretName): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Returns undefined if the text is no secret, which no start accepts. */
export function parseText(text: string): Uint8Array | undefined {
  try {
    return parseSecret(text);
  } catch {
    return undefined;
  }
}

/** Returns true if the database was used with this secret, or with none of its kind. */
export async function isSecretOf(database: Database, name: SecretName, text: string): Promise<boolean> {
  const secret = parseText(text);
  if (secret === undefined) return false;
  if (name === "price-secret") return isSecretKnown(database, secret);
  if (name === "code-pepper") return isPepperKnown(database, secret);
  if (name === "signing-key") return isSigningKeyKnown(database, secret);
  if (name === "log-key") return isLogKeyKnown(database, secret);
  const { chain } = await openLocalKey(secret);
  const isOurs = await hasRoundsOf(database, chain.chainHash);
  return isOurs || !(await isSecretUsed(database, name));
}

/**
 * Returns true if the database was used with a secret of this kind. A database has no signing key before a server has
 * started with it, and only one with a local beacon has its key. The rounds of public beacons other than quicknet count as
 * a local beacon's.
 */
export async function isSecretUsed(database: Database, name: SecretName): Promise<boolean> {
  if (name === "beacon-key") return hasRoundsBeside(database, QUICKNET.chainHash);
  if (name === "log-key") return hasLog(database);
  return name !== "signing-key" || (await hasSigningKey(database));
}

export async function writeSecret(folder: string, name: SecretName, text: string): Promise<void> {
  const file = join(folder, name);
  const aside = `${file}.${process.pid}`;
  await rm(aside, { force: true });
  await writeFile(aside, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(aside, file);
}

/** Reads the secrets of a backup and checks them against its manifest. */
export async function readSecrets(
  folder: string,
  manifest: Manifest,
  cipher = PLAIN,
): Promise<Map<SecretName, string>> {
  const found = new Map<SecretName, string>();
  for (const { name, sha256: expected } of manifest.secrets) {
    const file = join(folder, name);
    const text = await readText(file, cipher).catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === "ENOENT" ? new BackupError(`${file} is missing.`) : cause;
    });
    if (sha256(text.trim()) !== expected) throw new BackupError(`${file} is damaged.`);
    found.set(name, text.trim());
  }
  return found;
}
