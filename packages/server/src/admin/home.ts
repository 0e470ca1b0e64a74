import * as contract from "@veritick/contract/schemas/admin-home.ts";
import type { HouseDay, HouseDays, Waiting } from "@veritick/contract/schemas/admin-home.ts";
import { idAfter, idBefore } from "../ledger/public.ts";
import { readBacklog } from "../payments/public.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import { LOCKS, transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Log } from "../platform/telemetry/log.ts";

export function homeRoutes(bind: Bind, context: { database: Database; clock: Clock }): void {
  bind(contract.adminWaiting, () => readWaiting(context.database));
  bind(contract.houseDays, () => readHouseDays(context));
}

async function readWaiting(database: Database): Promise<Waiting> {
  const backlog = await readBacklog(database);
  const { rows } = await database.query<{ count: number; since: Date | null }>({
    name: "count_proposals",
    text: "select count(*) as count, min(created_at) as since from proposals where outcome is null",
  });
  const waiting = (count: number, since: Date | null) => ({ count, since: since?.toISOString() ?? null });
  return {
    deposits: waiting(backlog.depositsOpen, backlog.depositSince),
    withdrawals: waiting(backlog.withdrawalsPending, backlog.withdrawalSince),
    payouts: waiting(backlog.payoutsProcessing, backlog.payoutSince),
    attention: waiting(backlog.attentionOpen, backlog.attentionSince),
    proposals: waiting(rows[0]!.count, rows[0]!.since),
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The time after an hour by which all its transactions are committed. */
const SETTLED_MS = 300_000;
const LOOK_TICKS = 60;
const SHOWN_DAYS = 30;
/** The days whose uncounted hours are still counted. Earlier hours are skipped. */
const COUNTED_DAYS = SHOWN_DAYS + 1;
const SLACK = "interval '10 minutes'";
/** The most hours that one run counts, each in its own transaction. */
const MOST_HOURS = 48;
/** The end of the last hour that was counted, in Unix milliseconds. */
const COUNTED_TO = "house-hours-to";

type Context = { database: Database; clock: Clock };

/** Sums up each hour of the house once it is over, in one process. */
export const keepHouseHours = (context: Context & { log: Log }): PeriodicTask =>
  periodically(LOOK_TICKS, "hours of the house", context.log, () => countHours(context));

/** Counts past hours that are not counted yet, oldest first, up to the limit of one run. */
export async function countHours({ database, clock }: Context): Promise<void> {
  const end = Math.floor((clock.nowMs() - SETTLED_MS) / HOUR_MS) * HOUR_MS;
  for (let hours = 0; hours < MOST_HOURS; hours += 1) {
    const isThrough = await transaction(database, (connection) => countNext(connection, end));
    if (isThrough) return;
  }
}

/** Counts one hour. Returns true if none is left, or another process is counting. */
async function countNext(connection: Queryable, endMs: number): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCKS.houseHours}) as taken`,
  );
  if (!rows[0]!.taken) return true;
  const from = await findFrom(connection, endMs);
  if (from === undefined || from >= endMs) return true;
  const hour = [new Date(from), new Date(from + HOUR_MS)];
  // Concurrent statements and differing clocks put ids out of order by seconds. The bounds are read first, because
  // PostgreSQL follows the keys of both tables only if it sees how few of all transactions lie between them.
  const { rows: spans } = await connection.query<{ first: string; last: string }>(
    `select ${idBefore(`$1::timestamptz - ${SLACK}`)}::text as first, ${idAfter(`$2::timestamptz + ${SLACK}`)}::text as last`,
    hour,
  );
  const { first, last } = spans[0]!;
  await connection.query(COUNT, [...hour, first, last]);
  await setKeptValue(connection, COUNTED_TO, String(from + HOUR_MS));
  return false;
}

/** The most transactions that concurrent statements can put out of order. */
const FIRST_ONES = 1_000;

/** Finds the start of the next hour. Returns undefined while the ledger is empty. */
async function findFrom(connection: Queryable, endMs: number): Promise<number | undefined> {
  const kept = await readKeptValue(connection, COUNTED_TO);
  const earliest = endMs - COUNTED_DAYS * DAY_MS;
  if (kept !== undefined) return Math.max(Number(kept), earliest);
  const { rows } = await connection.query<{ created_at: Date | null }>(
    `select min(created_at) as created_at from (
       select created_at from ledger_transactions order by id limit ${FIRST_ONES}) s`,
  );
  const first = rows[0]!.created_at;
  if (first === null) return undefined;
  return Math.max(Math.floor(first.getTime() / HOUR_MS) * HOUR_MS, earliest);
}

const COUNT = `
insert into house_hours (hour, positions, stakes, paid, fees_earned, fees_paid, deposits, withdrawals)
select $1, count(*) filter (where e.kind = 'position_opened'),
  coalesce(sum(e.amount) filter (where e.kind = 'position_opened'), 0),
  coalesce(-sum(e.amount) filter (where e.kind in ('position_won', 'position_sold', 'position_refunded')), 0),
  coalesce(sum(e.amount) filter (where e.account = 'house:fees' and e.kind = 'withdrawal_completed'), 0),
  coalesce(-sum(e.amount) filter (where e.account = 'house:fees' and e.kind <> 'withdrawal_completed'), 0),
  coalesce(sum(e.amount) filter (where e.kind = 'deposit_credited' and e.balance_after is not null), 0),
  coalesce(-sum(e.amount) filter (where e.kind = 'withdrawal_completed' and e.account = 'payouts:held'), 0)
from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
where t.id between $3 and $4 and e.transaction_id between $3 and $4 and t.created_at >= $1 and t.created_at < $2
  and (e.kind not like 'position%' or e.account = 'house:trading')
having count(*) > 0
on conflict (hour) do nothing`;

type DayRow = Record<Exclude<keyof HouseDay, "positions">, string> & { positions: number };

/** Reads the last days of the house, including today, each with its counted hours. */
async function readHouseDays({ database, clock }: Context): Promise<HouseDays> {
  const today = Math.floor(dateOf(clock).getTime() / DAY_MS) * DAY_MS;
  const first = new Date(today - (SHOWN_DAYS - 1) * DAY_MS);
  const { rows } = await database.query<DayRow>({ name: "read_house_days", text: DAYS, values: [first] });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const until = await readKeptValue(database, COUNTED_TO);
  return {
    days: Array.from({ length: SHOWN_DAYS }, (_, n) => {
      const day = new Date(first.getTime() + n * DAY_MS).toISOString().slice(0, 10);
      return byDay.get(day) ?? { day, ...NOTHING };
    }),
    until: until === undefined ? null : new Date(Number(until)).toISOString(),
  };
}

const sum = (column: string, name = column) => `sum(${column})::numeric(24,8)::text as "${name}"`;

const DAYS = `
select to_char(hour at time zone 'utc', 'YYYY-MM-DD') as day, sum(positions)::bigint as positions, ${sum("stakes")},
  ${sum("paid")}, ${sum("fees_earned", "feesEarned")}, ${sum("fees_paid", "feesPaid")}, ${sum("deposits")},
  ${sum("withdrawals")}
from house_hours where hour >= $1 group by 1`;

const ZERO = "0.00000000";
const NOTHING = {
  positions: 0,
  stakes: ZERO,
  paid: ZERO,
  feesEarned: ZERO,
  feesPaid: ZERO,
  deposits: ZERO,
  withdrawals: ZERO,
};
