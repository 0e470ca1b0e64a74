import type { Bus } from "../cluster/bus.ts";
import { periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { keepValue, setKeptValue } from "../platform/db/kept-values.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { closeForBusiness, HISTORY } from "./close-for-business.ts";

const EVERY_TICKS = 15;

type Watched = { database: Database; clock: Clock; log: Log };

/**
 * A database that was recovered from its log, or whose standby took over, writes on a new timeline. Its newest commits may be
 * gone, and with them withdrawals that were paid. Then the installation closes, as after a restore.
 */
export async function watchRecovery(watched: Watched & { bus: Pick<Bus, "publish"> }): Promise<PeriodicTask> {
  await noticeRecovery(watched);
  return periodically(EVERY_TICKS, "recovery", watched.log, async () => {
    if (await noticeRecovery(watched)) watched.bus.publish({ kind: "maintenanceChanged" });
  });
}

/** `waits`: commits waited for a standby, which has all of them if it takes over. */
export type History = { system: string; timeline: string; waits: boolean };

/** Returns true if it has closed the installation. */
export async function noticeRecovery(
  { database, clock, log }: Watched,
  read: (database: Queryable) => Promise<History> = readHistory,
): Promise<boolean> {
  let found: History;
  try {
    found = await read(database);
  } catch (error) {
    // A standby writes no log, and some databases of others do not show theirs.
    log.debug({ error: String(error) }, "the database does not show its timeline");
    return false;
  }
  const value = JSON.stringify(found);
  if ((await keepValue(database, HISTORY, value)) === value) return false;
  return transaction(database, async (connection) => {
    // Of several processes one closes. Nothing else locks this row, so taking it first blocks no other order of locks.
    const { rows } = await connection.query<{ value: string }>(
      "select value from kept_values where name = $1 for update",
      [HISTORY],
    );
    const seen = rows[0] && (JSON.parse(rows[0].value) as History);
    const isRecovered = seen?.system === found.system && seen.timeline !== found.timeline && !seen.waits;
    if (isRecovered) {
      const doubtful = await closeForBusiness(connection, { clock, log });
      log.error(
        { was: seen.timeline, is: found.timeline, doubtful },
        "the database was recovered, or a standby took over: its newest commits may be lost. Maintenance has started, and " +
          "withdrawals are suspended. Restart every process that has run since then, and see docs/backup.md#after-a-restore",
      );
    }
    await setKeptValue(connection, HISTORY, value);
    return isRecovered;
  });
}

async function readHistory(database: Queryable): Promise<History> {
  const { rows } = await database.query<History>(
    `select (select system_identifier from pg_control_system())::text as system,
       substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline,
       current_setting('synchronous_standby_names') <> '' as waits`,
  );
  return rows[0]!;
}
