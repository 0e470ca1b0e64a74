import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import type { StatementEntry, StatementKind } from "@veritick/contract/schemas/statement.ts";
import { userAccount } from "@veritick/domain/postings.ts";
import type { LedgerEntry } from "@veritick/contract/schemas/positions.ts";
import { csvMoment } from "@veritick/domain/csv.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { csvFile } from "../platform/csv.ts";
import type { CsvPage } from "../platform/csv.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Streamed } from "../platform/http/call.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { idAfter, idBefore } from "./transactions-near.sql.ts";

export type Selection = {
  userId: string;
  /** The kinds to show; all by default. */
  kinds?: readonly StatementKind[] | undefined;
  from?: string | undefined;
  /** The instant after the last one. */
  to?: string | undefined;
};

/** `before` is the id of the transaction that the page follows. */
type StatementPage = { before?: number | undefined; limit: number };

type Row = {
  transaction_id: number;
  kind: StatementKind;
  reference: string | null;
  amount: string;
  balance_after: string;
  created_at: Date;
  note: string | null;
};

/** An entry with the reason that an administrator gave. Only administrators see the reason. */
type NotedEntry = StatementEntry & { note: string | null };

/**
 * Lists at most $6 entries of account $1 of the kinds $2, older than transaction $3, from $4 on and before $5.
 *
 * It reads at most a page of each kind, newest first from the start of the page. So the cost does not depend on the length
 * of the statement or on how rare a kind is. It looks up the other columns only for entries of the page. `limit 1` keeps the
 * planner from turning these look-ups into a join that reads the ledger.
 *
 * Transaction ids ascend with time, except for concurrent statements and differing clocks. These differences are seconds, so
 * ids from ten minutes outside the dates are safe bounds. Between the bounds, the query compares each entry's own time.
 */
export const LIST_STATEMENT = `
select p.transaction_id, p.kind, coalesce(b.deposit_id, t.reference) as reference, e.amount, e.balance_after, t.created_at, t.note
from (
  select k.kind, found.transaction_id
  from unnest($2::text[]) as k (kind)
  cross join lateral (
    select e.transaction_id
    from ledger_entries e
    where e.account = $1 and e.kind = k.kind and e.balance_after is not null
      and e.transaction_id < least($3::bigint, ${idAfter("$5::timestamptz + interval '10 minutes'")})
      and e.transaction_id > ${idBefore("$4::timestamptz - interval '10 minutes'")}
      and ($4::timestamptz is null and $5::timestamptz is null or (
        select t.created_at >= coalesce($4, '-infinity') and t.created_at < coalesce($5, 'infinity')
        from ledger_transactions t where t.id = e.transaction_id))
    order by e.transaction_id desc limit $6
  ) found
  order by found.transaction_id desc limit $6
) p
cross join lateral (
  select e.amount, e.balance_after from ledger_entries e
  where e.transaction_id = p.transaction_id and e.account = $1 limit 1
) e
cross join lateral (
  select t.reference, t.created_at, t.note from ledger_transactions t where t.id = p.transaction_id limit 1
) t
left join payment_bookings b on p.kind = 'deposit_credited' and b.id = t.reference
order by p.transaction_id desc`;

export function statementValues(selection: Selection, page: StatementPage): unknown[] {
  const instant = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return [
    userAccount(selection.userId),
    selection.kinds ?? STATEMENT_KINDS,
    page.before ?? null,
    instant(selection.from),
    instant(selection.to),
    page.limit,
  ];
}

export const listStatement = async (
  database: Queryable,
  selection: Selection,
  page: StatementPage,
): Promise<StatementEntry[]> => (await readStatement(database, selection, page)).map(toEntry);

export const listNotedStatement = async (
  database: Queryable,
  selection: Selection,
  page: StatementPage,
): Promise<NotedEntry[]> =>
  (await readStatement(database, selection, page)).map((row) => ({ ...toEntry(row), note: row.note }));

async function readStatement(database: Queryable, selection: Selection, page: StatementPage): Promise<Row[]> {
  // The query has no name: a named one would keep a plan made for other filters and a smaller ledger.
  const { rows } = await database.query<Row>(LIST_STATEMENT, statementValues(selection, page));
  return rows;
}

const toEntry = (row: Row): StatementEntry => ({
  transactionId: String(row.transaction_id),
  kind: row.kind,
  reference: row.reference,
  amount: row.amount,
  balanceAfter: row.balance_after,
  createdAt: row.created_at.toISOString(),
});

const PAGE = 1_000;

/**
 * Streams a user's whole statement as a file, newest first. It shows the entries that existed when the first page was read.
 * Later entries have greater ids, because an entry gets its id while the user's balance is locked.
 */
export async function streamStatement(
  { database, log }: { database: Queryable; log: Log },
  { spreadsheet, ...selection }: Selection & { spreadsheet?: Spreadsheet | undefined },
  at: Date,
): Promise<Streamed> {
  const readPage = async (before?: number): Promise<CsvPage> => {
    const entries = await listStatement(database, selection, { before, limit: PAGE });
    return {
      rows: entries.map(({ createdAt, kind, reference, amount, balanceAfter, transactionId }) => [
        csvMoment(createdAt, spreadsheet),
        kind,
        reference,
        amount,
        balanceAfter,
        transactionId,
      ]),
      next: entries.length < PAGE ? undefined : () => readPage(Number(entries.at(-1)!.transactionId)),
    };
  };
  return csvFile({
    name: `statement-${at.toISOString().slice(0, 10)}`,
    columns: ["time", "kind", "reference", "amount", "balance_after", "transaction_id"],
    spreadsheet,
    first: await readPage(),
    log,
  });
}

/** Lists every ledger entry about `reference` in the order of writing. */
export async function listEntriesOf(database: Queryable, reference: string): Promise<LedgerEntry[]> {
  const { rows } = await database.query<{
    transaction_id: number;
    kind: string;
    account: string;
    amount: string;
    balance_after: string | null;
    created_at: Date;
  }>({
    name: "list_entries_of",
    text: `select e.transaction_id, t.kind, e.account, e.amount, e.balance_after, t.created_at
           from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
           where t.reference = $1 order by e.transaction_id, e.line`,
    values: [reference],
  });
  return rows.map((row) => ({
    transactionId: String(row.transaction_id),
    kind: row.kind,
    account: row.account,
    amount: row.amount,
    balanceAfter: row.balance_after,
    createdAt: row.created_at.toISOString(),
  }));
}
