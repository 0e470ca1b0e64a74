import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { clearAttempts } from "../platform/db/attempts.ts";
import { endKeys } from "./api-keys/api-keys.ts";
import { deleteResetTokens } from "./passwords/forgotten-password.ts";
import { forgetPlaces } from "./passwords/known-places.ts";
import { clearPlaceLogins, loginCounters } from "./passwords/login-throttle.ts";
import { hashPassword, verifyPassword } from "./passwords/passwords.ts";
import { twoStepLockouts } from "./two-step/prove-second-step.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";

type NewAccess = {
  email: string;
  password: string;
  removesSecondStep: boolean;
  /** How long withdrawals pause, as after any change of password. */
  holdHours: number;
  at: Date;
};

/**
 * Gives an account to whoever gets this password: every session, API key, reset link and lock-out of before goes, and the second step
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
  await endKeys(connection, userId);
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

type Admin = { email: string; password: string };

/**
 * Creates or promotes an administrator whom the operator names. E-mails are not verified, so a stranger may have
 * registered this one. Unless the account has the given password, its promotion sets that password and ends its
 * sessions. An account that is already an administrator stays as it is.
 */
export function ensureAdmin(
  database: Database,
  clock: Clock,
  admin: Admin,
): Promise<"created" | "promoted" | "unchanged"> {
  return transaction(database, (connection) => makeAdmin(connection, admin, dateOf(clock)));
}

/** The same in a transaction of the caller's. */
export async function makeAdmin(
  connection: Queryable,
  admin: Admin,
  at: Date,
): Promise<"created" | "promoted" | "unchanged"> {
  const { rowCount } = await connection.query(
    `insert into users (id, email, password, is_admin, created_at) values ($1, $2, $3, true, $4)
     on conflict (email) do nothing`,
    [newId(at.getTime()), admin.email, await hashPassword(admin.password), at],
  );
  return rowCount === 1 ? "created" : promote(connection, admin, at);
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

export async function hasAdmin(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    "select exists (select from users where is_admin) as found",
  );
  return rows[0]!.found;
}
