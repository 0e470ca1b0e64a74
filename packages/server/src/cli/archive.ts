import { join } from "node:path";
import { parseArgs } from "node:util";
import { archiveMonth, removeMonth, restoreMonth } from "../backup/public.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { checkLedger, LEDGER_CHECKS, monthNamed } from "../ledger/public.ts";
import { dateOf, systemClock } from "../platform/clock.ts";
import { productVersion } from "../platform/version.ts";
import { attachDatabase, runTool, UsageError } from "./tool.ts";

const USAGE =
  "npm run archive -- --month 2026-01 --to FOLDER [--remove]\n" +
  "       npm run archive -- --month 2026-01 --from FOLDER --restore";

/**
 * `npm run archive`: writes a past month's positions with their ledger entries into a folder, and reads them back. With
 * `--remove` it then removes them from the database. With `--restore` it brings them back instead. Runs beside a live
 * server. Exit code 0 if all of it is done and the ledger is correct.
 */
await runTool(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      month: { type: "string", default: "" },
      to: { type: "string" },
      from: { type: "string" },
      remove: { type: "boolean", default: false },
      restore: { type: "boolean", default: false },
    },
  });
  const month = monthNamed(values.month);
  const into = values.restore ? values.from : values.to;
  const other = values.restore ? values.to : values.from;
  if (month === undefined || into === undefined || other !== undefined || (values.restore && values.remove))
    throw new UsageError();
  const location = readDatabaseLocation(process.env);
  const { database, connection: attached, close } = await attachDatabase(location);
  const connection = location.databaseOwnerUrl ?? attached;
  const now = dateOf(systemClock());
  const tell = console.log;
  const check = async () => {
    const faults = await checkLedger(database);
    for (const fault of faults)
      console.error(`WRONG: ${fault.check}: ${fault.faults} (for example ${fault.example})`);
    if (faults.length > 0) process.exitCode = 1;
    else tell(`The ledger is correct: ${LEDGER_CHECKS} checks passed.`);
  };
  try {
    const folder = join(into, `veritick-${month.name}`);
    if (values.restore) {
      await restoreMonth({ connection, folder, now, tell });
      return await check();
    }
    await archiveMonth({ connection, month, into, version: productVersion(), now, tell });
    tell(`\nArchive complete and verified: ${folder}`);
    if (!values.remove)
      return tell(`The month is still in the database. To remove it, run this command again with --remove.`);
    await removeMonth({ connection, folder, now, tell });
    tell(
      `${month.name} is removed from the database. To restore it: npm run archive -- --month ${month.name} --from ${into} --restore`,
    );
    await check();
  } finally {
    await close();
  }
});
