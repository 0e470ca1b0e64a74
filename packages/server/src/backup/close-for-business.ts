import { dropPendingChanges } from "../accounts/public.ts";
import { beginAfterRestore } from "../operations/maintenance.ts";
import { flagDoubtfulWithdrawals } from "../payments/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { pauseAfterRestore } from "../webhooks/public.ts";
import { LEFT_OUT, quoted } from "./tables.ts";

/** What a start saw of the database's history ([decision 20]). */
export const HISTORY = "database-history";

/**
 * Stops orders, withdrawals and payouts until an administrator has checked payouts that were made after the moment to which
 * the database went back, and removes what would come back to life. Returns the number of doubtful withdrawals.
 */
export async function closeForBusiness(
  connection: Queryable,
  { clock, log }: { clock: Clock; log: Log },
): Promise<number> {
  const now = dateOf(clock);
  // Webhooks come first, because a trial copy must not call the operator's systems.
  await pauseAfterRestore(connection, now);
  await dropPendingChanges(connection);
  for (const table of Object.keys(LEFT_OUT))
    if (table !== "schema_migrations") await connection.query(`delete from ${quoted(table)}`);
  const doubtful = await flagDoubtfulWithdrawals(connection, { clock, log });
  await beginAfterRestore(connection, now);
  // The next start begins to watch the history that this database has now.
  await connection.query("delete from kept_values where name = $1", [HISTORY]);
  return doubtful;
}

export const closedAdvice = (doubtful: number): string =>
  "The installation is in maintenance, and withdrawals are suspended. " +
  `Withdrawals that were not final and may have been paid since then: ${doubtful}. ` +
  "Decide each of them under Attention, then end the maintenance.";
