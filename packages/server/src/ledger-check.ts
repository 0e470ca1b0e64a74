import { readConfig } from "./config.ts";
import { LEDGER_CHECKS, checkLedger } from "./ledger/public.ts";
import { attachDatabase } from "./platform/attach-database.ts";

/** `npm run ledger:check`: exit code 0 where the books are right, 1 where they are not. Runs beside a live server. */
const { database, close } = await attachDatabase(readConfig(process.env));
const faults = await checkLedger(database);
await close();
for (const fault of faults)
  console.error(`WRONG: ${fault.check}: ${fault.faults} (for example ${fault.example})`);
if (faults.length === 0) console.log(`The ledger is right: ${LEDGER_CHECKS} checks, no fault.`);
process.exitCode = faults.length === 0 ? 0 : 1;
