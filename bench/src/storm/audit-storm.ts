import { formatMinor, minor, sumMinor } from "@veritick/domain/money.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import type { StormPayment } from "./vendor-calls.ts";

type Row = { id: string; user_id: string; status: string; credited: string | null; times: number };

/** Returns the faults after a storm: each deposit must be credited once with the amount that arrived, to the cent. */
export async function auditStorm(database: Database, payments: readonly StormPayment[]): Promise<string[]> {
  const faults = (await checkLedger(database)).map((fault) => `ledger: ${JSON.stringify(fault)}`);
  const { rows } = await database.query<Row>(
    `select d.id, d.user_id, d.status, d.credited,
       (select count(*) from ledger_transactions t where t.reference = d.id and t.kind = 'deposit_credited') as times
     from deposit_transactions d`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const owed = new Map<string, StormPayment[]>();
  for (const payment of payments) {
    const row = byId.get(payment.depositId);
    const seen = `${row?.status} ${row?.credited} ${row?.times} times`;
    const due = `confirmed ${formatMinor(payment.credited)} 1 times`;
    if (seen !== due) faults.push(`deposit ${payment.depositId}: ${seen}, not ${due}`);
    if (row !== undefined) owed.set(row.user_id, [...(owed.get(row.user_id) ?? []), payment]);
  }
  if (rows.length !== payments.length) faults.push(`${rows.length} deposits for ${payments.length} payments`);
  const users = await database.query<{ id: string; balance: string }>("select id, balance from users");
  for (const { id, balance } of users.rows) {
    const due = formatMinor(minor(sumMinor((owed.get(id) ?? []).map(({ credited }) => credited))));
    if (balance !== due) faults.push(`user ${id} has ${balance}, not ${due}`);
  }
  const items = await database.query<{ reason: string; key: string }>(
    "select reason, key from attention_items",
  );
  faults.push(...items.rows.map(({ reason, key }) => `on the attention list: ${key} ${reason}`));
  return faults;
}
