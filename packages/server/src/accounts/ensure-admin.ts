import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { hashPassword, verifyPassword } from "./passwords/passwords.ts";
import { replaceAccess } from "./replace-access.ts";

type Admin = { email: string; password: string };

/**
 * Creates or promotes the administrator named by the configuration. E-mails are not verified, so a stranger may have
 * registered this one. Unless the account has the configured password, its promotion sets that password and ends its
 * sessions. An account that is already an administrator stays as it is.
 */
export async function ensureAdmin(
  database: Database,
  clock: Clock,
  admin: Admin,
): Promise<"created" | "promoted" | "unchanged"> {
  const { rowCount } = await database.query(
    `insert into users (id, email, password, is_admin, created_at) values ($1, $2, $3, true, $4)
     on conflict (email) do nothing`,
    [newId(clock.nowMs()), admin.email, await hashPassword(admin.password), dateOf(clock)],
  );
  if (rowCount === 1) return "created";
  return transaction(database, (connection) => promote(connection, admin, dateOf(clock)));
}

async function promote(connection: Queryable, admin: Admin, at: Date): Promise<"promoted" | "unchanged"> {
  const { rows } = await connection.query<{ id: string; password: string; is_admin: boolean }>(
    "select id, password, is_admin from users where email = $1 for update",
    [admin.email],
  );
  const { id, password, is_admin: isAdmin } = rows[0]!;
  if (isAdmin) return "unchanged";
  const hasPassword = await verifyPassword(password, admin.password).catch(() => false);
  if (!hasPassword) {
    await replaceAccess(connection, id, { ...admin, removesSecondStep: true, holdHours: 0, at });
  }
  await connection.query("update users set is_admin = true, staff_role = null where id = $1", [id]);
  return "promoted";
}

export async function hasAdmin(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    "select exists (select from users where is_admin) as found",
  );
  return rows[0]!.found;
}
