import type { Queryable } from "./db/database.ts";

/** So many wrong secrets in a row lock. */
export const LOCKOUT_FAILURES = 5;
const FIRST_LOCK_SECONDS = 15 * 60;
/** Doubling ends at 42 days (900 s x 2^12): whoever waits that long for five more guesses finds nothing. */
const MOST_DOUBLINGS = 12;

/**
 * `allowed`: the secret may be checked now; this counts as a wrong one until `clearLockout` says otherwise.
 * `locked`: this was the last one allowed, so that nothing is checked any more from now on until `retryAfterSeconds`
 * have passed.
 */
export type LockoutAttempt = { allowed: boolean; locked: boolean; retryAfterSeconds: number };

/**
 * Counts one try of a short secret, before anything is compared, so that tries in parallel cannot slip through
 * together: five pass, then none for 15 minutes, then five again, then none for 30, and so on. Holds over restarts and
 * on every process.
 */
export async function attemptSecret(database: Queryable, key: string, now: Date): Promise<LockoutAttempt> {
  const { rows } = await database.query<{ locked_until: Date | null }>({
    name: "attempt_secret",
    text: `
      insert into lockouts as l (key, failures, locks, locked_until) values ($1, 1, 0, null)
      on conflict (key) do update set
        failures = case when l.failures + 1 >= ${LOCKOUT_FAILURES} then 0 else l.failures + 1 end,
        locks = case when l.failures + 1 >= ${LOCKOUT_FAILURES} then l.locks + 1 else l.locks end,
        locked_until = case when l.failures + 1 >= ${LOCKOUT_FAILURES}
          then $2::timestamptz + make_interval(secs => ${FIRST_LOCK_SECONDS} * (2 ^ least(l.locks, ${MOST_DOUBLINGS})))
          end
      where l.locked_until is null or l.locked_until <= $2
      returning locked_until`,
    values: [key, now],
  });
  const counted = rows[0];
  if (counted !== undefined) {
    return {
      allowed: true,
      locked: counted.locked_until !== null,
      retryAfterSeconds: secondsUntil(counted.locked_until, now),
    };
  }
  const locked = await database.query<{ locked_until: Date | null }>({
    name: "find_lockout",
    text: "select locked_until from lockouts where key = $1",
    values: [key],
  });
  return {
    allowed: false,
    locked: true,
    retryAfterSeconds: secondsUntil(locked.rows[0]?.locked_until ?? null, now),
  };
}

/** The secret was right: everything counted against it is forgotten. */
export async function clearLockout(database: Queryable, key: string): Promise<void> {
  await database.query({ name: "clear_lockout", text: "delete from lockouts where key = $1", values: [key] });
}

function secondsUntil(instant: Date | null, now: Date): number {
  return instant === null ? 0 : Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
