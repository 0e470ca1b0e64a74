import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { momentIn } from "@veritick/contract/local-values.ts";
import { EPOCH_TICKS, epochOf, EPOCHS_AHEAD } from "@veritick/domain/epoch-times.ts";
import type { TermsRules } from "@veritick/domain/signed/terms-text.ts";
import type { DatabaseLocation, SecretName } from "../config/installation.ts";
import { countStatements } from "../fairness/public.ts";
import { checkLedger } from "../ledger/public.ts";
import type { LedgerFault } from "../ledger/public.ts";
import { systemClock, tickOf } from "../platform/clock.ts";
import { DataDirInUseError, openDataDir, RESTORE_MARK } from "../platform/process/data-dir.ts";
import { openDatabase } from "../platform/db/database.ts";
import type { Connection, Queryable } from "../platform/db/database.ts";
import { admitServer, credentialsOf } from "../platform/db/server-role.ts";
import { findNewestTerms } from "../prices/public.ts";
import { setClusterAside } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { BackupError } from "./backup-error.ts";
import { closedAdvice, closeForBusiness } from "./close-for-business.ts";
import { openCipher } from "./encryption.ts";
import type { Cipher } from "./encryption.ts";
import { readManifest, sha256 } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { assertKnown, loadBackup, NotEmptyError } from "./load-backup.ts";
import { verifyBackup } from "./make-backup.ts";
import type { Tell } from "./make-backup.ts";
import {
  findSecret,
  isSecretOf,
  isSecretUsed,
  NEEDED,
  parseText,
  readSecrets,
  SECRETS,
  variableOf,
  writeSecret,
} from "./secrets.ts";

export type RestoreOptions = {
  location: DatabaseLocation;
  folder: string;
  /** The file with the private key of an encrypted backup. */
  identity?: string | undefined;
  /** True to move the existing installation aside. */
  replace: boolean;
  given: Readonly<Record<SecretName, string | undefined>>;
  /** The pepper that the given one replaces at the next start. */
  formerPepper?: string | undefined;
  now: Date;
  log: Log;
  tell: Tell;
};

export type Restored = Inspected & { manifest: Manifest };

/** What the operator must know before the first start. */
export type Inspected = {
  faults: LedgerFault[];
  wrongSecrets: SecretName[];
  /** True if the next start refuses the pepper that CODE_PEPPER_PREVIOUS gives. */
  isFormerRefused: boolean;
  statements: number;
  lostTerms: LostTerms | undefined;
};

/** The hours whose terms may have been published since the backup, and the newest terms that it holds. */
type LostTerms = { from: Date; until: Date; newest: TermsRules };

/** Creates an installation from a backup. If it is interrupted at any point, it leaves nothing or everything. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { location, folder, identity, replace, tell } = options;
  const cipher = await openCipher(folder, identity);
  const manifest = await readManifest(folder, cipher);
  assertKnown(manifest);
  tell(`Backup of ${momentIn("en", new Date(manifest.createdAt))}, made by version ${manifest.version}.`);
  await verifyBackup(folder, manifest, cipher, tell);
  if (location.databaseUrl === undefined) return restoreEmbedded(options, manifest, cipher);
  if (replace) {
    throw new BackupError(
      "--replace works only with the embedded database. For an external one, create a new, empty database, set DATABASE_URL " +
        "to it and restore there. Drop the old one when you no longer need it.",
    );
  }
  const { databaseUrl, databaseOwnerUrl } = location;
  await loadBackup(databaseOwnerUrl ?? databaseUrl, {
    ...options,
    manifest,
    cipher,
    onLoaded: close(options),
  });
  if (databaseOwnerUrl !== undefined) await admitServer(databaseOwnerUrl, credentialsOf(databaseUrl));
  return { manifest, ...(await inspect(databaseUrl, options)) };
}

/**
 * Restores into a data directory. The database is loaded in one transaction, but the secrets beside it are not. A mark in
 * the directory keeps a server from starting while anything is missing, and shows a repeated restore how far the first one
 * came.
 */
async function restoreEmbedded(
  options: RestoreOptions,
  manifest: Manifest,
  cipher: Cipher,
): Promise<Restored> {
  const { location, folder, replace, log, tell } = options;
  const { dataDir } = location;
  const markFile = join(dataDir, RESTORE_MARK);
  const mark = (phase: string) => writeFile(markFile, `${phase}\n`, { mode: 0o600, flush: true });
  const loading = `loading ${sha256(JSON.stringify(manifest))}`;
  const secrets = await readSecrets(folder, manifest, cipher);
  if (!replace) assertSameSecrets(dataDir, secrets);
  const found = await readFile(markFile, "utf8").catch(() => "");
  const beforeStart = async () => {
    if (!replace) return;
    await mark("setting aside");
    await setAside(options, secrets);
  };
  const opened = await openDataDir(location, log, { claimant: "tool", beforeStart }).catch(
    (error: unknown) => {
      if (!(error instanceof DataDirInUseError)) throw error;
      throw new BackupError(`${error.message} Nothing was changed.`);
    },
  );
  try {
    await loadBackup(opened.connection, {
      ...options,
      manifest,
      cipher,
      onLoaded: close(options),
      async onEmpty() {
        await mark(loading);
        for (const [name, text] of secrets) await writeSecret(dataDir, name, text);
      },
    }).catch((error: unknown) => {
      if (!(error instanceof NotEmptyError) || found.trim() !== loading) throw error;
      tell("An earlier run had already loaded this backup.");
    });
    await rm(markFile);
    return { manifest, ...(await inspect(opened.connection, options)) };
  } finally {
    await opened.close();
  }
}

