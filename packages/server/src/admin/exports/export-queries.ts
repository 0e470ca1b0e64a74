import type { ExportKind } from "@veritick/contract/schemas/admin.ts";
import { idAfter, idBefore } from "../../ledger/public.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { momentSql } from "../../platform/csv.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { firstIdAt } from "../../platform/ids.ts";

/**
 * The export of one kind. `text` reads a page of at most $3 rows in the order of their keys: from $4 on, before $5, and
 * after the last key read so far (from $6 on, null at first). The first cell of each row says whether the row was created
 * from $1 on and before $2 and meets the conditions `selected`. Then comes every column as text, the key first. Only the key
 * and `along` limit the page, so that PostgreSQL always follows one index, regardless of its estimates.
 */
export type ExportFile = {
  readonly columns: readonly string[];
  /** The number of columns that form the key. */
  readonly keys: 1 | 2;
  /**
   * The type of the key, which ascends with time: an id that begins with its time, or the number of a ledger transaction.
   */
  readonly key: "id" | "transaction";
  readonly text: (
    spreadsheet: Spreadsheet | undefined,
    conditions?: { along: readonly string[]; selected: readonly string[] },
  ) => string;
};

/** Columns by their name in the file, each with its SQL expression if that differs from the name. */
type Columns = Record<string, string | undefined>;

const isMoment = (name: string) => name.endsWith("_at");

const select = (spreadsheet: Spreadsheet | undefined, columns: Columns) =>
  Object.entries(columns)
    .map(([name, expression = name]) =>
      isMoment(name) ? momentSql(expression, spreadsheet) : `(${expression})::text`,
    )
    .join(", ");

/** Makes the export of a table whose ids ascend with time. */
const byId = (table: string, columns: Columns): ExportFile => ({
  columns: Object.keys(columns),
  keys: 1,
  key: "id",
  text: (spreadsheet, { along, selected } = { along: [], selected: [] }) => `
      select (${[made("t"), ...selected].join(" and ")})::text, ${select(spreadsheet, columns)} from ${table} t
      where ${["t.id >= $4::uuid and t.id < $5::uuid and ($6::uuid is null or t.id > $6)", ...along].join(" and ")}
      order by t.id limit $3`,
});

/** Returns SQL that is true if the row was created in the period. */
const made = (table: string) =>
  `${table}.created_at >= coalesce($1::timestamptz, '-infinity') and ${table}.created_at < $2::timestamptz`;

const same = (names: string): Columns =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, undefined]),
  );

const emailOf = (id: string) => `select u.email from users u where u.id = ${id}`;

const LEDGER: Columns = {
  transaction_id: "e.transaction_id",
  line: "e.line",
  created_at: "t.created_at",
  kind: "e.kind",
  reference: "t.reference",
  account: "e.account",
  amount: "e.amount",
  balance_after: "e.balance_after",
  actor: "t.actor",
  note: "t.note",
  account_email: `case when e.account like 'user:%' then (${emailOf("substr(e.account, 6)::uuid")}) end`,
  currency: "'USDMS'",
  actor_email: emailOf("t.actor"),
};

