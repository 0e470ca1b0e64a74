import type { ExportKind } from "@veritick/contract/schemas/admin.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { firstIdAt } from "../../platform/ids.ts";

/**
 * The export of one kind. `text` reads a page of at most $3 rows in the order of their keys: from $4 on, before $5, and after
 * the last key read so far ($6 onwards, null at first). Each row holds first whether it was created from $1 on and before $2,
 * then every column as text, the key first. Only the key limits the page, so that PostgreSQL always follows one index,
 * whatever it expects of the times.
 */
type ExportQuery = {
  readonly columns: readonly string[];
  /** How many of the columns are the key. */
  readonly keys: 1 | 2;
  /** The key ascends with time: an id that begins with its time, or the number of a ledger transaction. */
  readonly key: "id" | "transaction";
  readonly text: string;
};

const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns by their name in the file, each with its SQL expression if that differs from the name. */
type Columns = Record<string, string | undefined>;

const select = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, expression]) => `(${expression ?? name})::text`)
    .join(", ");

/** The export of a table whose ids ascend with time. */
function byId(table: string, columns: Columns): ExportQuery {
  return {
    columns: Object.keys(columns),
    keys: 1,
    key: "id",
    text: `select (${made("t")})::text, ${select(columns)} from ${table} t
           where t.id >= $4::uuid and t.id < $5::uuid and ($6::uuid is null or t.id > $6)
           order by t.id limit $3`,
  };
}

/** Whether the row was created in the period. */
const made = (table: string) =>
  `${table}.created_at >= coalesce($1::timestamptz, '-infinity') and ${table}.created_at < $2::timestamptz`;

const same = (names: string): Columns =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, name.endsWith("_at") ? instant(name) : undefined]),
  );

/** None of these columns is a hash or a secret. */
export const EXPORTS: Record<ExportKind, ExportQuery> = {
  users: byId("users", {
    ...same("id created_at email balance is_admin trading_locked_at withdrawals_locked_at"),
    // Last, so that whatever reads the columns before by their place goes on.
    role: "case when is_admin then 'administrator' else coalesce(staff_role, '') end",
  }),
  positions: byId(
    "trading_positions",
    same(`id created_at user_id type amount duration multiplier entry_price barrier_price win_chance status result_price
      profit refund_reason expires_at entry_tick expiry_tick closing_tick closing_price sold_at sale_value`),
  ),
  deposits: byId(
    "deposit_transactions",
    same(`id created_at user_id amount status credited pay_amount provider payment_id pay_address failure_reason decided_by
      updated_at`),
  ),
  withdrawals: byId(
    "withdrawal_transactions",
    same(`id created_at user_id amount fee net_amount address status provider payout_id transaction_hash failure_reason
      updated_at`),
  ),
  audit: byId(
    "audit_log",
    same("id created_at action actor address subject target before after reason proposed_by"),
  ),
  ledger: {
    columns: [
      "transaction_id",
      "line",
      "created_at",
      "kind",
      "reference",
      "account",
      "amount",
      "balance_after",
      "actor",
      "note",
    ],
    keys: 2,
    key: "transaction",
    // `limit 1` keeps PostgreSQL from turning the look-up into a join that reads the whole ledger.
    text: `select (${made("t")})::text, e.transaction_id::text, e.line::text, ${instant("t.created_at")}, e.kind,
             t.reference::text, e.account, e.amount::text, e.balance_after::text, t.actor::text, t.note
           from (
             select * from ledger_entries e
             where e.transaction_id >= $4::bigint and e.transaction_id < $5::bigint
               and ($6::bigint is null or (e.transaction_id, e.line) > ($6, $7::smallint))
             order by e.transaction_id, e.line limit $3
           ) e
           cross join lateral (
             select created_at, reference, actor, note from ledger_transactions where id = e.transaction_id limit 1
           ) t
           order by e.transaction_id, e.line`,
  },
};

/** From `from` on and before `to`. */
export type Period = { from: Date | undefined; to: Date | undefined };

const SLACK_MS = 600_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Finds the keys between which the rows of a period lie, so that the rest is not read. Concurrent statements and differing
 * clocks put keys out of order by seconds at most. So ten minutes are added on either side, and each row's own time decides.
 */
export async function findBounds(
  database: Queryable,
  { key }: ExportQuery,
  { from, to }: Period,
): Promise<[first: string, end: string]> {
  const fromMs = from === undefined ? undefined : from.getTime() - SLACK_MS;
  const toMs = to === undefined ? undefined : to.getTime() + SLACK_MS;
  if (key === "id") {
    return [
      fromMs === undefined ? LOWEST_ID : firstIdAt(fromMs),
      toMs === undefined ? HIGHEST_ID : firstIdAt(toMs),
    ];
  }
  const { rows } = await database.query<{ first: string; end: string }>(
    `select coalesce((
         select id from ledger_transactions where created_at < $1 order by created_at desc limit 1), 0)::text as first,
       coalesce((
         select id from ledger_transactions where created_at >= $2 order by created_at limit 1),
         9223372036854775807)::text as end`,
    [fromMs === undefined ? null : new Date(fromMs), toMs === undefined ? null : new Date(toMs)],
  );
  return [rows[0]!.first, rows[0]!.end];
}
