import type { PositionRecord } from "@veritick/contract/schemas/admin-records.ts";
import type { EndedFilter, Position, PositionStatus } from "@veritick/contract/schemas/positions.ts";
import type { Page } from "@veritick/contract/values.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { DURATIONS, durationTicks } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import type { FindMissed } from "../cluster/catch-up.ts";
import { nowTick, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { createKeyedQueue } from "../platform/concurrency.ts";
import type { Database } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import type { Refused } from "../platform/refusal.ts";
import { findFirstDue } from "./unsettled-positions.ts";

export type PositionRow = {
  id: string;
  user_id: string;
  type: Side;
  entry_price: string;
  barrier_price: string;
  win_chance: number;
  amount: string;
  duration: number;
  multiplier: string;
  status: PositionStatus;
  created_at: Date;
  expires_at: Date;
  entry_tick: number;
  round: number;
  expiry_tick: number;
  result_price: string | null;
  profit: string | null;
  refund_reason: Position["refundReason"];
  /** The tick and price of a sale, or of the closing because the price ended. */
  closing_tick: number | null;
  closing_price: string | null;
};

export const POSITION_COLUMNS = `id, user_id, type, entry_price, barrier_price, win_chance, amount, duration, multiplier,
  status, created_at, expires_at, entry_tick, round, expiry_tick, result_price, profit, refund_reason, closing_tick, closing_price`;

export function toPosition(row: PositionRow): Position {
  const isSold = row.status === "sold";
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    entryPrice: row.entry_price,
    barrierPrice: row.barrier_price,
    winChance: row.win_chance,
    amount: row.amount,
    duration: row.duration,
    multiplier: row.multiplier,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    entryTick: row.entry_tick,
    round: row.round,
    expiryTick: row.expiry_tick,
    resultPrice: row.result_price,
    profit: row.profit,
    refundReason: row.refund_reason,
    soldTick: isSold ? row.closing_tick : null,
    soldPrice: isSold ? row.closing_price : null,
    proceeds: isSold ? formatMinor(sumMinor([parseMinor(row.amount), parseMinor(row.profit!)])) : null,
  };
}

const FINISHED_SHOWN = 100;
/** Bounds the cost of one call. No user can watch more open positions than this. */
const OPEN_SHOWN = 1000;

/** Returns a user's positions, newest first. The first page holds the open positions and the newest finished ones. */
export async function listPositions(database: Database, userId: string, page: Page): Promise<Position[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<PositionRow>({
          name: "list_positions",
          text: `(select ${POSITION_COLUMNS} from trading_positions where user_id = $1 and status = 'active'
                  order by id desc limit ${OPEN_SHOWN})
                 union all
                 (select ${POSITION_COLUMNS} from trading_positions where user_id = $1 and status <> 'active'
                  order by id desc limit $2)
                 order by id desc`,
          values: [userId, page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<PositionRow>({
          name: "list_positions_before",
          text: `select ${POSITION_COLUMNS} from trading_positions where user_id = $1 and id < $2 and status <> 'active'
                 order by id desc limit $3`,
          values: [userId, page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toPosition);
}

/** The longest time from a position's id to its end, plus one minute for differences between the clocks of processes. */
const LONGEST_MS = (DURATIONS.at(-1)! + 2) * 60_000;

/** SQL for the end of a position that has ended, as lists show it. A sale counts at the tick of its price. */
export const ENDED_AT = "case status when 'sold' then to_timestamp(closing_tick) else expires_at end";

/**
 * The rest of a query for a user's positions that have ended and fit a filter, newest first, and its values.
 *
 * Ids ascend with time, so it reads only ids of the period. No index knows the rest of the filter, because every order would
 * pay for it (decision 57). A list of users, and the order by users, leave only the index by users: the planner would
 * otherwise read everybody's newest positions if it expected many of them to fit.
 */
export function endedPage(
  userId: string,
  { side, status, from, to }: EndedFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): { rest: string; values: unknown[] } {
  const [begins, ends] = [from, to].map((text) => (text === undefined ? null : new Date(text)));
  return {
    rest: `from trading_positions
      where user_id = any (array[$1::uuid]) and id < least($2::uuid, $3::uuid, '${AFTER_ALL}')
        and id >= coalesce($4::uuid, '${BEFORE_ALL}') and status <> 'active'
        and ($5::text is null or type = $5) and ($6::text[] is null or status = any ($6))
        and ($7::timestamptz is null or ${ENDED_AT} >= $7) and ($8::timestamptz is null or ${ENDED_AT} < $8)
      order by user_id desc, id desc limit $9`,
    values: [
      userId,
      before ?? null,
      ends && firstIdAt(ends.getTime()),
      begins && firstIdAt(begins.getTime() - LONGEST_MS),
      side ?? null,
      status ?? null,
      begins,
      ends,
      limit,
    ],
  };
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** One page of a filtered list may read all positions of its user, so few run at once, and at most one for each user. */
const MOST_AT_ONCE = 3;
const MOST_WAITING = 60;

export type ListEnded = (userId: string, filter: EndedFilter, page: Page) => Promise<Position[] | Refused>;

/** Lists positions of users that have ended and fit a filter, newest first. */
export function createListEnded(database: Database): ListEnded {
  const ofUser = createKeyedQueue();
  const reads = createKeyedQueue({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING });
  return (userId, filter, { before, limit = FINISHED_SHOWN }) =>
    ofUser.run(userId, () =>
      reads.run("", async () => {
        const { rest, values } = endedPage(userId, filter, { before, limit });
        const { rows } = await database.query<PositionRow>(`select ${POSITION_COLUMNS} ${rest}`, values);
        return rows.map(toPosition);
      }),
    );
}

/** Returns positions by their ids, with their users' e-mail addresses. */
export async function readPositionRecords(
  database: Database,
  ids: readonly string[],
): Promise<PositionRecord[]> {
  const { rows } = await database.query<PositionRow & { user_email: string }>(
    `select ${POSITION_COLUMNS}, (select email from users u where u.id = user_id) as user_email
     from trading_positions where id = any ($1)`,
    [ids],
  );
  return rows.map((row) => ({ ...toPosition(row), userEmail: row.user_email }));
}

/** A settlement that is no later than this needs no search further back. */
const LATE_TICKS = 30;
/** The longest time from a position's id to its expiry. It enters at the end of its block, which lasts a minute at most. */
const LONGEST_TICKS = 60 + Math.max(...DURATIONS.map(durationTicks));

/**
 * Finds the results of positions that expired or were sold since a time, or were due at the last look. Ids begin with the
 * opening time of the position, so an index finds them among any number of others.
 */
export function createFindMissedResults({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): FindMissed {
  /** A look asks for its users in parts, and the due tick is read once for all parts. */
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
      values: [userIds, firstIdAt((look.fromTick - LONGEST_TICKS) * 1000), look.fromTick],
    });
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "positionResolved", position: toPosition(row) },
    }));
  };
}
