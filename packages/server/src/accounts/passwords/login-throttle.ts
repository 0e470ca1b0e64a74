import { clearAttempts, countAttempt, forgiveAttempt } from "../../platform/db/attempts.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext } from "../context.ts";

const WINDOW_SECONDS = 15 * 60;

const accountKey = (email: string) => `login/account/${email}`;
const correctKey = (email: string) => `login/right/${email}`;
/** Wrong passwords of signed-in users have their own counter, so that a stranger at the login cannot lock the owner out. */
export const proofCounter = (userId: string): string => `login/proof/${userId}`;
/** The keys of what is counted against an account by its e-mail. */
export const loginCounters = (email: string): string[] => [accountKey(email), correctKey(email)];
const addressKey = (address: string) => `login/address/${address}`;

/** Counts a login as failed before anything is hashed, whether or not the account exists. */
export const countLogin = (
  context: AccountContext,
  email: string,
  address: string,
): Promise<Refused | undefined> => countPassword(context, accountKey(email), address);

/** The same for a password by which a signed-in user proves their identity. */
export const countProof = (
  context: AccountContext,
  userId: string,
  address: string,
): Promise<Refused | undefined> => countPassword(context, proofCounter(userId), address);

async function countPassword(
  { database, clock, limits }: AccountContext,
  ownKey: string,
  address: string,
): Promise<Refused | undefined> {
  const now = dateOf(clock);
  for (const [key, limit] of [
    [addressKey(address), limits.failedLoginsPerAddress],
    [ownKey, limits.failedLoginsPerAccount],
  ] as const) {
    const attempt = await countAttempt(database, key, limit, WINDOW_SECONDS, now);
    if (attempt.allowed) continue;
    // Tries at one locked account must not use up the allowance of everybody behind the address.
    if (key === ownKey) await forgiveAttempt(database, addressKey(address));
    return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
  }
  return undefined;
}

/**
 * Counts a correct password. It is no failure, but each costs a hash, a session and an event, and only a script goes on and
 * on. Nobody can use up this limit without the password.
 */
export async function countCorrectPassword(
  { database, clock, limits }: AccountContext,
  email: string,
): Promise<Refused | undefined> {
  const limit = limits.loginsPerAccount;
  const attempt = await countAttempt(database, correctKey(email), limit, WINDOW_SECONDS, dateOf(clock));
  if (attempt.allowed) return undefined;
  return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
}

/** Takes back the count of one login that was no failure. Earlier failures stay counted. */
export async function forgiveLogin(database: Queryable, email: string, address: string): Promise<void> {
  await forgiveAttempt(database, addressKey(address));
  await forgiveAttempt(database, accountKey(email));
}

/** Clears what was counted against the account, because its owner has signed in. */
export async function clearLogins(database: Queryable, email: string, address: string): Promise<void> {
  await forgiveAttempt(database, addressKey(address));
  await clearAccountLogins(database, email);
}

export async function clearProofs(
  database: Queryable,
  { id, email }: { id: string; email: string },
  address: string,
): Promise<void> {
  await forgiveAttempt(database, addressKey(address));
  await clearAttempts(database, proofCounter(id), accountKey(email));
}

export const clearAccountLogins = (database: Queryable, email: string): Promise<void> =>
  clearAttempts(database, accountKey(email));
