import { parseArgs } from "node:util";
import { readDatabaseLocation } from "../config/installation.ts";
import { credentialsOf, prepareSchema } from "../platform/db/server-role.ts";
import { KNOWN_MIGRATIONS } from "../platform/db/migrate.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { runTool, UsageError } from "./tool.ts";

const USAGE = "DATABASE_OWNER_URL=... DATABASE_URL=... npm run migrate";

/**
 * `npm run migrate`: migrates an external database to the newest schema as its owner, and grants the role of DATABASE_URL
 * access to it. Runs beside live servers of the previous version.
 */
await runTool(USAGE, async () => {
  parseArgs();
  const { databaseUrl, databaseOwnerUrl } = readDatabaseLocation(process.env);
  if (databaseUrl === undefined || databaseOwnerUrl === undefined) {
    throw new UsageError();
  }
  await prepareSchema({ connection: databaseUrl, owner: databaseOwnerUrl }, createLog("info"));
  console.log(
    `The database is up to date (${KNOWN_MIGRATIONS.length} migrations). ${credentialsOf(databaseUrl).user} has access.`,
  );
});
