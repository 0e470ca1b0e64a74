import { DURATIONS } from "@veritick/domain/product.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { DAY_MS, dayStart } from "./own-limits.ts";

/** What comes back today was opened no longer before it than this; a minute more, as processes' clocks differ a little. */
const LONGEST_MS = (DURATIONS.at(-1)! + 1) * 60_000;

/**
 * Counts somebody's day anew from their positions, before the first limit they ever set: a process of an older version,
 * from which this one is taking over, has counted nothing. Their row is locked, so nothing is opened meanwhile; what is
 * being settled waits for it, is still open here, and is counted then.
 */
export async function recountDay(connection: Queryable, userId: string, now: Date): Promise<void> {
  const start = dayStart(now);
  await connection.query({
    name: "recount_day",
    text: RECOUNT,
    values: [
      userId,
      start,
      new Date(start.getTime() + DAY_MS),
      firstIdAt(start.getTime() - LONGEST_MS),
      start.toISOString().slice(0, 10),
    ],
  });
}

/** A day that another process, whose clock is a moment ahead, has begun already stays as it is. */
const RECOUNT = `
update users u set day = $5::date, day_staked = p.staked, day_returned = p.returned
from (
  select coalesce(sum(amount) filter (where created_at >= $2), 0) as staked,
    coalesce(sum(case
      when created_at >= $2 then amount + profit
      when status = 'won' and expires_at >= $2 then profit
    end) filter (where status in ('won', 'refunded')), 0) as returned
  from trading_positions where user_id = $1 and id >= $4 and created_at < $3
) p
where u.id = $1 and coalesce(u.day <= $5::date, true)`;