/** The exports. New columns come last, so that readers by position keep working. No column is a hash or a secret. */
const FILES: Record<ExportKind, ExportFile> = {
  users: byId("users", {
    ...same(
      "id created_at email email_confirmed_at balance is_admin trading_locked_at withdrawals_locked_at",
    ),
    role: "case when is_admin then 'administrator' else coalesce(staff_role, '') end",
    currency: "'USDMS'",
  }),
  positions: byId("trading_positions", {
    ...same(`id created_at user_id type amount duration multiplier entry_price barrier_price win_chance status result_price
      profit refund_reason expires_at entry_tick expiry_tick closing_tick closing_price sold_at sale_value`),
    user_email: emailOf("t.user_id"),
    currency: "'USDMS'",
  }),
  deposits: byId("deposit_transactions", {
    ...same(`id created_at user_id amount status credited pay_amount provider payment_id pay_address failure_reason decided_by
      updated_at`),
    user_email: emailOf("t.user_id"),
    currency: "'USDMS'",
    pay_currency: "'USDT'",
    decided_at: undefined,
    decided_by_email: emailOf("t.decided_by"),
  }),
  withdrawals: byId("withdrawal_transactions", {
    ...same("id created_at user_id amount fee net_amount address status provider"),
    payout_id: "(select p.payout_id from payouts p where p.withdrawal_id = t.id)",
    ...same("transaction_hash failure_reason updated_at"),
    user_email: emailOf("t.user_id"),
    currency: "'USDMS'",
    net_currency: "'USDT'",
    ...same("decided_by decided_at"),
    decided_by_email: emailOf("t.decided_by"),
  }),
  audit: byId("audit_log", {
    ...same("id created_at action actor address subject target before after reason proposed_by"),
    actor_email: emailOf("t.actor"),
    subject_email: emailOf("t.subject"),
    proposed_by_email: emailOf("t.proposed_by"),
  }),
  ledger: {
    columns: Object.keys(LEDGER),
    keys: 2,
    key: "transaction",
    // `limit 1` keeps PostgreSQL from turning the look-up into a join that reads the whole ledger.
    text: (spreadsheet) => `
      select (${made("t")})::text, ${select(spreadsheet, LEDGER)}
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

const SECRET = "is a secret or made from one";
const INTERNAL = "is how the server works";
const IN_RECEIPT = "is in the receipt, with which the position can be checked";
const PASSING = "holds only while the payment is under way";
const IN_AUDIT = "is in the export of the audit log";

/** The columns that a kind leaves out, with the reason. A test compares columns with the database, so none is forgotten. */
export const LEFT_OUT: Record<ExportKind, Readonly<Record<string, string>>> = {
  users: {
    password: SECRET,
    withdrawal_code: SECRET,
    staff_role: "is part of `role`",
    language: "is about mails only",
    terms_version: "is on the user's page",
    terms_accepted_at: "is on the user's page",
    mail_phrase: "is for its owner alone",
    saved_addresses_only: "is the person's own choice",
    invitation_id: "is on the user's page",
    withdrawals_held_until: "ends by itself",
    limits_set: INTERNAL,
    rights_order: INTERNAL,
  },
  positions: {
    round: IN_RECEIPT,
    win_rule: IN_RECEIPT,
    pull: IN_RECEIPT,
    reach: IN_RECEIPT,
    signing_key: IN_RECEIPT,
    promise_batch: IN_RECEIPT,
    promise_leaf: IN_RECEIPT,
    sale_round: IN_RECEIPT,
    sale_signature: IN_RECEIPT,
    sale_key: IN_RECEIPT,
    closing_chance: "follows from the price of the closing",
    house_stripe: INTERNAL,
  },
  deposits: {
    least_amount: "is the provider's figure and says nothing about money",
    being_checked: PASSING,
    rejection_reason: IN_AUDIT,
    request_key: INTERNAL,
    request_hash: INTERNAL,
  },
  withdrawals: {
    being_checked: PASSING,
    rejection_reason: IN_AUDIT,
  },
  audit: { session_id: "`actor` and `address` say who it was" },
  ledger: { id: "is `transaction_id`" },
};

export const exportFile = (kind: ExportKind): ExportFile => FILES[kind];

/** A period from `from` on and before `to`. */
export type Period = { from: Date | undefined; to: Date | undefined };

const SLACK_MS = 600_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Finds the keys between which the rows of a period lie, so that no others are read. Concurrent statements and differing
 * clocks put keys out of order by seconds at most. So it adds ten minutes on either side, and the query compares each row's
 * own time.
 */
export async function findBounds(
  database: Queryable,
  { key }: ExportFile,
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
    `select ${idBefore("$1")}::text as first, ${idAfter("$2")}::text as end`,
    [fromMs === undefined ? null : new Date(fromMs), toMs === undefined ? null : new Date(toMs)],
  );
  return [rows[0]!.first, rows[0]!.end];
}
