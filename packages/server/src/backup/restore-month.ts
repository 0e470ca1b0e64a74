import type pg from "pg";
import { CONSOLE, recordAudit } from "../audit/public.ts";
import { KEPT_SUMS } from "../ledger/public.ts";
import type { Month } from "../ledger/public.ts";
import type { Connection } from "../platform/db/database.ts";
import { assertSame, findState, firstDay, openArchive, rowsOfMonth } from "./archive-month.ts";
import { openOwner } from "./remove-month.ts";
import { BackupError } from "./backup-error.ts";
import { checksumOf } from "./manifest.ts";
import type { ArchiveManifest } from "./manifest.ts";
import type { Tell } from "./make-backup.ts";
import { columnsOf, loadTable, measureRows } from "./tables.ts";

const SLICE_ENTRIES = 20_000;
const POSITIONS = "trading_positions";

/**
 * Brings an archived month back, account by account, and compares it with the archive. It leaves out positions of accounts
 * that were deleted since. After an interruption at any point, the next run continues there.
 */
export async function restoreMonth(options: {
  connection: Connection;
  folder: string;
  now: Date;
  tell: Tell;
  sliceEntries?: number;
  onSlice?: () => void;
}): Promise<void> {
  const { folder, now, tell, sliceEntries = SLICE_ENTRIES, onSlice } = options;
  const { manifest, month } = await openArchive(folder, tell);
  const checksum = checksumOf(manifest);
  const client = await openOwner(options);
  try {
    const known = await findState(client, month);
    if (known === undefined) throw new BackupError(`${month.name} is already in the database.`);
    if (known.checksum !== checksum)
      throw new BackupError(`${month.name} was archived into another folder. Use that folder.`);
    if (known.state === "restoring") tell("Continuing where the last run was interrupted.");
    else await begin(client, manifest, month, now);
    await load(client, folder, manifest);
    await bringBack(
      client,
      manifest,
      month,
      known.state === "restoring" ? known.account : "user:",
      sliceEntries,
      onSlice,
    );
    await client.query("begin isolation level repeatable read");
    await assertBack(client, manifest, month, tell);
    await client.query("delete from archived_months where month = $1::date", [firstDay(month)]);
    await client.query("commit");
    for (const { name } of manifest.tables) await client.query(`vacuum (analyze) ${name}`);
  } finally {
    await client.end();
  }
}

async function begin(client: pg.Client, manifest: ArchiveManifest, month: Month, now: Date): Promise<void> {
  await client.query("begin");
  await client.query(
    "update archived_months set state = 'restoring', account = 'user:' where month = $1::date",
    [firstDay(month)],
  );
  const after = { month: month.name, checksum: checksumOf(manifest) };
  await recordAudit(client, { action: "month_restored", by: CONSOLE, after }, now);
  await client.query("commit");
}

async function load(client: pg.Client, folder: string, { tables }: ArchiveManifest): Promise<void> {
  await client.query("begin");
  for (const table of tables) {
    const columns = table.columns.map((column) => `"${column}"`).join(", ");
    await client.query(
      `create temporary table archived_${table.name} as select ${columns} from ${table.name} limit 0`,
    );
    await loadTable(client, folder, table, { into: `archived_${table.name}` });
  }
  await client.query(`
    create index on archived_${POSITIONS} (user_id);
    create index on archived_ledger_transactions (id);
    create index on archived_ledger_entries (transaction_id);
    create index on archived_ledger_entries (account) where balance_after is not null;
    create temporary table back (id uuid) on commit delete rows`);
  await client.query("commit");
  for (const { name } of tables) await client.query(`analyze archived_${name}`);
}

const NO_ID = "00000000-0000-0000-0000-000000000000";
/** Returns SQL that is true for the users of the accounts after $1, up to and including $2. */
const isInSlice = (userId: string): string =>
  `${userId} > coalesce(nullif(substr($1::text, 6), ''), '${NO_ID}')::uuid and ${userId} <= substr($2::text, 6)::uuid`;

