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
): Promise<{ sessions: number; removed: { twoStep: boolean; passkeys: number } }> {
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
  const removed = removesSecondStep
    ? await removeSecondStep(connection, userId)
    : { twoStep: false, passkeys: 0 };
  return { sessions: sessions.rowCount ?? 0, removed };
}

/** Passkeys go with it: each of them is a second step, and a way to sign in without the password. */
async function removeSecondStep(connection: Queryable, userId: string) {
  const passkeys = await connection.query("delete from passkeys where user_id = $1", [userId]);
  const { rows } = await connection.query<{ enabled: boolean }>(
    "delete from two_step where user_id = $1 returning enabled_at is not null as enabled",
    [userId],
  );
  return { twoStep: rows[0]?.enabled ?? false, passkeys: passkeys.rowCount ?? 0 };
}
