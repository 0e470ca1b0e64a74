import { TRANSACTION_KINDS } from "@veritick/domain/postings.ts";
import type pg from "pg";
import { CONSOLE, recordAudit } from "../audit/public.ts";
import type { Month } from "../ledger/public.ts";
import { LOCKS } from "../platform/db/database.ts";
import { holdSchema } from "../platform/db/migrate.ts";
import {
  assertClosed,
  assertSame,
  DAY_MS,
  findState,
  firstDay,
  holdLock,
  ofMonth,
  openArchive,
} from "./archive-month.ts";
import type { ArchiveOptions } from "./archive-month.ts";
import { BackupError } from "./backup-error.ts";
import { checksumOf } from "./manifest.ts";
import type { ArchiveManifest } from "./manifest.ts";
import { openToolConnection } from "./tables.ts";

/**
 * The days after a month's end until it can be removed. Results reach back 92 days, idempotency keys 90, and limits a month.
 */
const REMOVED_AFTER_DAYS = 92;

/** Opens a connection as the owner. It holds back ledger checks, migrations and other archives until it ends. */
export async function openOwner({
  connection,
  tell,
}: Pick<ArchiveOptions, "connection" | "tell">): Promise<pg.Client> {
  const client = await openToolConnection(connection);
  const { rows } = await client.query<{ owns: boolean }>(
    "select pg_has_role(current_user, relowner, 'member') as owns from pg_class where oid = 'ledger_entries'::regclass",
  );
  if (!rows[0]!.owns) {
    await client.end();
    throw new BackupError("Only the owner of the tables is allowed to do this. Set DATABASE_OWNER_URL.");
  }
  await holdSchema(client, { shared: true, tell });
  await holdLock(client, LOCKS.ledgerCheck, () => tell("Waiting for the running ledger check to end."));
  // The planner cannot know the length of a list of ids. These settings keep it from scanning a whole table for one.
  await client.query(
    "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set lock_timeout = '30s'",
  );
  return client;
}

/** The ledger transactions of a slice. Each slice is one database transaction, after which the books are right. */
const SLICE_TRANSACTIONS = 20_000;

/**
 * Removes an archived month from the database, in the order of its ids. One entry replaces the entries of an account's
 * positions between two other movements and within one part of the month, so every balance still follows from the one
 * before. After an interruption at any point, the next run continues there.
 */
export async function removeMonth(
  options: ArchiveOptions & { folder: string; sliceTransactions?: number; onSlice?: () => void },
): Promise<void> {
  const { folder, now, tell, sliceTransactions = SLICE_TRANSACTIONS, onSlice } = options;
  const { manifest, month } = await openArchive(folder, tell);
  const checksum = checksumOf(manifest);
  if (now.getTime() < month.toMs + REMOVED_AFTER_DAYS * DAY_MS)
    throw new BackupError(
      `You can remove ${month.name} ${REMOVED_AFTER_DAYS} days after it ends: results and limits read it until then.`,
    );
  const client = await openOwner(options);
  try {
    const known = await findState(client, month);
    if (known !== undefined && known.checksum !== checksum)
      throw new BackupError(`${month.name} was archived into another folder. Use that folder.`);
    if (known?.state === "restoring")
      throw new BackupError(`A restore of ${month.name} is incomplete. Run it again first.`);
    if (known?.state === "removed") return tell(`${month.name} is already removed.`);
    if (known === undefined) await begin(client, manifest, month, now);
    else tell(`Continuing where the last run was interrupted.`);
    await removeSlices(
      client,
      manifest,
      month,
      Number(known?.transaction_id ?? 0),
      sliceTransactions,
      onSlice,
    );
    await client.query("update archived_months set state = 'removed' where month = $1::date", [
      firstDay(month),
    ]);
    for (const { name } of manifest.tables) await client.query(`vacuum (analyze) ${name}`);
  } finally {
    await client.end();
  }
}

/** Compares the month with its archive and records the start of the removal, before it removes anything. */
async function begin(client: pg.Client, manifest: ArchiveManifest, month: Month, now: Date): Promise<void> {
  await client.query("begin isolation level repeatable read");
  await assertClosed(client, month);
  await assertSame(client, manifest, month);
  const checksum = checksumOf(manifest);
  const [positions, entries] = ["trading_positions", "ledger_entries"].map(
    (name) => manifest.tables.find((table) => table.name === name)!.rows,
  );
  await client.query(
    `insert into archived_months (month, state, account, positions, entries, checksum, created_at)
     values ($1::date, 'removing', 'user:', $2, $3, $4, $5)`,
    [firstDay(month), positions, entries, checksum, now],
  );
  const after = { month: month.name, positions: positions!, entries: entries!, checksum };
  await recordAudit(client, { action: "month_archived", by: CONSOLE, after }, now);
  await client.query("commit");
}

/** The kinds of all entries except those that replace archived ones. */
const OTHER_KINDS = TRANSACTION_KINDS.filter((kind) => kind !== "positions_archived")
  .map((kind) => `'${kind}'`)
  .join(", ");

