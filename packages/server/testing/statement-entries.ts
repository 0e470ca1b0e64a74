import type { Database } from "../src/platform/db/database.ts";

/** The kinds of the entries: mostly positions, a deposit in each thousand, a withdrawal in each ten thousand. */
const DEALT = `
  select n, gen_random_uuid() as reference,
    case when n % 10000 = 2 then 'withdrawal_held' when n % 1000 = 1 then 'deposit_credited'
      when n % 4 = 1 then 'position_won' else 'position_opened' end as kind,
    case when n % 4 = 1 then 3.5 else -1 end as amount,
    $3::timestamptz + n * make_interval(secs => $4) as created_at
  from generate_series(1, $2::integer) as n`;

/**
 * Inserts `count` more entries of a user, one every `everySeconds` after `since`, in one statement and with balanced books.
 * Their references point to nothing, so they serve the statement alone.
 */
export async function seedEntries(
  database: Database,
  userId: string,
  { count, since, everySeconds }: { count: number; since: Date; everySeconds: number },
): Promise<void> {
  await database.query(
    `with dealt as materialized (${DEALT}),
     recorded as (
       insert into ledger_transactions (kind, reference, created_at)
       select kind, reference, created_at from dealt order by n returning id, reference
     ),
     credited as (
       update users set balance = balance + (select sum(amount) from dealt) where id = $1 returning balance
     ),
     running as (
       select r.id, d.kind, d.amount, c.balance - sum(d.amount) over () + sum(d.amount) over (order by r.id) as after
       from dealt d full join recorded r on r.reference = d.reference cross join credited c
     )
     insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
     select r.id, line.line, r.kind, line.account, line.amount, line.balance_after
     from running r cross join lateral (values
       (0::smallint, 'user:' || $1::uuid, r.amount, r.after),
       (1::smallint, 'custody:sandbox', -r.amount, null::numeric)) as line (line, account, amount, balance_after)`,
    [userId, count, since, everySeconds],
  );
}
