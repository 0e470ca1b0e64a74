import type { Queryable } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

const ADMINISTRATORS_LOCK = 7_305_522;

/**
 * Whatever may take an administrator away takes turns, first of all it does: of two who demote each other at the same
 * moment, the second finds that they are none any more. Until the transaction is over, nobody stops being one.
 */
export async function takeTurn(connection: Queryable, actor: string): Promise<Refused | undefined> {
  await connection.query("select pg_advisory_xact_lock($1)", [ADMINISTRATORS_LOCK]);
  const { rows } = await connection.query<{ is_admin: boolean }>("select is_admin from users where id = $1", [
    actor,
  ]);
  if (rows[0] === undefined) return refuse("not_signed_in");
  return rows[0].is_admin ? undefined : refuse("forbidden");
}

/** To be asked of an administrator, in their turn. */
export async function isLastAdministrator(connection: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from users where is_admin and id <> $1 order by id limit 1",
    [id],
  );
  return rowCount === 0;
}
