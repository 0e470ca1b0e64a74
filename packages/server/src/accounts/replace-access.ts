import { clearAttempts, clearLockout } from "../platform/db/attempts.ts";
import type { Queryable } from "../platform/db/database.ts";
import { redactStoredAnswers } from "../platform/http/idempotency.ts";
import { mailCounters } from "../notifications/public.ts";
import { endKeys } from "./api-keys/api-keys.ts";
import { linkMailCounter } from "./email/count-links.ts";
import { dropAllLinks } from "./email/links.ts";
import { deleteResetTokens, resetMailCounter } from "./replace-password.ts";
import { forgetPlaces } from "./passwords/known-places.ts";
import {
  clearPlaceLogins,
  hashingCounter,
  loginCounters,
  passkeyCounter,
  proofCounter,
} from "./passwords/login-throttle.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { clearTwoStepLockouts, recoveryCounter } from "./two-step/prove-second-step.ts";
import { withdrawalCodeLockout } from "./withdrawal-code.ts";

type NewAccess = {
  email: string;
  password: string;
  removesSecondStep: boolean;
  /** The hours for which withdrawals pause, as after any change of password. */
  holdHours: number;
  at: Date;
};

/**
 * Gives an account to the holder of a new password. Removes every session, API key, mailed link and lock-out, and on request
 * the second step. The row must be locked. Running servers notice the ended sessions by themselves.
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
  const ended = await connection.query<{ is_newest: boolean }>(
    "delete from sessions where user_id = $1 returning replaced_by is null as is_newest",
    [userId],
  );
  await endKeys(connection, userId);
  await deleteResetTokens(connection, userId);
  await dropAllLinks(connection, userId);
  await clearPlaceLogins(connection, userId);
  await forgetPlaces(connection, userId);
  await clearAttempts(connection, ...loginCounters(email));
  await clearTwoStepLockouts(connection, userId);
  const removed = removesSecondStep
    ? await removeSecondStep(connection, userId)
    : { twoStep: false, passkeys: 0 };
  // An earlier token of a session, which works for some seconds, has a row of its own.
  return { sessions: ended.rows.filter(({ is_newest }) => is_newest).length, removed };
}

/** Removes the second step and all passkeys: each passkey is a second step, and a way to sign in without the password. */
async function removeSecondStep(connection: Queryable, userId: string) {
  const passkeys = await connection.query("delete from passkeys where user_id = $1", [userId]);
  const { rows } = await connection.query<{ enabled: boolean }>(
    "delete from two_step where user_id = $1 returning enabled_at is not null as enabled",
    [userId],
  );
  return { twoStep: rows[0]?.enabled ?? false, passkeys: passkeys.rowCount ?? 0 };
}

/**
 * Removes data that may be numerous or is not deleted with the user's row: stored answers to the user's calls, the user's
 * e-mail in stored answers to others, lock-outs and counters of attempts. The row must be locked.
 */
export async function emptyAccount(
  connection: Queryable,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await connection.query("delete from idempotency_keys where user_id = $1", [id]);
  await connection.query("delete from order_keys where user_id = $1", [id]);
  await redactStoredAnswers(connection, id, email);
  await clearLockout(connection, withdrawalCodeLockout(id));
  await clearTwoStepLockouts(connection, id);
  const counters = [
    ...loginCounters(email),
    proofCounter(id),
    hashingCounter(id),
    passkeyCounter(id),
    resetMailCounter(email),
    linkMailCounter(id),
    recoveryCounter(id),
    ...mailCounters(id),
  ];
  await clearAttempts(connection, ...counters);
  await clearPlaceLogins(connection, id);
}

/**
 * Removes a user and all their rows. Attention items stay, without the user. The caller must announce the end of the
 * sessions on the bus after the commit.
 */
export async function removeUser(connection: Queryable, id: string): Promise<void> {
  await connection.query("delete from users where id = $1", [id]);
}
