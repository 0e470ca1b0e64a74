import { fileURLToPath } from "node:url";
import { offerSetup } from "./accounts/public.ts";
import { startApp } from "./start-app.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { misspeltVariables } from "./config/variables.ts";
import { readHouse } from "./ledger/public.ts";
import { describeFailure, expectedLossLines, originOf, startLines } from "./operations/announce-start.ts";
import { systemClock } from "./platform/clock.ts";
import { useOutgoingProxy } from "./platform/outgoing-proxy.ts";
import { openDataDir } from "./platform/process/data-dir.ts";
import { lookUpOffThreads } from "./platform/resolve-host.ts";
import { CLOSE_MS, createShutdown, onLauncherGone } from "./platform/process/shutdown.ts";
import { createLog } from "./platform/telemetry/log.ts";

/** The values that a failure message may name. Defaults apply until the configuration has been read. */
const place = { port: 0, host: "", dataDir: "the data folder" };

async function main(): Promise<void> {
  const misspelt = misspeltVariables(process.env);
  if (misspelt.length > 0) throw new ConfigError(misspelt.join("\n"));
  const config = readConfig(process.env);
  Object.assign(place, { port: config.port, host: config.host, dataDir: config.dataDir });
  const log = createLog(config.logLevel);
  lookUpOffThreads();
  if (config.outgoingProxy !== undefined) useOutgoingProxy(config.outgoingProxy);
  // During the start, an exit ends an embedded PostgreSQL. A signal by itself would leave it running.
  let stop: (reason: string) => Promise<void> = () => process.exit(1);
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("SIGTERM", () => void stop("SIGTERM"));
  onLauncherGone(() => void stop("the launcher has gone"));
  const dataDir = await openDataDir(config, log);
  const options = {
    config,
    ...dataDir.roles,
    clock: systemClock(),
    log,
    webRoot: fileURLToPath(new URL("../../web/dist", import.meta.url)),
  };
  let found: Parameters<typeof startLines>[2];
  const { app, port } = await startApp(options, async (created) => {
    stop = createShutdown({
      log,
      drainSeconds: config.shutdownDrainSeconds,
      closeMs: config.databaseUrl === undefined ? CLOSE_MS.withPostgres : CLOSE_MS.server,
      drain: created.drain,
      async close() {
        await created.close();
        await dataDir.close();
      },
      exit: (code) => process.exit(code),
    });
    // A server that serves must not end because the database is gone for a moment, so this comes before.
    const { funds: houseFunds } = await readHouse(created.database);
    found = { setupToken: await offerSetup(created.database), houseFunds };
  });
  for (const line of expectedLossLines({ ...config, ...app.settings })) log.warn(line);
  const shown = config.publicUrl?.origin ?? originOf(config.host, port);
  console.log(["", ...startLines({ ...config, ...app.settings }, shown, found!), ""].join("\n"));
}

main().catch((error: unknown) => {
  console.error(`\nVeritick could not start.\n${describeFailure(error, place)}\n`);
  process.exit(1);
});
