import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";
import pg from "pg";
import type { Connection } from "./database.ts";
import type { Log } from "./log.ts";

/**
 * Brings the database to the newest schema. Migrations are numbered SQL files, each in a transaction; an
 * advisory lock keeps two starting processes apart.
 */
export async function migrate(connection: Connection, log: Log): Promise<void> {
  const client = new pg.Client(
    typeof connection === "string" ? { connectionString: connection } : connection,
  );
  await client.connect();
  try {
    await assertSupportedVersion(client);
    const applied = await runner({
      dbClient: client,
      dir: fileURLToPath(new URL("../migrations", import.meta.url)),
      direction: "up",
      migrationsTable: "schema_migrations",
      checkOrder: true,
      lockValue: 7_305_519,
      advisoryLockMode: "wait",
      log: () => {},
      logger: { debug() {}, info() {}, warn: (text) => log.warn(text), error: (text) => log.error(text) },
    });
    for (const { name } of applied) log.info({ migration: name }, "migrated");
  } finally {
    await client.end();
  }
}

async function assertSupportedVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]!.version;
  if (version < 150_000) {
    throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`);
  }
}
