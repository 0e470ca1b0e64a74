import { parseArgs } from "node:util";
import {
  findSecret,
  isSecretOf,
  isSecretUsed,
  makeBackup,
  NEEDED,
  pruneBackups,
  SECRETS,
  variableOf,
} from "../backup/public.ts";
import { attachDatabase, runTool, UsageError } from "./tool.ts";
import type { SecretName } from "../config/installation.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { dateOf, systemClock } from "../platform/clock.ts";
import { BACKUP_MADE, setKeptValue } from "../platform/db/kept-values.ts";
import { productVersion } from "../platform/version.ts";

const USAGE = "npm run backup -- [FOLDER] [--without-secrets] [--keep NUMBER]";

/**
 * `npm run backup`: writes the present content of the database into a new folder below FOLDER (default `backups`). Runs
 * beside a live server. Exit code 0 if the backup is whole and was read back.
 */
await runTool(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "without-secrets": { type: "boolean", default: false }, keep: { type: "string" } },
  });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))) {
    throw new UsageError();
  }
  const [into = "backups"] = positionals;
  const location = readDatabaseLocation(process.env);
  const isEmbedded = location.databaseUrl === undefined;
  const version = productVersion();
  const now = dateOf(systemClock());
  const { database, connection, close } = await attachDatabase(location);
  try {
    const secrets = new Map<SecretName, string>();
    for (const name of isEmbedded && !values["without-secrets"] ? SECRETS : []) {
      const text = findSecret(location.dataDir, name);
      if (text !== undefined && (await isSecretOf(database, name, text))) secrets.set(name, text);
    }
    const tell = console.log;
    const { folder, manifest } = await makeBackup({ connection, into, secrets, version, now, tell });
    // The backup is whole without this value, which a standby database would refuse to store.
    await setKeptValue(database, BACKUP_MADE, now.toISOString()).catch((error: Error) =>
      console.warn(`The server was not told that there is a backup: ${error.message}`),
    );
    const { users, balances, newestLedgerTransaction } = manifest.figures;
    tell(`Users: ${users}. Balances: ${balances}. Newest ledger transaction: ${newestLedgerTransaction}.`);
    const missing: SecretName[] = [];
    for (const name of SECRETS)
      if (!secrets.has(name) && (await isSecretUsed(database, name))) missing.push(name);
    const needed = missing.filter((name) => NEEDED.includes(name)).map(variableOf);
    const useful = missing.filter((name) => !NEEDED.includes(name)).map(variableOf);
    if (secrets.size > 0)
      tell("It holds the secrets of this installation: keep it where nobody else can read it.");
    if (needed.length > 0) {
      tell(`It does not hold ${needed.join(" and ")}, without which it is of no use: keep them elsewhere.`);
    }
    if (useful.length > 0) tell(`Keep ${useful.join(" and ")} elsewhere, too.`);
    if (keep !== undefined) {
      for (const name of await pruneBackups(into, { keep, made: folder, now })) tell(`Removed: ${name}`);
    }
    tell(`\nThe backup is whole. To restore it: npm run restore -- ${folder}`);
  } finally {
    await close();
  }
});
