import type { Queryable } from "../../platform/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";

export type LockedAccount = {
  id: string;
  is_admin: boolean;
  trading_locked_at: Date | null;
  withdrawals_locked_at: Date | null;
};

/**
 * Locks a user about whom an administrator does something, together with the administrator, in the order of their ids.
 * Refused where the one is gone, or the other is no administrator any more.
 */
export async function lockAccount(
  connection: Queryable,
  userId: string,
  actor: string,
): Promise<LockedAccount | Refused> {
  const { rows } = await connection.query<LockedAccount>({
    name: "admin_lock_account",
    text: `select id, is_admin, trading_locked_at, withdrawals_locked_at from users
           where id in ($1, $2) order by id for no key update`,
    values: [userId, actor],
  });
  const administrator = rows.find(({ id }) => id === actor);
  if (administrator === undefined) return refuse("not_signed_in");
  if (!administrator.is_admin) return refuse("forbidden");
  return rows.find(({ id }) => id === userId.toLowerCase()) ?? refuse("not_found");
}
