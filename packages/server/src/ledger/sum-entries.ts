import type { Queryable } from "../platform/db/database.ts";
import { HOUSE_FUNDS } from "./check-ledger.ts";
import { idAfter } from "./transactions-near.sql.ts";

/** The last transaction that was checked, and the sums of all entries up to it, as decimals. */
export type Progress = { upTo: number; held: string; house: string; deposits: string; unclaimed: string };
export const NOTHING: Progress = { upTo: 0, held: "0", house: "0", deposits: "0", unclaimed: "0" };

/** Rows older than this no longer change: positions are settled by then, and no transaction lasts so long. */
export const AT_REST_MS = 3_600_000;
const SUMMED_AT_ONCE = 200_000;

const RANGE = "> $1::bigint and %% <= $2::bigint";
export const inRange = (column: string) => `${column} ${RANGE.replace("%%", column)}`;

/** The entries that are not summed up yet, and each earlier sum as one entry, of a kind that its check counts. */
export const WITH_SUMS = `ledger_entries as (
  select account, kind, amount, balance_after from ledger_entries where transaction_id > $1::bigint
  union all values ('payouts:held', '', $2::numeric, null::numeric), ('house:trading', '', $3::numeric, null),
    ('user:', 'deposit_credited', $4::numeric, 0), ('house:unclaimed', 'payment_set_aside', $5::numeric, null))`;
export const sumsOf = (sums: Progress) => [sums.upTo, sums.held, sums.house, sums.deposits, sums.unclaimed];

/**
 * Finds the last transaction before instant $1 that also precedes every database transaction still writing to the ledger. A
 * writer holds a lock on the table, and its transaction id is younger than those of all rows written before it began.
 */
const AT_REST = `
with writing as (
  select max(age(own.transactionid)) as age from pg_locks l join pg_locks own
    on own.virtualtransaction = l.virtualtransaction and own.locktype = 'transactionid' and own.granted
  where l.locktype = 'relation' and l.relation = 'ledger_transactions'::regclass and l.mode = 'RowExclusiveLock'
    and l.database = (select oid from pg_database where datname = current_database())
),
rest as materialized (
  select least($1::timestamptz, (
    select case when w.age is null then 'infinity' else coalesce((
      select created_at - interval '5 minutes' from ledger_transactions
      where age(xmin) > w.age order by id desc limit 1), '-infinity') end
    from writing w)) as at
)
select id from ledger_transactions
where created_at <= (select at from rest) and id <= ${idAfter("(select at from rest) + interval '1 microsecond'")}
order by id desc limit 1`;

/** Adds the entries that have come to rest since then to the sums. */
export async function advance(connection: Queryable, since: Progress, nowMs: number): Promise<Progress> {
  const { rows } = await connection.query<{ id: number }>(AT_REST, [new Date(nowMs - AT_REST_MS)]);
  const end = Math.max(since.upTo, rows[0]?.id ?? 0);
  let progress = since;
  while (progress.upTo < end) {
    const to = Math.min(end, progress.upTo + SUMMED_AT_ONCE);
    const { rows: sums } = await connection.query<Progress>(
      `select $2::bigint as "upTo",
         ($3::numeric + coalesce(sum(amount) filter (where account = 'payouts:held'), 0))::text as held,
         ($4::numeric + coalesce(sum(amount) filter (where account in ${HOUSE_FUNDS}), 0))::text as house,
         ($5::numeric + coalesce(sum(amount) filter (
           where kind = 'deposit_credited' and balance_after is not null), 0))::text as deposits,
         ($6::numeric + coalesce(sum(amount) filter (
           where account = 'house:unclaimed' and kind in ('payment_set_aside', 'payment_claimed')), 0))::text as unclaimed
       from ledger_entries where ${inRange("transaction_id")}`,
      [progress.upTo, to, progress.held, progress.house, progress.deposits, progress.unclaimed],
    );
    progress = sums[0]!;
  }
  return progress;
}
