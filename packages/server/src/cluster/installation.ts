import { createHash, randomUUID } from "node:crypto";
import type { Queryable } from "../platform/db/database.ts";
import { keepValue } from "../platform/db/kept-values.ts";

/**
 * A name for this installation that its processes agree on and no other has, though they share a NATS: not even a copy of
 * the database, restored from a backup beside it.
 */
export async function nameInstallation(database: Queryable): Promise<string> {
  const kept = await keepValue(database, "installation", randomUUID());
  const { rows } = await database.query<{ place: string }>(
    `select (select system_identifier::text from pg_control_system()) || '/' || oid::text as place
     from pg_database where datname = current_database()`,
  );
  return createHash("sha256").update(`${kept}/${rows[0]!.place}`).digest("hex").slice(0, 32);
}
