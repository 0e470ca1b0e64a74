import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import { computeTerms, expectedResultPerUnit } from "@veritick/domain/terms.ts";
import { fileURLToPath } from "node:url";
import { CodePepperLostError, hasAdmin } from "./accounts/public.ts";
import { createApp } from "./app.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import type { Config } from "./config/config.ts";
import { misspeltVariables } from "./config/variables.ts";
import { ProviderChangedError } from "./payments/public.ts";
import { systemClock } from "./platform/clock.ts";
import { SchemaOutdatedError } from "./platform/db/migrate.ts";
import {
  DataDirInUseError,
  EmbeddedDatabaseError,
  openDataDir,
  RestoreUnfinishedError,
} from "./platform/process/data-dir.ts";
import { createShutdown, onLauncherGone } from "./platform/process/shutdown.ts";
import { createLog } from "./platform/telemetry/log.ts";
import { StillServedError } from "./positions/public.ts";
import { BeaconChangedError, ChainBrokenError, PriceSecretLostError } from "./prices/public.ts";

/** Errors that the operator can fix get their message alone, without a stack. */
function describeFailure(error: unknown): string {
  const known = [
    ConfigError,
    DataDirInUseError,
    EmbeddedDatabaseError,
    RestoreUnfinishedError,
    PriceSecretLostError,
    BeaconChangedError,
    ChainBrokenError,
    StillServedError,
    CodePepperLostError,
    ProviderChangedError,
    SchemaOutdatedError,
  ].some((kind) => error instanceof kind);
  return known
    ? (error as Error).message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  for (const line of misspeltVariables(process.env)) log.warn(line);
  const dataDir = await openDataDir(config, log);
  const app = await createApp({
    config,
    ...dataDir.roles,
    clock: systemClock(),
    log,
    webRoot: fileURLToPath(new URL("../../web/dist", import.meta.url)),
  });
  for (const line of expectedLossLines(config)) log.warn(line);

  const stop = createShutdown({
    log,
    drainSeconds: config.shutdownDrainSeconds,
    drain: app.drain,
    async close() {
      await app.close();
      await dataDir.close();
    },
    exit: (code) => process.exit(code),
  });
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("SIGTERM", () => void stop("SIGTERM"));
  onLauncherGone(() => void stop("the launcher has gone"));

  const port = await app.listen();
  const shown = config.publicUrl?.origin ?? `http://localhost:${port}`;
  console.log(`\nVeritick is ready: ${shown}`);
  if (!(await hasAdmin(app.database))) {
    console.log(
      "There is no administrator yet. To become one, start with ADMIN_EMAIL=you@example.com ADMIN_PASSWORD=... npm start\n" +
        "(an account that already has this e-mail is promoted, and its password becomes this one).",
    );
  }
  console.log("");
}

main().catch((error: unknown) => {
  // A misspelt name may be why a setting is missing.
  const hints = error instanceof ConfigError ? misspeltVariables(process.env) : [];
  console.error(`\nVeritick could not start.\n${[describeFailure(error), ...hints].join("\n")}\n`);
  process.exit(1);
});

/** Warnings about WIN_RULE=direction, with which the house loses on every position: how much, for each duration. */
function expectedLossLines({ houseEdge, winRule }: Pick<Config, "houseEdge" | "winRule">): string[] {
  if (winRule !== "direction") return [];
  return computeTerms({ houseEdge, winRule }).map((terms) => {
    const userResult = expectedResultPerUnit(terms, "buy", INITIAL_PRICE_MILLI);
    return `WIN_RULE=direction: on ${terms.duration} min the house expects to lose ${userResult.toFixed(2)} per unit staked`;
  });
}
