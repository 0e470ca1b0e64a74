// Restores a backup for a test and kills itself after so many tables, like a power cut.
import { readGivenSecrets, readDatabaseLocation } from "../config/installation.ts";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { restoreBackup } from "./restore-backup.ts";

const [folder = "", tables = "", replace] = process.argv.slice(2);
let loaded = 0;
await restoreBackup({
  location: readDatabaseLocation(process.env),
  folder,
  replace: replace === "replace",
  given: readGivenSecrets(process.env),
  now: new Date(systemClock().nowMs()),
  log: createLog("error"),
  tell(line) {
    if (!/^[a-z_]+: \d+ rows?$/.test(line)) return;
    loaded += 1;
    if (loaded === Number(tables)) process.kill(process.pid, "SIGKILL");
  },
});
