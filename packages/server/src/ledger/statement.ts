import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import type { StatementEntry, StatementKind } from "@veritick/contract/schemas/statement.ts";
import { userAccount } from "@veritick/domain/postings.ts";
import type { TransactionKind } from "@veritick/domain/postings.ts";
import type { LedgerEntry } from "@veritick/contract/schemas/positions.ts";
import { UTF8_MARK } from "../platform/csv.ts";
import type { Reader } from "../platform/csv.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Streamed } from "../platform/http/call.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { idAfter, idBefore } from "./transactions-near.sql.ts";

/** Selects entries of a user. */
export type Selection = {
  userId: string;
  /** All where it is left out. */
  kinds?: readonly StatementKind[] | undefined;
  /** From this instant on. */
  from?: string | undefined;
  /** Before this instant. */
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

/** With the reason that an administrator gave, which is for administrators only. */
type NotedEntry = StatementEntry & { note: string | null };

/**
 * A page of the entries of account $1 of the kinds $2, older than transaction $3, from $4 on and before $5, at most $6.
 *
 * It reads each kind newest first from the start of the page and no further than a page, so the cost does not depend on the
 * length of the statement or on how rare a kind is. It looks up the other columns only for entries that are shown. The limits
 * of one keep the planner from turning these look-ups into a join that reads the ledger.
 *
 * Transaction ids ascend with time, except for statements that ran side by side and clocks that differ. These differences are
 * seconds, so ids from ten minutes outside the dates are safe bounds. Between the bounds each entry's own time decides.
 */
export const LIST_STATEMENT = `
select p.transaction_id, p.kind, t.reference, e.amount, e.balance_after, t.created_at, t.note
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

/** A page of a user's statement as they see it, newest first. */
export const listStatement = async (
  database: Queryable,
  selection: Selection,
  page: StatementPage,
): Promise<StatementEntry[]> => (await readStatement(database, selection, page)).map(toEntry);

/** The same as administrators see it. */
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
const COLUMNS = "kind,reference,amount,balance_after,transaction_id\r\n";
const HEADERS = { program: `time,${COLUMNS}`, spreadsheet: `${UTF8_MARK}time_utc,${COLUMNS}` } as const;

/**
 * A user's whole statement as a file, newest first. It reads page by page as fast as the client does, and holds neither memory
 * nor a transaction.
 *
 * The file shows the entries that existed when the first page was read. Later entries have greater ids, because an entry gets
 * its id while the user's balance is locked.
 */
export async function streamStatement(
  context: { database: Queryable; log: Log },
  selection: Selection,
  at: Date,
  reader: Reader = "program",
): Promise<Streamed> {
  // A failure up to here is answered as on any other call.
  const first = await listStatement(context.database, selection, { limit: PAGE });
  return {
    fileName: `veritick-statement-${at.toISOString().slice(0, 10)}.csv`,
    lines: readPages(context, selection, first, reader),
  };
}

async function* readPages(
  { database, log }: { database: Queryable; log: Log },
  selection: Selection,
  first: StatementEntry[],
  reader: Reader,
): AsyncGenerator<string> {
  yield HEADERS[reader];
  try {
    for (let page = first; page.length > 0;) {
      yield page.map((entry) => toLine(entry, reader)).join("");
      if (page.length < PAGE) return;
      const before = Number(page.at(-1)!.transactionId);
      page = await listStatement(database, selection, { before, limit: PAGE });
    }
  } catch (error) {
    // The answer has begun, so the only way to report the failure is to break the connection: the file looks broken.
    log.error({ error: String(error) }, "a statement could not be sent whole");
    throw error;
  }
}

/** Needs no quoting: no field is text that somebody wrote. */
function toLine(entry: StatementEntry, reader: Reader): string {
  const { createdAt, kind, reference, amount, balanceAfter, transactionId } = entry;
  const time =
    reader === "program" ? createdAt : createdAt.slice(0, "YYYY-MM-DDTHH:MM:SS".length).replace("T", " ");
  return `${[time, kind, reference ?? "", amount, balanceAfter, transactionId].join(",")}\r\n`;
}

/** Every ledger entry about `reference`, in the order in which they were written. */
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

/** The person who decided a transaction. Undefined where no person did, or there is no such transaction. */
export async function findActor(
  database: Queryable,
  kind: TransactionKind,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ actor: string | null }>({
    name: "find_actor",
    text: "select actor from ledger_transactions where reference = $1 and kind = $2",
    values: [reference, kind],
  });
  return rows[0]?.actor ?? undefined;
}
