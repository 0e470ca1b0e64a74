import type { Queryable } from "./db/database.ts";
import { sweepTable } from "./sweep.ts";

export type Attempt = { allowed: boolean; retryAfterSeconds: number };

/**
 * Counts one attempt against `key` and says whether it is still within `limit` for its window. Counting comes
 * before the work it guards, so that parallel attempts cannot all slip through. Holds over restarts and
 * between processes.
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
  return { allowed: attempts <= limit, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) };
}

/** Takes back an attempt that turned out not to be a failure. */
export async function forgiveAttempt(database: Queryable, key: string): Promise<void> {
  await database.query({
    name: "forgive_attempt",
    text: "update attempt_counters set attempts = attempts - 1 where key = $1 and attempts > 0",
    values: [key],
  });
}

/** Forgets all attempts against these keys. */
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
