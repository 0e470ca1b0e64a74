import { clearAttempts, countAttempt, forgiveAttempt } from "../../platform/db/attempts.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { findKnownPlace } from "./known-places.ts";

const WINDOW_SECONDS = 15 * 60;

const accountKey = (email: string) => `login/account/${email}`;
const correctKey = (email: string) => `login/right/${email}`;
/**
 * The counter of signed-in users' wrong passwords. It is separate, so that a stranger at the login cannot lock the owner
 * out.
 */
export const proofCounter = (userId: string): string => `login/proof/${userId}`;
export const loginCounters = (email: string): string[] => [accountKey(email), correctKey(email)];
const placeKey = (userId: string, place: string) => `login/place/${userId}/${place}`;
const placeCorrectKey = (userId: string, place: string) => `login/right/${userId}/${place}`;
/** The counter of sign-ins with a passkey. Only the owner has the passkey, so a thief of the password cannot use it up. */
export const passkeyCounter = (userId: string): string => `login/right-passkey/${userId}`;
const addressKey = (address: string) => `login/address/${address}`;

/**
 * The counters of passwords from one place: `own` of wrong ones for the account, `address` of wrong ones unless the device
 * is known, and `correct`. `correct` is by place too, so that a thief with the password alone cannot lock the owner out.
 * `place` names the counter of second steps: that of a known device, or of all known addresses; undefined for other places.
 */
export type PasswordCounters = {
  readonly own: string;
  readonly correct: string;
  readonly address: string | undefined;
  readonly place: string | undefined;
};

/**
 * Chooses the counters of a login. Strangers can use up an account's shared counter and an address's counter. So a device or
 * address that signed in to this account before has its own counter, and a known device counts against no address.
 */
export async function loginCountersFor(
  database: Queryable,
  email: string,
  visitor: Visitor,
): Promise<PasswordCounters> {
  const known = await findKnownPlace(database, email, visitor);
  return {
    own: known === undefined ? accountKey(email) : placeKey(known.userId, known.place),
    correct: known === undefined ? correctKey(email) : placeCorrectKey(known.userId, known.place),
    address: known?.isDevice ? undefined : addressKey(visitor.address),
    // Strangers may share a known address. One counter for all addresses keeps the number of their guesses small.
    place: known?.isDevice === false ? "address" : known?.place,
  };
}

/**
 * Counts a password that proves a signed-in user's identity. It ignores the address, so that strangers there cannot block
 * it.
 */
export const countProof = (context: AccountContext, userId: string): Promise<Refused | undefined> =>
  countPassword(context, { own: proofCounter(userId), address: undefined });

/** Counts a password as wrong before anything is hashed, whether or not the account exists. */
export async function countPassword(
  { database, clock, limits }: AccountContext,
  { own, address }: Pick<PasswordCounters, "own" | "address">,
): Promise<Refused | undefined> {
  const now = dateOf(clock);
  for (const [key, limit] of [
    [address, limits.failedLoginsPerAddress],
    [own, limits.failedLoginsPerAccount],
  ] as const) {
    if (key === undefined) continue;
    const attempt = await countAttempt(database, key, limit, WINDOW_SECONDS, now);
    if (attempt.allowed) continue;
    // Tries at one locked account must not use up the allowance of everybody behind the address.
    if (key === own && address !== undefined) await forgiveAttempt(database, address);
    return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
  }
  return undefined;
}

/**
 * Counts a correct password or passkey. Each costs a session and an event, so their number is limited. Only a script reaches
 * the limit.
 */
export async function countCorrect(
  { database, clock, limits }: AccountContext,
  key: string,
): Promise<Refused | undefined> {
  const attempt = await countAttempt(database, key, limits.loginsPerAccount, WINDOW_SECONDS, dateOf(clock));
  if (attempt.allowed) return undefined;
  return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
}

/** The counter of the hashes that a signed-in user asks for, of right and wrong passwords. */
export const hashingCounter = (userId: string): string => `login/hashed/${userId}`;

/**
 * Counts a hash before it is made. Each takes 20 ms of a core, so one user could keep a small machine busy. Only a script
 * reaches the limit.
 */
export const countHashing = (context: AccountContext, userId: string): Promise<Refused | undefined> =>
  countCorrect(context, hashingCounter(userId));

/** Takes back the count of one login that did not fail. Earlier failures stay counted. */
export async function forgiveLogin(database: Queryable, { own, address }: PasswordCounters): Promise<void> {
  if (address !== undefined) await forgiveAttempt(database, address);
  await forgiveAttempt(database, own);
}

/** Clears the account's counter for this place, because its owner has signed in. */
export async function clearLogins(database: Queryable, { own, address }: PasswordCounters): Promise<void> {
  if (address !== undefined) await forgiveAttempt(database, address);
  await clearAttempts(database, own);
}

export async function clearProofs(
  database: Queryable,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await clearAttempts(database, proofCounter(id), accountKey(email));
  await clearPlaceLogins(database, id);
}

export const clearPlaceLogins = (database: Queryable, userId: string): Promise<unknown> =>
  database.query(
    `delete from attempt_counters where key in (
       select kind || user_id || '/' || place from known_places
       cross join (values ('login/place/'), ('login/right/')) as kinds (kind) where user_id = $1)`,
    [userId],
  );

export const clearAccountLogins = (database: Queryable, email: string): Promise<void> =>
  clearAttempts(database, ...loginCounters(email));
