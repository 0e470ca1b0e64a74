import type { Queryable } from "../platform/db/database.ts";
import { clearAttempts } from "../platform/db/attempts.ts";
import { deleteResetTokens } from "./passwords/forgotten-password.ts";
import { forgetPlaces } from "./passwords/known-places.ts";
import { clearPlaceLogins, loginCounters } from "./passwords/login-throttle.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { twoStepLockouts } from "./two-step/prove-second-step.ts";

type NewAccess = {
  email: string;
  password: string;
  removesSecondStep: boolean;
  /** How long withdrawals pause, as after any change of password. */
  holdHours: number;
  at: Date;
};

/**
 * Gives an account to whoever gets this password: every session, reset link and lock-out of before goes, and the second step
 * where it was lost too. The row must be locked. Running servers notice the ended sessions by themselves.
 */
export async function replaceAccess(
  connection: Queryable,
  userId: string,
  { email, password, removesSecondStep, holdHours, at }: NewAccess,
): Promise<{ sessions: number; hadSecondStep: boolean }> {
  await connection.query(
    `update users set password = $2, withdrawals_held_until = case when $4 = 0 then withdrawals_held_until
       else greatest(withdrawals_held_until, $3::timestamptz + make_interval(hours => $4)) end where id = $1`,
    [userId, await hashPassword(password), at, holdHours],
  );
  const sessions = await connection.query("delete from sessions where user_id = $1", [userId]);
  await deleteResetTokens(connection, userId);
  await clearPlaceLogins(connection, userId);
  await forgetPlaces(connection, userId);
  await clearAttempts(connection, ...loginCounters(email));
  await connection.query("delete from lockouts where key = any($1)", [twoStepLockouts(userId)]);
  const passkeys = await connection.query(
    removesSecondStep
      ? "delete from passkeys where user_id = $1"
      : "select from passkeys where user_id = $1 limit 1",
    [userId],
  );
  const { rowCount } = await connection.query(
    removesSecondStep
      ? "delete from two_step where user_id = $1"
      : "select from two_step where user_id = $1 and enabled_at is not null",
    [userId],
  );
  return { sessions: sessions.rowCount ?? 0, hadSecondStep: rowCount === 1 || passkeys.rowCount !== 0 };
}
