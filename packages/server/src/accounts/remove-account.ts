import { clearAttempts } from "../platform/db/attempts.ts";
import type { Queryable } from "../platform/db/database.ts";
import { redactStoredAnswers } from "../platform/db/idempotency.ts";
import { resetMailCounter } from "./passwords/forgotten-password.ts";
import { clearPlaceLogins, loginCounters, passkeyCounter, proofCounter } from "./passwords/login-throttle.ts";
import { recoveryCounter, twoStepLockouts } from "./two-step/prove-second-step.ts";
import { withdrawalCodeLockout } from "./withdrawal-code.ts";

/**
 * Removes what may be numerous or is not deleted with the user's row: the stored answers to their calls, their e-mail in
 * stored answers to others, their lock-outs and their counters of attempts. The row must be locked.
 */
export async function emptyAccount(
  connection: Queryable,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await connection.query("delete from idempotency_keys where user_id = $1", [id]);
  await redactStoredAnswers(connection, id, email);
  await connection.query("delete from lockouts where key = any($1)", [
    [withdrawalCodeLockout(id), ...twoStepLockouts(id)],
  ]);
  const counters = [
    ...loginCounters(email),
    proofCounter(id),
    passkeyCounter(id),
    resetMailCounter(email),
    recoveryCounter(id),
  ];
  await clearAttempts(connection, ...counters);
  await clearPlaceLogins(connection, id);
}

/**
 * Removes a user and all rows of theirs. Attention items stay, without the user. The caller tells the bus that the sessions
 * have ended once this is committed.
 */
export async function removeUser(connection: Queryable, id: string): Promise<void> {
  await connection.query("delete from users where id = $1", [id]);
}