async function removeSlices(
  client: pg.Client,
  { transactions }: ArchiveManifest,
  month: Month,
  first: number,
  sliceTransactions: number,
  onSlice: (() => void) | undefined,
): Promise<void> {
  await client.query(`
    create temporary table moved (account text, transaction_id bigint, kind text, reference uuid, amount numeric,
      balance_after numeric, created_at timestamptz, starts timestamptz, goes boolean, island bigint) on commit delete rows;
    create temporary table taken_up (account text, transaction_id bigint, amount numeric, starts timestamptz)
      on commit delete rows`);
  for (let after = Math.max(first, transactions.first - 1); after < transactions.last;) {
    const { rows } = await client.query<{ id: string }>(
      `select max(id) as id from (
         select id from ledger_transactions where id > $1 and id <= $3 order by id limit $2) s`,
      [after, sliceTransactions, transactions.last],
    );
    const upTo = Number(rows[0]!.id);
    await client.query("begin; set local veritick.archiving = 'on'");
    await client.query(FIND_MOVED(ofMonth(month)), [after, upTo]);
    await client.query(TAKE_UP, [after, month.name]);
    await client.query(ADD_SUMS, [firstDay(month)]);
    for (const statement of REMOVE) await client.query(statement);
    await client.query(KEEP_SUMS, [month.name]);
    await client.query("update archived_months set transaction_id = $2 where month = $1::date", [
      firstDay(month),
      upTo,
    ]);
    await client.query("commit");
    after = upTo;
    onSlice?.();
  }
}

/**
 * Returns SQL for the beginning of the part of a month that holds an instant. A month begins between fourteen hours before
 * and twelve hours after that of UTC, depending on the time zone, and at a quarter of an hour. So no part lies in two months.
 */
export const partOf = (instant: string): string => {
  const month = `date_trunc('month', ${instant}, 'UTC')`;
  return `case when ${instant} >= ${month} + interval '12 hours'
    and ${instant} < (${month} at time zone 'UTC' + interval '1 month') at time zone 'UTC' - interval '14 hours'
    then ${month} + interval '12 hours' else date_bin('15 minutes', ${instant}, '2000-01-01Z') end`;
};

/**
 * SQL that finds the entries of users in a slice. An island is a run of removed entries between two that stay. An entry
 * belongs to the part of the month of the account's later entries, if their clock was behind.
 */
const FIND_MOVED = (goes: string): string => `
insert into moved
select e.account, t.id, t.kind, t.reference, e.amount, e.balance_after, t.created_at,
  min(${partOf("t.created_at")}) over (partition by e.account order by t.id desc, e.line desc), (${goes}) is true,
  count(*) filter (where (${goes}) is not true) over (partition by e.account order by t.id, e.line)
from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
where t.id > $1 and t.id <= $2 and e.balance_after is not null`;

/**
 * SQL that merges the replacing entry of an earlier slice into the first island, if it is of the same part of the month and
 * no entry that stays lies between.
 */
const TAKE_UP = `
insert into taken_up
select m.account, s.transaction_id, s.amount, m.starts
from (select distinct account, starts from moved where goes and island = 0) m
cross join lateral (
  select e.transaction_id, e.amount from ledger_entries e
  where e.account = m.account and e.kind = 'positions_archived' and e.balance_after is not null and e.transaction_id <= $1
  order by e.transaction_id desc limit 1
) s
join ledger_transactions t on t.id = s.transaction_id and t.note = $2 and ${partOf("t.created_at")} = m.starts
where not exists (
  select from ledger_entries r
  where r.account = m.account and r.kind in (${OTHER_KINDS}) and r.balance_after is not null
    and r.transaction_id > s.transaction_id and r.transaction_id <= $1)`;

/** SQL that adds the positions of a slice to the sums of their users. A sale that paid nothing has no entry, only a fee. */
const ADD_SUMS = `
insert into archived_sums as s (user_id, part_starts, month, positions, stakes, paid, selling_fees)
select u.id, a.starts, $1::date, sum(a.positions), sum(a.stake), sum(a.paid), sum(a.fee)
from (
  select substr(account, 6)::uuid as user_id, starts, (kind = 'position_opened')::integer as positions,
    case kind when 'position_opened' then -amount else 0 end as stake,
    case kind when 'position_opened' then 0 else amount end as paid, 0 as fee
  from moved where goes
  union all
  select user_id, ${partOf("sold_at")}, 0, 0, 0, sale_value - amount - profit from trading_positions
  where status = 'sold' and id = any (array(select reference from moved where goes and kind = 'position_opened'))
) a join users u on u.id = a.user_id
group by u.id, a.starts
on conflict (user_id, part_starts, month) do update set positions = s.positions + excluded.positions,
  stakes = s.stakes + excluded.stakes, paid = s.paid + excluded.paid, selling_fees = s.selling_fees + excluded.selling_fees`;

const GOING = `any (array(
  select transaction_id from moved where goes union all select transaction_id from taken_up))`;
const REMOVE = [
  `delete from trading_positions where status <> 'active'
     and id = any (array(select reference from moved where goes and kind = 'position_opened'))`,
  `delete from ledger_entries where transaction_id = ${GOING}`,
  `delete from ledger_transactions where id = ${GOING}`,
];

/**
 * SQL that replaces each part of an island by one entry with the id of the part's last. A part with the sum zero needs none.
 */
const KEEP_SUMS = `
with part as (
  select account, island, starts, transaction_id, amount, balance_after, created_at from moved where goes
  union all select account, 0, starts, transaction_id, amount, null, null from taken_up
),
island as (
  select account, max(transaction_id) as id, sum(amount) as amount,
    (array_agg(balance_after order by transaction_id desc))[1] as balance_after,
    (array_agg(created_at order by transaction_id desc))[1] as created_at
  from part group by account, island, starts having sum(amount) <> 0
),
recorded as (
  insert into ledger_transactions (id, kind, note, created_at) overriding system value
  select id, 'positions_archived', $1, created_at from island order by id
)
insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
select i.id, line.line, 'positions_archived', line.account, line.amount, line.balance_after
from island i cross join lateral (values
  (0::smallint, 'house:trading', -i.amount, null::numeric),
  (1::smallint, i.account, i.amount, i.balance_after)) as line (line, account, amount, balance_after)`;
