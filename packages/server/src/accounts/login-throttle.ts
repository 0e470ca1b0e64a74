import { clearAttempts, countAttempt, forgiveAttempt } from "../platform/attempts.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AccountContext } from "./context.ts";

const WINDOW_SECONDS = 15 * 60;

const accountKey = (email: string) => `login/account/${email}`;
const rightKey = (email: string) => `login/right/${email}`;
/** What is counted against an account, by its address. */
export const loginCounters = (email: string): string[] => [accountKey(email), rightKey(email)];
const addressKey = (address: string) => `login/address/${address}`;

/** Counts one login as failed, before anything is hashed, and alike whether the account exists or not. */
export async function countLogin(
  { database, clock, limits }: AccountContext,
  email: string,
  address: string,
): Promise<Refused | undefined> {
  const now = dateOf(clock);
  for (const [key, limit] of [
    [addressKey(address), limits.failedLoginsPerAddress],
    [accountKey(email), limits.failedLoginsPerAccount],
  ] as const) {
    const attempt = await countAttempt(database, key, limit, WINDOW_SECONDS, now);
    if (attempt.allowed) continue;
    // A neighbour's tries of one account must not use up what all behind the address have for theirs.
    if (key === accountKey(email)) await forgiveAttempt(database, addressKey(address));
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

export const clearAccountLogins = (database: Queryable, email: string): Promise<void> =>
  clearAttempts(database, accountKey(email));