/** Runs in the transaction that loads the backup. */
const close =
  ({ tell, log }: RestoreOptions) =>
  async (connection: Queryable) =>
    tell(closedAdvice(await closeForBusiness(connection, { clock: systemClock(), log })));

function assertSameSecrets(dataDir: string, secrets: ReadonlyMap<SecretName, string>): void {
  for (const [name, text] of secrets) {
    const there = findSecret(dataDir, name);
    if (there === undefined || there === text) continue;
    throw new BackupError(
      `The ${name} in ${dataDir} differs from the one in the backup, so it belongs to another installation. Choose another ` +
        "DATA_DIR, or add --replace to set that installation aside. Nothing was changed.",
    );
  }
}

/** Moves the existing installation into its own folder, where it stays usable. Copies the secrets that the backup lacks. */
async function setAside(
  { location, now, log, tell }: RestoreOptions,
  secrets: ReadonlyMap<SecretName, string>,
): Promise<void> {
  const { dataDir } = location;
  const aside = join(dataDir, `replaced-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await setClusterAside(dataDir, aside, ({ level, message }) => log[level](message));
  for (const name of SECRETS) {
    if (findSecret(dataDir, name) === undefined) continue;
    const move = secrets.has(name) ? rename : copyFile;
    await move(join(dataDir, name), join(aside, name));
  }
  tell(`The previous installation is now in ${aside}. Remove it when you no longer need it.`);
}

export async function inspect(
  connection: Connection,
  {
    location,
    given,
    formerPepper,
    log,
    now,
  }: Pick<RestoreOptions, "location" | "given" | "formerPepper" | "log" | "now">,
): Promise<Inspected> {
  const database = openDatabase(connection, log, 2);
  try {
    const wrongSecrets: SecretName[] = [];
    let isFormerRefused = false;
    for (const name of SECRETS) {
      if (!(await isSecretUsed(database, name))) continue;
      const inFile = location.databaseUrl === undefined ? findSecret(location.dataDir, name) : undefined;
      const text = given[name] ?? inFile;
      let isRight = text !== undefined && (await isSecretOf(database, name, text));
      if (name === "code-pepper" && formerPepper !== undefined) {
        const isFormerOurs = await isSecretOf(database, name, formerPepper);
        const isNew = text !== undefined && isOther(text, formerPepper);
        isRight ||= isFormerOurs && isNew;
        isFormerRefused = isFormerOurs ? !isNew : parseText(formerPepper) === undefined;
      }
      if (!isRight) wrongSecrets.push(name);
    }
    return {
      faults: await checkLedger(database),
      wrongSecrets,
      isFormerRefused,
      statements: await countStatements(database),
      lostTerms: await findLostTerms(database, now),
    };
  } finally {
    await database.end();
  }
}

/** Returns true if a start accepts the pepper as a replacement of the former one. */
function isOther(pepper: string, former: string): boolean {
  const [bytes, replaced] = [parseText(pepper), parseText(former)];
  return bytes !== undefined && replaced !== undefined && Buffer.compare(bytes, replaced) !== 0;
}

async function findLostTerms(database: Queryable, now: Date): Promise<LostTerms | undefined> {
  const newest = await findNewestTerms(database);
  const published = epochOf(tickOf(now.getTime())) + EPOCHS_AHEAD;
  if (newest === undefined || newest.epoch >= published) return undefined;
  const [from, until] = [newest.epoch, published].map((last) => new Date((last + 1) * EPOCH_TICKS * 1000));
  return { from: from!, until: until!, newest: newest.rules };
}

export const secretAdvice = (name: SecretName): string =>
  `${variableOf(name)} of the backed-up installation is missing. Set it before the first start, or in the embedded mode ` +
  `put it into the file ${name} in DATA_DIR.` +
  (NEEDED.includes(name) ? "" : " Otherwise a new key will sign from now on. Earlier signatures stay valid.");

export const FORMER_ADVICE =
  "Remove CODE_PEPPER_PREVIOUS: with it, the server refuses to start. To replace the pepper of this backup, set " +
  "CODE_PEPPER_PREVIOUS to that pepper and CODE_PEPPER to a new one, each of 64 hex digits.";
