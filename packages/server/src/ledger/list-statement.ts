import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import type { StatementEntry, StatementKind } from "@veritick/contract/schemas/statement.ts";
import { userAccount } from "@veritick/domain/postings.ts";
import type { Queryable } from "../platform/db/database.ts";

/** Whose entries, and which of them. */
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
export type StatementPage = { before?: number | undefined; limit: number };

type Row = {
  transaction_id: number;
  kind: StatementKind;
  reference: string | null;
  amount: string;
  balance_after: string;
  created_at: Date;
};

/**
 * A page of the entries of account $1 of the kinds $2, older than transaction $3, from $4 on and before $5, at most $6.
 *
 * Each kind is read from where the page begins, newest first, and no further than a page reaches: what it costs does
 * not depend on how long the statement is or how rare the kind. The rest of an entry is looked up for those alone that
 * are shown; the limits of one keep those look-ups from being turned into a join that reads the ledger.
 *
 * Transaction ids ascend with time, but for statements that ran side by side and clocks that are not quite the same.
 * That is a matter of seconds, so ids from ten minutes outside the dates are safe bounds; between them each entry's own
 * time decides.
 */
export const LIST_STATEMENT = `
select p.transaction_id, p.kind, t.reference, e.amount, e.balance_after, t.created_at
from (
  select k.kind, found.transaction_id
  from unnest($2::text[]) as k (kind)
  cross join lateral (
    select e.transaction_id
    from ledger_entries e
    where e.account = $1 and e.kind = k.kind and e.balance_after is not null
      and e.transaction_id < least($3::bigint, 9223372036854775807, (
        select t.id from ledger_transactions t
        where t.created_at >= $5::timestamptz + interval '10 minutes' order by t.created_at limit 1))
      and e.transaction_id > coalesce((
        select t.id from ledger_transactions t
        where t.created_at < $4::timestamptz - interval '10 minutes' order by t.created_at desc limit 1), 0)
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
  select t.reference, t.created_at from ledger_transactions t where t.id = p.transaction_id limit 1
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

/** A page of a user's statement, newest first. */
export async function listStatement(
  database: Queryable,
  selection: Selection,
  page: StatementPage,
): Promise<StatementEntry[]> {
  // It has no name: a named one keeps a plan made for whatever the filters were then and however small the ledger was.
  const { rows } = await database.query<Row>(LIST_STATEMENT, statementValues(selection, page));
  return rows.map((row) => ({
    transactionId: String(row.transaction_id),
    kind: row.kind,
    reference: row.reference,
    amount: row.amount,
    balanceAfter: row.balance_after,
    createdAt: row.created_at.toISOString(),
  }));
}
