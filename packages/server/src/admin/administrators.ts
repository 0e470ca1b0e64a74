import type { Role } from "@veritick/contract/roles.ts";
import { roleOf } from "../accounts/public.ts";
import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

const ADMINISTRATORS_LOCK = 7_305_522;

/**
 * Serialises everything that may remove an administrator; call it first in the transaction. If two administrators demote
 * each other at the same moment, the second is refused because they are no longer one. Nobody stops being an
 * administrator until the transaction ends.
 */
export async function lockAdministrators(connection: Queryable, actor: string): Promise<Refused | undefined> {
  await lockRights(connection);
  const { rows } = await connection.query<{ is_admin: boolean; staff_role: Role | null }>(
    "select is_admin, staff_role from users where id = $1",
    [actor],
  );
  if (rows[0] === undefined) return refuse("not_signed_in");
  const role = roleOf(rows[0]);
  if (role === null) return refuse("forbidden");
  return role === "administrator" ? undefined : refuse("role_insufficient");
}

/** The same where nobody is signed in: at the server's console, or when rights begin by themselves. */
export async function lockRights(connection: Queryable): Promise<void> {
  await connection.query("select pg_advisory_xact_lock($1)", [ADMINISTRATORS_LOCK]);
}

/** Whether no other administrator exists. Call `lockAdministrators` first. */
export async function isLastAdministrator(connection: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from users where is_admin and id <> $1 order by id limit 1",
    [id],
  );
  return rowCount === 0;
}
