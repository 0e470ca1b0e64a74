import { formatMinor } from "@veritick/domain/money.ts";
import { assertBalanced } from "@veritick/domain/postings.ts";
import type { Entry, TransactionKind } from "@veritick/domain/postings.ts";
import type { Queryable } from "../platform/db/database.ts";

export type Posting = {
  kind: TransactionKind;
  /** The position, deposit, withdrawal or user of the transaction. Each kind happens once for each reference. */
  reference: string | null;
  entries: readonly Entry[];
  at: Date;
  /** The person who decided the transaction, if any. `note` is the reason. */
  actor?: string;
  note?: string;
};

const USER_PREFIX = "user:";

/**
 * Writes one ledger transaction and moves the balances of its users. Locks the users in the order of their ids. Returns the
 * new balances by user.
 *
 * @throws the database's error if a balance would become negative, or the kind has already happened for this reference
 */
export async function post(connection: Queryable, posting: Posting): Promise<Map<string, string>> {
  assertBalanced(posting.entries);
  const { rows } = await connection.query<{ user_id: string; balance: string }>({
    name: "post",
    text: `
      with entry as materialized (
        select * from json_to_recordset($1::json) as e (line smallint, account text, user_id uuid, amount numeric)
      ),
      holder as materialized (
        select u.id, u.balance from users u where u.id in (select user_id from entry) order by u.id for no key update
      ),
      moved as (
        update users u set balance = h.balance + e.amount from entry e join holder h on h.id = e.user_id
        where u.id = e.user_id
        returning u.id as user_id, u.balance
      ),
      recorded as (
        insert into ledger_transactions (kind, reference, created_at, actor, note) values ($2, $3, $4, $5, $6) returning id
      ),
      posted as (
        insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
        select r.id, e.line, $2, e.account, e.amount, m.balance
        from entry e cross join recorded r left join moved m on m.user_id = e.user_id
      )
      select user_id, balance from moved`,
    values: [
      JSON.stringify(
        posting.entries.map(({ account, amountMinor }, line) => ({
          line,
          account,
          user_id: account.startsWith(USER_PREFIX) ? account.slice(USER_PREFIX.length) : null,
          amount: formatMinor(amountMinor),
        })),
      ),
      posting.kind,
      posting.reference,
      posting.at,
      posting.actor ?? null,
      posting.note ?? null,
    ],
  });
  return new Map(rows.map((row) => [row.user_id, row.balance]));
}
