import { randomBytes } from "node:crypto";
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { makeFolder, refuseUnfinished } from "../platform/process/data-dir.ts";
import { checkDatabaseUrl } from "./database-url.ts";
import { ConfigError } from "./values.ts";

// This part of the configuration identifies the installation: its database and its secrets. Commands read only this part,
// because they must work even if the rest of the configuration is wrong, and must not create secrets.

type Environment = Record<string, string | undefined>;

export type DatabaseLocation = {
  dataDir: string;
  /** Undefined in the embedded mode. */
  databaseUrl: string | undefined;
  /** The URL for the tables' owner, if the server works as another role. */
  databaseOwnerUrl?: string | undefined;
};

export function readDatabaseLocation(environment: Environment): DatabaseLocation {
  const read = (name: string): string | undefined => {
    const text = environment[name]?.trim() || undefined;
    if (text !== undefined) checkDatabaseUrl(name, text);
    return text;
  };
  const databaseUrl = read("DATABASE_URL");
  const databaseOwnerUrl = read("DATABASE_OWNER_URL");
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    throw new ConfigError("DATABASE_OWNER_URL is set without DATABASE_URL");
  if (databaseOwnerUrl !== undefined && databaseUrl !== undefined && !hasPassword(databaseUrl))
    throw new ConfigError("DATABASE_URL needs a user and a password if DATABASE_OWNER_URL is set");
  return { dataDir: resolve(environment["DATA_DIR"]?.trim() || ".data"), databaseUrl, databaseOwnerUrl };
}

const hasPassword = (url: string): boolean =>
  URL.canParse(url) && new URL(url).username !== "" && new URL(url).password !== "";

/** The secrets of an installation by file name in the data directory, with the variable that replaces the file. */
export const SECRET_VARIABLES = {
  "price-secret": "PRICE_SECRET",
  "code-pepper": "CODE_PEPPER",
  "signing-key": "SIGNING_KEY",
  "beacon-key": "BEACON_KEY",
  "log-key": "LOG_KEY",
} as const;

export type SecretName = keyof typeof SECRET_VARIABLES;

/** The variables that only `npm run backup` reads. */
export const BACKUP_VARIABLES = ["BACKUP_AFTER", "BACKUP_RECIPIENTS"];

/** `recipients`: public keys of age; `after`: the program that copies a backup; `environment`: what this program may know. */
export function readBackupSettings(environment: Environment) {
  const after = environment["BACKUP_AFTER"]?.trim() || undefined;
  const secret = ["DATABASE_URL", "DATABASE_OWNER_URL", ...Object.values<string>(SECRET_VARIABLES)];
  return {
    recipients: environment["BACKUP_RECIPIENTS"]?.split(/[\s,]+/).filter(Boolean) ?? [],
    after: after === "none" ? undefined : after,
    isCopiedNoMore: after === "none",
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => !secret.includes(name))),
  };
}

export function readGivenSecrets(environment: Environment): Record<SecretName, string | undefined> {
  const read = (name: SecretName) => environment[SECRET_VARIABLES[name]]?.trim() || undefined;
  return {
    "price-secret": read("price-secret"),
    "code-pepper": read("code-pepper"),
    "signing-key": read("signing-key"),
    "beacon-key": read("beacon-key"),
    "log-key": read("log-key"),
  };
}

/**
 * Returns a secret of 32 bytes from the environment or, in the embedded mode, from the data directory. There it is created
 * once, readable by its owner alone.
 */
export function readSecret(
  name: SecretName,
  environment: Environment,
  { dataDir, databaseUrl }: DatabaseLocation,
): Uint8Array {
  const variable = SECRET_VARIABLES[name];
  const given = readGivenSecrets(environment)[name];
  if (given === undefined && databaseUrl !== undefined) {
    throw new ConfigError(
      `${variable} is required: 64 hex digits. Create it once with \`openssl rand -hex 32\`, and keep it safe`,
    );
  }
  if (given !== undefined) return parseDigits(variable, given);
  return parseDigits(`${variable} (the file ${join(dataDir, name)})`, readOrCreateSecret(dataDir, name));
}

function parseDigits(variable: string, text: string): Uint8Array {
  try {
    return parseSecret(text);
  } catch {
    throw new ConfigError(`${variable} must be 64 hex digits`);
  }
}

/** Returns the pepper that CODE_PEPPER replaces, unchecked. */
export const findFormerPepper = (environment: Environment): string | undefined =>
  environment["CODE_PEPPER_PREVIOUS"]?.trim() || undefined;

/** Reads the pepper, and the one that it replaces while CODE_PEPPER_PREVIOUS is set. */
export function readPeppers(environment: Environment, location: DatabaseLocation) {
  const codePepper = readSecret("code-pepper", environment, location);
  const text = findFormerPepper(environment);
  const formerPepper = text === undefined ? undefined : parseDigits("CODE_PEPPER_PREVIOUS", text);
  if (formerPepper !== undefined && Buffer.compare(formerPepper, codePepper) === 0)
    throw new ConfigError("CODE_PEPPER_PREVIOUS is the same as CODE_PEPPER: set CODE_PEPPER to a new value");
  return { codePepper, formerPepper };
}

function readOrCreateSecret(dataDir: string, name: SecretName): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    // A restore has put the secrets aside, and new ones would pass for those of an installation.
    refuseUnfinished(dataDir);
    makeFolder(dataDir);
    // Writes a draft and links it: a kill leaves no half-written secret, and of two processes that start at once only one
    // creates it.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true });
    try {
      placeOnce(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}

function placeOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // A file system without hard links, such as FAT. A kill may leave half a secret, which no start accepts.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}
