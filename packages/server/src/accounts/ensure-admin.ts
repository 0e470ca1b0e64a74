import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import { hashPassword } from "./passwords.ts";

/** Makes or promotes the administrator named by the configuration. An existing account keeps its password. */
export async function ensureAdmin(
  database: Database,
  clock: Clock,
  admin: { email: string; password: string },
): Promise<"created" | "promoted" | "unchanged"> {
  const promoted = await database.query<{ was_admin: boolean }>(
    `update users u set is_admin = true from (select id, is_admin from users where email = $1 for update) old
     where u.id = old.id returning old.is_admin as was_admin`,
    [admin.email],
  );
  if (promoted.rows[0] !== undefined) return promoted.rows[0].was_admin ? "unchanged" : "promoted";
  const { rowCount } = await database.query(
    `insert into users (id, email, password, is_admin, created_at) values ($1, $2, $3, true, $4)
     on conflict (email) do update set is_admin = true`,
    [newId(clock.nowMs()), admin.email, await hashPassword(admin.password), dateOf(clock)],
  );
  return rowCount === 1 ? "created" : "promoted";
}

export async function hasAdmin(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    "select exists (select from users where is_admin) as found",
  );
  return rows[0]!.found;
}
