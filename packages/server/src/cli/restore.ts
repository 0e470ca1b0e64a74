import { parseArgs } from "node:util";
import {
  BackupError,
  closedAdvice,
  closeForBusiness,
  FORMER_ADVICE,
  inspect,
  readFigures,
  restoreBackup,
  secretAdvice,
} from "../backup/public.ts";
import type { Inspected } from "../backup/public.ts";
import { momentIn } from "@veritick/contract/local-values.ts";
import { attachDatabase, runTool, UsageError } from "./tool.ts";
import { findFormerPepper, readGivenSecrets, readDatabaseLocation } from "../config/installation.ts";
import { dateOf, systemClock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";

const USAGE =
  "npm run restore -- FOLDER [--identity FILE] [--replace]\n" +
  "       npm run restore -- --recovered    after PostgreSQL itself was recovered";
/** The exit code if the data equals the backup but the ledger is wrong. */
const WRONG_BOOKS = 3;

/** Warns that users may hold reports newer than the backup. Their checks will report the restored chain as a fork. */
const forkAdvice = (statements: number): string =>
  `The newest liabilities report is number ${statements}. Reports that were signed after the backup are lost, and their numbers will ` +
  "be used again. Browsers and verifiers that have seen one of them will report a fork. Tell your users that you restored a backup.";

/** Warns that the next start promises terms anew, which contradict published ones if the settings have changed. */
const termsAdvice = ({ from, until, newest }: NonNullable<Inspected["lostTerms"]>): string =>
  `Terms are on record until ${momentIn("en", from)}. After the backup, terms of later hours may have been published, until ` +
  `${momentIn("en", until)} at most. The next start publishes them anew. Start with the HOUSE_EDGE, WIN_RULE and SELL_FEE that the ` +
  "installation had when it ended, and change them only afterwards. Otherwise browsers will report a fork. The newest terms on " +
  `record: HOUSE_EDGE=${newest.houseEdge} WIN_RULE=${newest.winRule} SELL_FEE=${newest.sellFee}.`;

/**
 * `npm run restore -- FOLDER`: restores an installation from a backup into an empty database. With `--recovered` it closes an
 * installation whose database went back to an earlier moment by other means. Exit code 0 if all data is there and the ledger
 * is right, 1 if nothing was restored, 3 if the ledger is wrong.
 */
await runTool(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      identity: { type: "string" },
      replace: { type: "boolean", default: false },
      recovered: { type: "boolean", default: false },
    },
  });
  const [folder, ...rest] = positionals;
  if ((folder === undefined) !== values.recovered || rest.length > 0) throw new UsageError();
  const options = {
    location: readDatabaseLocation(process.env),
    identity: values.identity,
    replace: values.replace,
    given: readGivenSecrets(process.env),
    formerPepper: findFormerPepper(process.env),
    now: dateOf(systemClock()),
    log: createLog("error"),
    tell: console.log,
  };
  const { figures, faults, wrongSecrets, isFormerRefused, statements, lostTerms } =
    folder === undefined ? await closeRecovered(options) : await restoreFolder(options, folder);
  const { users, balances, newestLedgerTransaction } = figures;
  console.log(
    `Users: ${users}. Balances: ${balances}. Newest ledger transaction: ${newestLedgerTransaction}.`,
  );
  for (const name of wrongSecrets) console.warn(secretAdvice(name));
  if (isFormerRefused) console.warn(FORMER_ADVICE);
  if (statements > 0) console.warn(forkAdvice(statements));
  if (lostTerms !== undefined) console.warn(termsAdvice(lostTerms));
  for (const { check, faults: count, example } of faults) {
    console.error(`WRONG: ${check}: ${count} (for example ${example})`);
  }
  if (faults.length > 0) {
    console.error(
      "The data matches the backup, but the ledger does not balance. Do not start the server. See docs/runbook.md, LedgerMismatch.",
    );
    process.exitCode = WRONG_BOOKS;
    return;
  }
  console.log(
    "The ledger balances. All sessions have ended, so everyone must sign in again. Everything after the restored moment is lost.",
  );
});

type Options = Omit<Parameters<typeof restoreBackup>[0], "folder">;

async function restoreFolder(options: Options, folder: string) {
  const { manifest, ...found } = await restoreBackup({ ...options, folder });
  return { figures: manifest.figures, ...found };
}

async function closeRecovered(options: Options) {
  const { log, tell } = options;
  const { database, connection, isServed, close } = await attachDatabase(options.location);
  try {
    if (isServed)
      throw new BackupError("A server is running on this database. Stop it first. Nothing was changed.");
    const { rows } = await database.query<{ is: boolean }>("select pg_is_in_recovery() as is");
    if (rows[0]!.is) throw new BackupError("PostgreSQL is still recovering this database. Promote it first.");
    const doubtful = await transaction(database, (connected) =>
      closeForBusiness(connected, { clock: systemClock(), log }),
    );
    tell(closedAdvice(doubtful));
    return { figures: await readFigures(database), ...(await inspect(connection, options)) };
  } finally {
    await close();
  }
}
