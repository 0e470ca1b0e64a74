import { parseArgs } from "node:util";
import {
  encryptFor,
  findSecret,
  isSecretOf,
  isSecretUsed,
  makeBackup,
  NEEDED,
  pruneBackups,
  SECRETS,
  variableOf,
} from "../backup/public.ts";
import { copyBackup, NotCopiedError } from "./copy-backup.ts";
import { attachDatabase, runTool, UsageError } from "./tool.ts";
import type { SecretName } from "../config/installation.ts";
import { readBackupSettings, readDatabaseLocation } from "../config/installation.ts";
import { dateOf, systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { BACKUP_COPIED, BACKUP_MADE, readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { productVersion } from "../platform/version.ts";

const listed = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

const USAGE =
  "npm run backup -- [FOLDER] [--recipient PUBLIC_KEY]... [--without-secrets] [--keep NUMBER]\n" +
  "BACKUP_RECIPIENTS sets the public keys if no --recipient is given. BACKUP_AFTER names a program that copies the backup.";
/** The exit code if the backup is whole but was not copied. */
const NOT_COPIED = 3;

/**
 * `npm run backup`: writes the present content of the database into a new folder below FOLDER (default `backups`). Runs
 * beside a live server. Exit code 0 if the backup is whole and was read back, and was copied if BACKUP_AFTER is set; 3 if it
 * is whole but was not copied.
 */
await runTool(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      recipient: { type: "string", multiple: true },
      "without-secrets": { type: "boolean", default: false },
      keep: { type: "string" },
    },
  });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))) {
    throw new UsageError();
  }
  const [into = "backups"] = positionals;
  const location = readDatabaseLocation(process.env);
  const { after, environment, isCopiedNoMore, ...settings } = readBackupSettings(process.env);
  const recipients = values.recipient ?? settings.recipients;
  const cipher = recipients.length === 0 ? undefined : await encryptFor(recipients);
  const isEmbedded = location.databaseUrl === undefined;
  const version = productVersion();
  const now = dateOf(systemClock());
  const tell = console.log;
  let made: string;
  const { database, connection, close } = await attachDatabase(location);
  try {
    const secrets = new Map<SecretName, string>();
    for (const name of isEmbedded && !values["without-secrets"] ? SECRETS : []) {
      const text = findSecret(location.dataDir, name);
      if (text !== undefined && (await isSecretOf(database, name, text))) secrets.set(name, text);
    }
    const writing = { connection, into, secrets, version, now, tell, ...(cipher && { cipher }) };
    const { folder, manifest } = await makeBackup(writing);
    made = folder;
    await tellServer(async () => {
      await setKeptValue(database, BACKUP_MADE, now.toISOString());
      await expectCopies(database, { areExpected: after !== undefined, isCopiedNoMore, now });
    });
    const { users, balances, newestLedgerTransaction } = manifest.figures;
    tell(`Users: ${users}. Balances: ${balances}. Newest ledger transaction: ${newestLedgerTransaction}.`);
    const missing: SecretName[] = [];
    for (const name of SECRETS)
      if (!secrets.has(name) && (await isSecretUsed(database, name))) missing.push(name);
    const needed = missing.filter((name) => NEEDED.includes(name)).map(variableOf);
    const useful = missing.filter((name) => !NEEDED.includes(name)).map(variableOf);
    tell(cipher ? `Encrypted for ${recipients.join(" and ")}.` : "The backup is not encrypted.");
    if (secrets.size > 0 && !cipher)
      tell("The backup contains the secrets of this installation. Keep it where nobody else can read it.");
    if (needed.length > 0) {
      tell(
        `The backup does not contain ${listed(needed)}. You cannot restore it without ${needed.length === 1 ? "that secret" : "these secrets"}: store a copy elsewhere.`,
      );
    }
    if (useful.length > 0) tell(`Also store a copy of ${listed(useful)} elsewhere.`);
    if (keep !== undefined) {
      for (const name of await pruneBackups(into, { keep, made: folder, now })) tell(`Removed: ${name}`);
    }
    tell(
      `\nBackup complete and verified. To restore it: npm run restore -- ${folder}${cipher ? " --identity FILE" : ""}`,
    );
  } finally {
    await close();
  }
  if (after === undefined) return;
  try {
    await copyBackup(after, made, environment);
  } catch (error) {
    if (!(error instanceof NotCopiedError)) throw error;
    console.error(error.message);
    process.exitCode = NOT_COPIED;
    return;
  }
  // The copy may have taken long, and nothing else can use an embedded database that this command has opened.
  const again = await attachDatabase(location);
  try {
    await tellServer(() => setKeptValue(again.database, BACKUP_COPIED, now.toISOString()));
  } finally {
    await again.close();
  }
  tell("The backup was copied.");
});

/** Stores what the server's metrics say. The backup is whole without, and a standby database would refuse to store it. */
async function tellServer(store: () => Promise<void>): Promise<void> {
  await store().catch((error: Error) =>
    console.warn(
      `The backup is complete, but its time could not be stored for the metrics: ${error.message}`,
    ),
  );
}

/** From the first try on, copies that stop are noticed, until BACKUP_AFTER=none says that there will be none. */
async function expectCopies(
  database: Database,
  { areExpected, isCopiedNoMore, now }: { areExpected: boolean; isCopiedNoMore: boolean; now: Date },
): Promise<void> {
  if (isCopiedNoMore) await setKeptValue(database, BACKUP_COPIED, "");
  else if (areExpected && !(await readKeptValue(database, BACKUP_COPIED)))
    await setKeptValue(database, BACKUP_COPIED, now.toISOString());
}
