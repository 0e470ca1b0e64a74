import type { Results, ResultsQuery, ResultSums } from "@veritick/contract/schemas/results.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { dayAfter, dayAt, dayStarts } from "@veritick/domain/calendar.ts";
import { rangeOfWins, resultsFileText } from "@veritick/domain/results.ts";
import type { Clock } from "../platform/clock.ts";
import { createKeyedQueue } from "../platform/concurrency.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Streamed } from "../platform/http/call.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { listArchived } from "./archived-months.ts";

const USUAL_DAYS = 30;
const A_DAY = "2026-01-01";
/** The longest time that a position runs, plus one minute for differences between the clocks of processes. */
export const LONGEST_MS = (DURATIONS.at(-1)! + 1) * 60_000;
/** The requests that this process reads at once, at most one for each user. `MOST_WAITING` more may wait. */
export const MOST_AT_ONCE = 3;
export const MOST_WAITING = 60;

type Row = {
  part: "day" | "duration" | "total" | "fees";
  /** The number of the day, counted from 1, or the duration. */
  key: number;
  positions: number;
  won: number;
  sold: number;
  refunded: number;
  staked: string;
  returned: string;
  expected: number;
  variance: number;
};

/**
 * Sums up the positions of user $1 that expired or were sold on the days that begin at $4, and the fees of withdrawals paid
 * out on those days. The last instant of $4 ends the last day. Ids ascend with time, so positions with ids outside $2 and $3
 * are not read.
 *
 * It computes the same as `sumUpResults` of the domain, which explains the variance. A test compares the two.
 */
const SUM_RESULTS = `
with ended as materialized (
  select width_bucket(coalesce(sold_at, expires_at), $4::timestamptz[]) as day, duration, type = 'buy' as buys, status, amount, profit, win_chance,
    entry_tick, expiry_tick
  from trading_positions
  where user_id = $1 and id >= $2 and id < $3 and status <> 'active'
    and coalesce(sold_at, expires_at) >= $5::timestamptz and coalesce(sold_at, expires_at) < $6::timestamptz
),
edges as (
  select duration, buys, entry_tick as tick, sqrt(win_chance * (1 - win_chance)) as weight
  from ended where status in ('won', 'lost')
  union all
  select duration, buys, expiry_tick, -sqrt(win_chance * (1 - win_chance)) from ended where status in ('won', 'lost')
),
steps as (
  select duration, sum(sum(weight)) over ordered as open, lead(tick) over ordered - tick as ticks
  from edges group by duration, buys, tick
  window ordered as (partition by duration, buys order by tick)
),
spread as materialized (
  select duration, sum(open * open * ticks) / (60 * duration) as variance from steps group by duration
),
paid as (
  select width_bucket(t.created_at, $4::timestamptz[]) as day, sum(e.amount) as fees
  from withdrawal_transactions w
  cross join lateral (
    select id, created_at from ledger_transactions where reference = w.id and kind = 'withdrawal_completed' limit 1
  ) t
  cross join lateral (
    select amount from ledger_entries where transaction_id = t.id and account = 'house:fees' limit 1
  ) e
  where w.user_id = $1 and w.id < $3 and t.created_at >= $5 and t.created_at < $6
  group by 1
)
select case when grouping(day) = 0 then 'day' when grouping(duration) = 0 then 'duration' else 'total' end as part,
  coalesce(day, duration, 0) as key, count(*) as positions, count(*) filter (where status = 'won') as won,
  count(*) filter (where status = 'sold') as sold, count(*) filter (where status = 'refunded') as refunded, coalesce(sum(amount), 0)::numeric(24,8) as staked,
  coalesce(sum(amount + profit), 0)::numeric(24,8) as returned,
  coalesce(sum(win_chance) filter (where status in ('won', 'lost')), 0) as expected,
  coalesce((select variance from spread where spread.duration = ended.duration), 0) as variance
from ended group by grouping sets ((day), (duration), ())
union all
select 'fees', day, 0, 0, 0, 0, fees::numeric(24,8), 0, 0, 0 from paid`;

/** Sums up the results of users' positions. One request may read many, so few run at once, and at most one for each user. */
export function createResults({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): (userId: string, query: ResultsQuery) => Promise<Results | Refused> {
  const ofUser = createKeyedQueue();
  const reads = createKeyedQueue({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING });
  return (userId, query) =>
    ofUser.run(userId, () => reads.run("", () => readResults(database, userId, query, clock.nowMs())));
}

export async function readResults(
  database: Queryable,
  userId: string,
  query: ResultsQuery,
  nowMs: number,
): Promise<Results | Refused> {
  const { zone = "UTC", to: last, days: count = USUAL_DAYS } = query;
  // The days can be counted back only from an existing day, and only in a known zone.
  const isKnown = dayStarts(zone, last ?? A_DAY, last ?? A_DAY) !== undefined;
  const to = isKnown ? (last ?? dayAt(zone, nowMs)) : A_DAY;
  const from = query.from ?? dayAfter(to, 1 - Number(count));
  const starts = isKnown ? dayStarts(zone, from, to) : undefined;
  if (starts === undefined) return refuse("results_period_invalid");
  const [begins, ends] = [starts[0]!, starts.at(-1)!];
  // The query has no name: a named one would keep a plan made for fewer positions.
  const { rows } = await database.query<Row>(SUM_RESULTS, [
    userId,
    firstIdAt(begins - LONGEST_MS),
    firstIdAt(ends),
    starts.map((ms) => new Date(ms)),
    new Date(begins),
    new Date(ends),
  ]);
  const find = (part: Row["part"], key: number) => rows.find((row) => row.part === part && row.key === key);
  const days = starts.slice(1).map((_, index) => ({
    day: dayAfter(from, index),
    ...toSums(find("day", index + 1)),
    fees: find("fees", index + 1)?.staked ?? NOTHING,
  }));
  const durations = DURATIONS.map((duration) => {
    const row = find("duration", duration);
    const sums = toSums(row);
    const chances = { expected: row?.expected ?? 0, variance: row?.variance ?? 0 };
    const range = rangeOfWins(chances, sums.positions - sums.sold - sums.refunded);
    return { duration, ...sums, ...chances, range };
  });
  const archived = await listArchived(database, begins - LONGEST_MS, ends);
  const fees = formatMinor(sumMinor(days.map((day) => parseMinor(day.fees))));
  return { zone, from, to, archived, total: { ...toSums(find("total", 0)), fees }, days, durations };
}

const NOTHING = "0.00000000";

function toSums(row: Row | undefined): ResultSums {
  const { positions = 0, won = 0, sold = 0, refunded = 0, staked = NOTHING, returned = NOTHING } = row ?? {};
  const result = formatMinor(sumMinor([parseMinor(returned), parseMinor(`-${staked}`)]));
  return { positions, won, sold, refunded, staked, returned, result };
}

export const resultsFile = ({ from, to, days }: Results, spreadsheet: Spreadsheet | undefined): Streamed => ({
  fileName: `veritick-results-${from}-to-${to}.csv`,
  lines: (async function* () {
    yield resultsFileText(days, spreadsheet);
  })(),
});
