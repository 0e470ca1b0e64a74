import type { YearQuery, YearSummary, YearSums } from "@veritick/contract/schemas/year-summary.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { dayAt, isZone, monthStarts } from "@veritick/domain/calendar.ts";
import { formatMinor, minor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { TRANSACTION_KINDS, userAccount } from "@veritick/domain/postings.ts";
import type { Clock } from "../platform/clock.ts";
import { createKeyedQueue } from "../platform/concurrency.ts";
import { csvFile } from "../platform/csv.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { INSTALLATION_NAME, readKeptValue } from "../platform/db/kept-values.ts";
import type { Streamed } from "../platform/http/call.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { MOST_AT_ONCE, MOST_WAITING, LONGEST_MS } from "./results.ts";
import { idAfter } from "./transactions-near.sql.ts";

type Row = {
  opening: string;
  closing: string;
  positions: number;
  stakes: string;
  paid: string;
  selling_fees: string;
  deposits: string;
  withdrawals: string;
  withdrawal_fees: string;
};

/**
 * Sums up the movements of account $1, of user $2, in the months that begin at $3. The last instant of $3 ends the last
 * month.
 *
 * A month ends with the newest entry of the account before its end. So the sums of a month are of entries between two ids,
 * and they always lead from one balance to the next. As in the statement, ids from ten minutes after an instant are a safe
 * bound in the search for that entry.
 *
 * The entries of archived positions have only their sum. `archived_sums` has their parts, by parts of a month that lie in
 * one month of any time zone. The fees of sales are not in the ledger, and a sale that paid nothing has no entry.
 */
const SUM_YEAR = `
with starts as materialized (
  select n, at, ${idAfter("b.at + interval '10 minutes'")} as end_id
  from unnest($3::timestamptz[]) with ordinality as b (at, n)
),
border as materialized (
  select s.n, s.at, coalesce(last.id, 0) as id, coalesce(last.balance_after, 0)::numeric(18,8) as balance
  from starts s left join lateral (
    select e.transaction_id as id, e.balance_after from unnest($4::text[]) as k (kind) cross join lateral (
      select e.transaction_id, e.balance_after from ledger_entries e
      where e.account = $1 and e.kind = k.kind and e.balance_after is not null and e.transaction_id < s.end_id
        and (select t.created_at < s.at from ledger_transactions t where t.id = e.transaction_id)
      order by e.transaction_id desc limit 1
    ) e order by 1 desc limit 1
  ) last on true
),
months as materialized (
  select n, at, id, balance as opening, lead(at) over ordered as end_at, lead(id) over ordered as end_id,
    lead(balance) over ordered as closing
  from border window ordered as (order by n)
),
sums as materialized (
  select m.n, k.kind, e.count, e.amount
  from months m cross join unnest($4::text[]) as k (kind) cross join lateral (
    select count(*) as count, coalesce(sum(e.amount), 0) as amount from ledger_entries e
    where e.account = $1 and e.kind = k.kind and e.balance_after is not null
      and e.transaction_id > m.id and e.transaction_id <= m.end_id
  ) e
),
withdrawn as materialized (
  select m.n, sum(w.fee * -sign(e.amount)) as fees
  from months m
  join ledger_entries e on e.account = $1 and e.kind in ('withdrawal_held', 'withdrawal_returned')
    and e.balance_after is not null and e.transaction_id > m.id and e.transaction_id <= m.end_id
  join ledger_transactions t on t.id = e.transaction_id
  join withdrawal_transactions w on w.id = t.reference
  group by m.n
),
sold as materialized (
  select m.n, sum(p.sale_value - p.amount - p.profit) as fees
  from trading_positions p join months m on p.sold_at >= m.at and p.sold_at < m.end_at
  where p.user_id = $2 and p.id >= $5 and p.id < $6 and p.status = 'sold'
  group by m.n
),
archived as materialized (
  select m.n, sum(a.positions) as positions, sum(a.stakes) as stakes, sum(a.paid) as paid, sum(a.selling_fees) as fees
  from archived_sums a join months m on a.part_starts >= m.at and a.part_starts < m.end_at
  where a.user_id = $2
  group by m.n
)
select m.opening, m.closing,
  (s.opened + coalesce(a.positions, 0))::integer as positions,
  (s.stakes + coalesce(a.stakes, 0))::numeric(24,8) as stakes,
  (s.paid + coalesce(a.paid, 0))::numeric(24,8) as paid,
  (coalesce(sold.fees, 0) + coalesce(a.fees, 0))::numeric(24,8) as selling_fees,
  s.deposits::numeric(24,8) as deposits, s.withdrawals::numeric(24,8) as withdrawals,
  coalesce(withdrawn.fees, 0)::numeric(24,8) as withdrawal_fees
from months m
join (
  select n, sum(count) filter (where kind = 'position_opened') as opened,
    -sum(amount) filter (where kind = 'position_opened') as stakes,
    sum(amount) filter (where kind in ('position_won', 'position_sold', 'position_refunded')) as paid,
    sum(amount) filter (where kind = 'deposit_credited') as deposits,
    -sum(amount) filter (where kind in ('withdrawal_held', 'withdrawal_returned')) as withdrawals
  from sums group by n
) s on s.n = m.n
left join withdrawn on withdrawn.n = m.n
left join sold on sold.n = m.n
left join archived a on a.n = m.n
where m.end_at is not null
order by m.n`;

/** Sums up years of users. One request may read many entries, so few run at once, and at most one for each user. */
export function createYearSummaries(context: {
  database: Database;
  clock: Clock;
}): (userId: string, query: YearQuery) => Promise<YearSummary | Refused> {
  const ofUser = createKeyedQueue();
  const reads = createKeyedQueue({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING });
  return (userId, query) =>
    ofUser.run(userId, () =>
      reads.run("", () => readYear(context.database, userId, query, context.clock.nowMs())),
    );
}

export async function readYear(
  database: Queryable,
  userId: string,
  { year: asked, zone = "UTC" }: YearQuery,
  nowMs: number,
): Promise<YearSummary | Refused> {
  if (!isZone(zone)) return refuse("year_invalid");
  const today = dayAt(zone, nowMs);
  const year = asked ?? today.slice(0, 4);
  const all = monthStarts(zone, Number(year));
  const begun = all.filter((ms) => ms <= nowMs).length;
  if (begun === 0) return refuse("year_invalid");
  const starts = all.slice(0, begun + 1);
  const [begins, ends] = [starts[0]!, starts.at(-1)!];
  // The queries have no names: a named one would keep a plan made for fewer entries.
  const { rows } = await database.query<Row>(SUM_YEAR, [
    userAccount(userId),
    userId,
    starts.map((ms) => new Date(ms)),
    TRANSACTION_KINDS,
    firstIdAt(begins - LONGEST_MS),
    firstIdAt(ends),
  ]);
  const { rows: known } = await database.query<{ created_at: Date; archived: string[] }>(
    `select created_at, array(
       select distinct to_char(month, 'YYYY-MM') from archived_sums
       where user_id = $1 and part_starts >= $2 and part_starts < $3 order by 1) as archived
     from users where id = $1`,
    [userId, new Date(begins), new Date(ends)],
  );
  const { created_at, archived } = known[0]!;
  const months = rows.map((row, index) => ({
    month: `${year}-${String(index + 1).padStart(2, "0")}`,
    ...toSums(row),
  }));
  return {
    site: (await readKeptValue(database, INSTALLATION_NAME)) ?? null,
    createdAt: new Date(nowMs).toISOString(),
    zone,
    from: `${year}-01-01`,
    to: [today, `${year}-12-31`].toSorted()[0]!,
    firstYear: dayAt(zone, created_at.getTime()).slice(0, 4),
    lastYear: today.slice(0, 4),
    archived,
    total: totalOf(months),
    months,
  };
}

const sumOf = (...amounts: readonly string[]) => sumMinor(amounts.map(parseMinor));
const minus = (amount: string) => formatMinor(minor(-parseMinor(amount)));

/** The adjustments are whatever else leads from one balance to the next, so no movement is ever left out. */
function toSums(row: Row): YearSums {
  const { opening, closing, positions, stakes, paid, deposits, withdrawals } = row;
  const result = formatMinor(sumOf(paid, minus(stakes)));
  const adjustments = formatMinor(
    sumOf(closing, minus(opening), minus(result), minus(deposits), withdrawals),
  );
  return {
    opening,
    positions,
    stakes,
    paid,
    result,
    sellingFees: row.selling_fees,
    deposits,
    withdrawals,
    withdrawalFees: row.withdrawal_fees,
    adjustments,
    closing,
  };
}

const AMOUNTS = [
  "stakes",
  "paid",
  "result",
  "sellingFees",
  "deposits",
  "withdrawals",
  "withdrawalFees",
  "adjustments",
] as const;

function totalOf(months: readonly YearSums[]): YearSums {
  const sums = AMOUNTS.map((name) => [name, formatMinor(sumOf(...months.map((month) => month[name])))]);
  return {
    ...(Object.fromEntries(sums) as Pick<YearSums, (typeof AMOUNTS)[number]>),
    opening: months[0]!.opening,
    positions: months.reduce((sum, { positions }) => sum + positions, 0),
    closing: months.at(-1)!.closing,
  };
}

const HEADER = [
  "month",
  "opening_balance",
  "positions",
  "stakes",
  "paid",
  "result",
  "selling_fees",
  "deposits",
  "withdrawals",
  "withdrawal_fees",
  "adjustments",
  "closing_balance",
];

const cellsOf = (month: string, sums: YearSums): string[] => [
  month,
  sums.opening,
  String(sums.positions),
  ...AMOUNTS.map((name) => sums[name]),
  sums.closing,
];

export function yearFile(
  { from, total, months }: YearSummary,
  spreadsheet: Spreadsheet | undefined,
  log: Log,
): Streamed {
  const year = from.slice(0, 4);
  const rows = [...months, { ...total, month: year }].map(({ month, ...sums }) => cellsOf(month, sums));
  return csvFile({ name: year, columns: HEADER, spreadsheet, first: { rows }, log });
}
