import { DURATIONS, durationTicks } from "@veritick/domain/product.ts";
import { nowTick, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { FindMissed } from "../cluster/catch-up.ts";
import type { Database } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { POSITION_COLUMNS, toPosition } from "./list-positions.ts";
import type { PositionRow } from "./list-positions.ts";
import { findFirstDue } from "./settle-positions.ts";

/** A position may be settled this late without a search further back. */
const LATE_TICKS = 30;
const LONGEST_TICKS = Math.max(...DURATIONS.map(durationTicks));

/**
 * Finds the results of positions that expired or were sold since a time, or were due at the last look. Ids begin with the opening time of
 * the position, so an index finds them among any number of others.
 */
export function createFindMissedResults({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): FindMissed {
  /** One look asks for its users in parts, so the due tick is read once for all parts. */
  let look = { sinceMs: NaN, fromTick: 0, dueTick: Infinity };

  async function beginLook(sinceMs: number): Promise<void> {
    const fromTick = Math.min(tickOf(sinceMs) - LATE_TICKS, look.dueTick);
    const due = await findFirstDue(database, nowTick(clock));
    look = { sinceMs, fromTick, dueTick: due ?? Infinity };
  }

  return async (userIds, sinceMs) => {
    if (look.sinceMs !== sinceMs) await beginLook(sinceMs);
    const { rows } = await database.query<PositionRow>({
      name: "find_missed_results",
      text: `select ${POSITION_COLUMNS} from trading_positions
             where user_id = any ($1) and id >= $2 and expiry_tick >= $3
               and (status in ('won', 'lost') or sold_at >= to_timestamp($3))
             order by expiry_tick, id`,
      values: [userIds, firstIdAt((look.fromTick - LONGEST_TICKS - 1) * 1000), look.fromTick],
    });
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "positionResolved", position: toPosition(row) },
    }));
  };
}
