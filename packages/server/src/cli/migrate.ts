import { readDatabaseLocation } from "../config/installation.ts";
import { credentialsOf, prepareSchema } from "../platform/db/server-role.ts";
import { KNOWN_MIGRATIONS } from "../platform/db/migrate.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { runTool, UsageError } from "./tool.ts";

/**
 * `npm run migrate`: brings your own database to the newest schema as its owner, and lets the role of DATABASE_URL work on it.
 * Runs beside live servers of the version before.
 */
await runTool(async () => {
  const { databaseUrl, databaseOwnerUrl } = readDatabaseLocation(process.env);
  if (databaseUrl === undefined || databaseOwnerUrl === undefined) {
    throw new UsageError("DATABASE_OWNER_URL=... DATABASE_URL=... npm run migrate");
  }
  await prepareSchema({ connection: databaseUrl, owner: databaseOwnerUrl }, createLog("info"));
  console.log(
    `The database has all ${KNOWN_MIGRATIONS.length} migrations, and ${credentialsOf(databaseUrl).user} may work on it.`,
  );
});
