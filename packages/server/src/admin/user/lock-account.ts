import { refuseDecider } from "../../accounts/public.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { ADMIN_USER_COLUMNS } from "../user-row.ts";
import type { AdminUserRow } from "../user-row.ts";

export type LockedAccount = AdminUserRow & {
  trading_locked_at: Date | null;
  withdrawals_locked_at: Date | null;
};

/**
 * Locks a user about whom an administrator does something, together with the administrator, in the order of their ids.
 * Refused where the one is gone, or the other is signed out or no administrator any more. The key of the answer refers to
 * the administrator.
 */
export async function lockAccount(
  connection: Queryable,
  userId: string,
  by: Caller,
): Promise<LockedAccount | Refused> {
  const { rows } = await connection.query<LockedAccount>({
    name: "admin_lock_account",
    text: `select ${ADMIN_USER_COLUMNS}, trading_locked_at, withdrawals_locked_at from users
           where id in ($1, $2) order by id for no key update`,
    values: [userId, by.actor],
  });
  const administrator = rows.find(({ id }) => id === by.actor);
  const refusal = await refuseDecider(connection, by, administrator);
  if (refusal !== undefined) return refusal;
  return rows.find(({ id }) => id === userId.toLowerCase()) ?? refuse("not_found");
}
