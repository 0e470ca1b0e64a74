import type { Queryable } from "./database.ts";
import { sweepTable } from "./claim-due.ts";

/** `isLast`: it is the last allowed attempt of its window. */
type Attempt = { allowed: boolean; isLast: boolean; retryAfterSeconds: number };

/**
 * Counts one attempt against `key` and says whether it is within `limit` for its window. The caller counts before the work
 * that it guards, so that parallel attempts cannot all slip through. Counters survive restarts and are shared by all
 * processes.
 */
export async function countAttempt(
  database: Queryable,
  key: string,
  limit: number,
  windowSeconds: number,
  now: Date,
): Promise<Attempt> {
  const { rows } = await database.query<{ attempts: number; window_ends_at: Date }>({
    name: "count_attempt",
    text: `
      insert into attempt_counters as c (key, attempts, window_ends_at)
      values ($1, 1, $2::timestamptz + make_interval(secs => $3))
      on conflict (key) do update set
        attempts = case when c.window_ends_at <= $2 then 1 else least(c.attempts + 1, 1000000) end,
        window_ends_at = case when c.window_ends_at <= $2 then excluded.window_ends_at else c.window_ends_at end
      returning attempts, window_ends_at`,
    values: [key, now, windowSeconds],
  });
  const { attempts, window_ends_at } = rows[0]!;
  const leftMs = window_ends_at.getTime() - now.getTime();
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return { allowed: attempts <= limit, isLast: attempts === limit, retryAfterSeconds };
}

/** Takes back an attempt that turned out not to be a failure. */
export async function forgiveAttempt(database: Queryable, key: string): Promise<void> {
  await database.query({
    name: "forgive_attempt",
    text: "update attempt_counters set attempts = attempts - 1 where key = $1 and attempts > 0",
    values: [key],
  });
}

export async function clearAttempts(database: Queryable, ...keys: string[]): Promise<void> {
  await database.query({
    name: "clear_attempts",
    text: "delete from attempt_counters where key = any ($1)",
    values: [keys],
  });
}

/** Removes counters whose window is over. */
export const sweepAttempts = (database: Queryable, now: Date): Promise<void> =>
  sweepTable(database, { table: "attempt_counters", key: "key", column: "window_ends_at" }, now);

/** The number of wrong secrets in a row that lock the key. */
export const LOCKOUT_FAILURES = 5;
const FIRST_LOCK_SECONDS = 15 * 60;
/** Doubling ends at 42 days (900 s x 2^12). Five more guesses after such a wait do not help an attacker. */
const MOST_DOUBLINGS = 12;

/**
 * `allowed`: the caller may check the secret now; the attempt counts as wrong until `clearLockout` or `liftLock` is called.
 * `locked`: no further attempt is allowed until `retryAfterSeconds` have passed. An allowed attempt can be locked: it was
 * the last one.
 */
export type LockoutAttempt = { allowed: boolean; locked: boolean; retryAfterSeconds: number };

/**
 * Counts one try of a short secret before anything is compared, so that parallel tries cannot slip through together. Five
 * tries pass, then none for 15 minutes, then five more, then none for 30 minutes, and so on. Counters survive restarts and
 * are shared by all processes.
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

/** Forgets everything counted against a key, because the secret was right. */
export async function clearLockout(database: Queryable, key: string): Promise<void> {
  await database.query({ name: "clear_lockout", text: "delete from lockouts where key = $1", values: [key] });
}

/**
 * Ends a lock, but not the growth of the next ones: for a key that a stranger shares with the owner, whose right secret must
 * not begin the stranger's tries anew.
 *
 * @param attempt the try with the right secret: if it was the last one, the lock that it made does not count
 */
export async function liftLock(
  database: Queryable,
  key: string,
  attempt?: Pick<LockoutAttempt, "locked">,
): Promise<void> {
  const text =
    "update lockouts set failures = 0, locked_until = null, locks = greatest(locks - $2, 0) where key = $1";
  await database.query({ name: "lift_lock", text, values: [key, attempt?.locked === true ? 1 : 0] });
}

function secondsUntil(instant: Date | null, now: Date): number {
  return instant === null ? 0 : Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
