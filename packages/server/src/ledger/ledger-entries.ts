import type { LedgerEntry } from "@veritick/contract/schemas/positions.ts";
import type { TransactionKind } from "@veritick/domain/postings.ts";
import type { Queryable } from "../platform/db/database.ts";

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
