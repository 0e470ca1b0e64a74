import { chmodSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { alertmanagerSettings } from "../config/alertmanager-settings.ts";
import { runTool, UsageError } from "./tool.ts";

/**
 * Writes the settings of an Alertmanager that sends every alert by e-mail, from the settings with which the server sends its
 * own. Alertmanager itself reads no variables.
 */
await runTool("node packages/server/src/cli/alert-settings.ts FILE", async () => {
  const [file, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined || rest.length > 0) throw new UsageError("name one file");
  // The file holds the password of the mail server. Alertmanager is in its group.
  writeFileSync(file, JSON.stringify(alertmanagerSettings(process.env), null, 2), { mode: 0o640 });
  chmodSync(file, 0o640);
});