async function bringBack(
  client: pg.Client,
  { tables, transactions }: ArchiveManifest,
  month: Month,
  first: string,
  sliceEntries: number,
  onSlice: (() => void) | undefined,
): Promise<void> {
  const columns = (name: string) => {
    const table = tables.find((one) => one.name === name)!;
    return { into: columnsOf(table), from: table.columns.map((column) => `t."${column}"`).join(", ") };
  };
  for (let after = first; ;) {
    const { rows } = await client.query<{ account: string }>(
      `select account from (select account from archived_ledger_entries where balance_after is not null and account > $1
         order by account limit $2) s order by account desc limit 1`,
      [after, sliceEntries],
    );
    const upTo = rows[0]?.account;
    if (upTo === undefined) return;
    await client.query("begin; set local veritick.archiving = 'on'");
    const stands = await client.query<{ id: string }>(
      `select t.id from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where e.account > $1 and e.account <= $2 and e.kind = 'positions_archived' and e.balance_after is not null
         and e.transaction_id between $3 and $4 and t.note = $5`,
      [after, upTo, transactions.first, transactions.last, month.name],
    );
    const ids = stands.rows.map(({ id }) => id);
    await client.query("delete from ledger_entries where transaction_id = any ($1::bigint[])", [ids]);
    await client.query("delete from ledger_transactions where id = any ($1::bigint[])", [ids]);
    await client.query(`delete from archived_sums where month = $3::date and ${isInSlice("user_id")}`, [
      after,
      upTo,
      firstDay(month),
    ]);
    const moved = `any (array(select transaction_id from archived_ledger_entries
      where balance_after is not null and account > $1 and account <= $2))`;
    // An interrupted removal has left some of these rows in place.
    for (const [name, key] of [
      ["ledger_transactions", "id"],
      ["ledger_entries", "transaction_id"],
    ] as const) {
      const { into, from } = columns(name);
      await client.query(
        `insert into ${into} overriding system value select ${from} from archived_${name} t where t.${key} = ${moved}
         on conflict do nothing`,
        [after, upTo],
      );
    }
    const { into, from } = columns(POSITIONS);
    await client.query(
      `with inserted as (
         insert into ${into} select ${from} from archived_${POSITIONS} t join users u on u.id = t.user_id
         where ${isInSlice("t.user_id")} on conflict do nothing returning id)
       insert into back select id from inserted`,
      [after, upTo],
    );
    await countBack(client);
    await client.query("update archived_months set account = $2 where month = $1::date", [
      firstDay(month),
      upTo,
    ]);
    await client.query("commit");
    after = upTo;
    onSlice?.();
  }
}

async function countBack(client: pg.Client): Promise<void> {
  const { columns } = Object.values(KEPT_SUMS).find(({ table }) => table === "settled_totals")!;
  const { rows: views } = await client.query<{ text: string }>(
    "select rtrim(pg_get_viewdef('settled_sums'::regclass), '; ') as text",
  );
  const narrowed = `trading_positions as (select * from trading_positions where id = any (array(select id from back)))`;
  const names = columns.join(", ");
  await client.query(
    `with ${narrowed}
     insert into settled_totals as t (duration, gone, part, ${names})
     select duration, true, 0, ${columns.map((column) => `-${column}`).join(", ")} from (${views[0]!.text}) v order by duration
     on conflict (duration, gone, part) do update set ${columns.map((column) => `${column} = t.${column} + excluded.${column}`).join(", ")}`,
  );
  await client.query(
    `with ${narrowed}
     insert into sold_totals as t (duration, gone, epoch, part, positions, expected, chance, stakes, value, proceeds)
     select duration, true, closing_tick / 3600, 0, -count(*), -sum(win_chance::numeric), -sum(closing_chance), -sum(amount),
       -sum(sale_value), -sum(amount + profit)
     from trading_positions where status = 'sold' group by duration, closing_tick / 3600 order by 1, 3
     on conflict (duration, gone, epoch, part) do update set
       positions = t.positions + excluded.positions, expected = t.expected + excluded.expected,
       chance = t.chance + excluded.chance, stakes = t.stakes + excluded.stakes, value = t.value + excluded.value,
       proceeds = t.proceeds + excluded.proceeds`,
  );
}

/** Throws unless the ledger's rows equal the archive, and the positions too, except those of deleted accounts. */
async function assertBack(
  client: pg.Client,
  manifest: ArchiveManifest,
  month: Month,
  tell: Tell,
): Promise<void> {
  await assertSame(client, manifest, month, "ledger_transactions");
  await assertSame(client, manifest, month, "ledger_entries");
  const { rows } = await client.query<{ gone: string }>(
    `select count(*) as gone from archived_${POSITIONS} t where not exists (select from users u where u.id = t.user_id)`,
  );
  const gone = Number(rows[0]!.gone);
  if (gone === 0) await assertSame(client, manifest, month, POSITIONS);
  else {
    const table = manifest.tables.find(({ name }) => name === POSITIONS)!;
    const found = await measureRows(client, rowsOfMonth(table, month));
    const kept = await measureRows(
      client,
      `select ${table.columns.map((column) => `t."${column}"`).join(", ")} from archived_${POSITIONS} t
       join users u on u.id = t.user_id order by t.id`,
    );
    if (found.sha256 !== kept.sha256)
      throw new BackupError(`The positions of ${month.name} differ from the archive.`);
    tell(`${gone} positions of deleted accounts were left out.`);
  }
  tell(`${month.name} is restored and matches the archive.`);
}
