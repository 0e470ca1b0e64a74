import type { Hit } from "@veritick/contract/schemas/admin-search.ts";
import { paymentKeySql } from "../payments/public.ts";
import type { Database } from "../platform/db/database.ts";
import { isId } from "../platform/ids.ts";
import { listUsers } from "./users.ts";

/** The most hits of each kind. */
const MOST = 8;
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const TRANSACTION = /^[0-9a-f]{64}$/i;

type HitRow = Omit<Hit, "userId" | "createdAt"> & { user_id: string | null; created_at: Date };

/**
 * Finds objects by any text that a user may have told an administrator: part of an e-mail, an id, an address, a transaction,
 * or the provider's id of a payment or payout. The form of the text selects the query, and each query follows an index.
 */
export async function search(
  { database, provider }: { database: Database; provider: string },
  text: string,
): Promise<Hit[]> {
  const isWholeId: boolean = isId(text);
  if (isWholeId) return find(database, BY_ID, [text.toLowerCase()]);
  if (ADDRESS.test(text)) return find(database, BY_ADDRESS, [text, MOST]);
  if (TRANSACTION.test(text)) return find(database, BY_TRANSACTION, [text.toLowerCase(), MOST]);
  const [known, users] = await Promise.all([
    find(database, BY_PROVIDER_ID, [provider, text]),
    listUsers(database, { search: text.toLowerCase(), limit: MOST }),
  ]);
  return [
    ...known,
    ...users.map(({ id, email, balance, createdAt }) => ({
      id,
      kind: "user" as const,
      userId: id,
      email,
      amount: balance,
      status: null,
      createdAt,
    })),
  ];
}

async function find(database: Database, text: string, values: unknown[]): Promise<Hit[]> {
  const { rows } = await database.query<HitRow>(text, values);
  return rows.map(({ user_id: userId, created_at: createdAt, ...row }) => ({
    ...row,
    userId,
    createdAt: createdAt.toISOString(),
  }));
}

/** Returns SQL for the hits of one kind in a table `t` that meet a condition. */
const hits = (kind: string, table: string, where: string, columns = "t.amount::text as amount, t.status") => `
  select t.id, '${kind}' as kind, t.user_id, u.email, ${columns}, t.created_at
  from ${table} t left join users u on u.id = t.user_id where ${where}`;

const DEPOSITS = (where: string) => hits("deposit", "deposit_transactions", where);
const WITHDRAWALS = (where: string) => hits("withdrawal", "withdrawal_transactions", where);
const ITEMS = (where: string) =>
  hits(
    "attention",
    "attention_items",
    where,
    `round(coalesce(t.amount, (select p.arrived from payments p
       where t.kind = 'payment' and p.provider = t.provider and p.payment_id = t.payment_id)), 8)::numeric(24,8)::text as amount, case when t.resolved_at is null then 'open' else 'decided' end as status`,
  );

const BY_ID = [
  `select id, 'user' as kind, id as user_id, email, balance::text as amount, null as status, created_at
   from users where id = $1`,
  DEPOSITS("t.id = $1"),
  WITHDRAWALS("t.id = $1"),
  hits("position", "trading_positions", "t.id = $1"),
  ITEMS("t.id = $1"),
  `select p.id, 'proposal' as kind, p.subject as user_id, u.email, p.amount::text as amount,
     coalesce(p.outcome, 'open') as status, p.created_at
   from proposals p left join users u on u.id = p.subject where p.id = $1`,
].join(" union all ");

const newest = (text: string) => `(${text} order by t.id desc limit $2)`;

// The array is evaluated once, and then the deposits are looked up by their ids.
const BY_ADDRESS = [
  newest(DEPOSITS("t.id = any (array(select id from payments where pay_address = $1))")),
  newest(WITHDRAWALS("t.address = $1")),
].join(" union all ");

const BY_TRANSACTION = newest(WITHDRAWALS("t.transaction_hash = $1"));

const BY_PROVIDER_ID = [
  DEPOSITS("t.provider = $1 and t.payment_id = $2"),
  WITHDRAWALS("t.id = (select withdrawal_id from payouts where provider = $1 and payout_id = $2)"),
  ITEMS(`t.key = ${paymentKeySql("$1", "$2")}`),
].join(" union all ");
