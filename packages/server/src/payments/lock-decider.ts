import { refuseDecider } from "../accounts/public.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import type { Refused } from "../platform/refusal.ts";

/**
 * The key of the answer refers to whoever decides: their row is locked in its turn, with the owner's, after deposits and
 * withdrawals and before stripes and items. Not by a lock that others may hold as well, though it would do: among those
 * who then wait for the row, PostgreSQL lets some block each other for good. Refused where they are gone by now, are
 * signed out, or are no administrator any more where it takes one.
 */
export async function lockDecider(
  connection: Queryable,
  by: Caller,
  ownerId: string | null,
  role: "owner" | "administrator",
): Promise<Refused | undefined> {
  const { rows } = await connection.query<{ id: string; is_admin: boolean }>({
    name: "lock_decider",
    text: "select id, is_admin from users where id in ($1, $2) order by id for no key update",
    values: [by.actor, ownerId],
  });
  const decider = rows.find(({ id }) => id === by.actor);
  return refuseDecider(connection, by, decider, role);
}
