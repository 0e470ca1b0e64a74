import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { KeyedQueue } from "../platform/concurrency.ts";

export type LimitContext = {
  database: Database;
  clock: Clock;
  /** Runs one at a time, per user, the work that locks their row for longer than a statement takes. */
  userQueue: KeyedQueue;
};
