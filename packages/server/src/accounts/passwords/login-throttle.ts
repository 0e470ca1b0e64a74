import { clearAttempts, countAttempt, forgiveAttempt } from "../../platform/db/attempts.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext } from "../context.ts";

const WINDOW_SECONDS = 15 * 60;

const accountKey = (email: string) => `login/account/${email}`;
const rightKey = (email: string) => `login/right/${email}`;
/** Wrong passwords of somebody signed in: a stranger's at the login must not keep them from proving who they are. */
export const proofCounter = (userId: string): string => `login/proof/${userId}`;
/** What is counted against an account, by its address. */
export const loginCounters = (email: string): string[] => [accountKey(email), rightKey(email)];
const addressKey = (address: string) => `login/address/${address}`;

/** Counts one login as failed, before anything is hashed, and alike whether the account exists or not. */
export const countLogin = (
  context: AccountContext,
  email: string,
  address: string,
): Promise<Refused | undefined> => countPassword(context, accountKey(email), address);

/** The same for a password that somebody who is signed in proves themselves by. */
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
    // A neighbour's tries of one account must not use up what all behind the address have for theirs.
    if (key === ownKey) await forgiveAttempt(database, addressKey(address));
    return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
  }
  return undefined;
}

/**
 * Counts that somebody knew the password, which is no failure, but is done by a script where it goes on: each costs a hash,
 * a session and an event. Nobody can use this up who does not know the password.
 */
export async function countRightPassword(
  { database, clock, limits }: AccountContext,
  email: string,
): Promise<Refused | undefined> {
  const most = limits.loginsPerAccount;
  const attempt = await countAttempt(database, rightKey(email), most, WINDOW_SECONDS, dateOf(clock));
  if (attempt.allowed) return undefined;
  return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
}

/** It was no failure after all. What was counted before it stays. */
export async function forgiveLogin(database: Queryable, email: string, address: string): Promise<void> {
  await forgiveAttempt(database, addressKey(address));
  await forgiveAttempt(database, accountKey(email));
}

/** The right person is in: what was counted against the account is forgotten. */
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
