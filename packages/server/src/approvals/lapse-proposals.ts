import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import { standingSince } from "./open-proposal.ts";

const EVERY_TICKS = 3600;

/**
 * What somebody proposed before their rights changed stands for nothing afterwards, nor does what was proposed about
 * those rights. To be done last in the transaction that changes them: it waits for nobody, and a proposal that is being
 * decided at this very moment is passed by. `weighDecision` asks anew who proposed what it is about to do.
 */
export const lapseProposalsOf = (connection: Queryable, userId: string, at: Date): Promise<void> =>
  lapse(connection, "proposed_by = $2 or (target = $2 and action = 'rights_changed')", userId, at);

/** What nobody agreed to in time is over. */
export const sweepProposals = (options: { database: Database; clock: Clock; log: Log }): PeriodicTask => {
  const { database, clock, log } = options;
  return periodically(EVERY_TICKS, "sweep of proposals", log, () => {
    const at = dateOf(clock);
    return lapse(database, "created_at <= $2", standingSince(at), at);
  });
};

async function lapse(connection: Queryable, which: string, value: string | Date, at: Date): Promise<void> {
  await connection.query(
    `update proposals set outcome = 'lapsed', decided_at = $1
     where id in (
       select id from proposals where outcome is null and (${which}) order by id for update skip locked)`,
    [at, value],
  );
}
