import { parseArgs } from "node:util";
import { attachDatabase, runTool } from "./tool.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { LEDGER_CHECKS, checkLedger } from "../ledger/public.ts";

/** `npm run ledger:check`: checks the ledger. Exit code 0 if it is correct, 1 if it is not. Runs beside a live server. */
await runTool("npm run ledger:check", async () => {
  parseArgs();
  const { database, close } = await attachDatabase(readDatabaseLocation(process.env));
  try {
    const faults = await checkLedger(database);
    for (const fault of faults)
      console.error(`WRONG: ${fault.check}: ${fault.faults} (for example ${fault.example})`);
    if (faults.length === 0) console.log(`The ledger is correct: ${LEDGER_CHECKS} checks passed.`);
    else process.exitCode = 1;
  } finally {
    await close();
  }
});
