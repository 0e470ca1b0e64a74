import { firstIdAt } from "../platform/ids.ts";
import type { Queryable } from "../platform/db/database.ts";
import { TRANSACTION_KINDS } from "@veritick/domain/postings.ts";
import { CHECKS, KEPT_SUMS } from "./check-ledger.ts";
import type { KeptSums, LedgerFault } from "./check-ledger.ts";
import { advance, AT_REST_MS, inRange, NOTHING, sumsOf, WITH_SUMS } from "./sum-entries.ts";
import type { Progress } from "./sum-entries.ts";

// The checks of check-ledger.ts, run over one slice of the books at a time, so that none holds a snapshot for long: vacuum
// cannot remove rows that are deleted while a snapshot is held. `narrowed` is a CTE that hides a whole table behind its
// slice, by name.

/** The longest that a statement, and so a snapshot, may last. */
const SNAPSHOT_MS = 30_000;
/** The rows of a slice. A slice that exceeds the time limit is tried again in smaller ones. */
const SLICE_ROWS = 20_000;
const CANCELLED = "57014";

type Outcome = { faults: LedgerFault[]; progress: Progress };

type Walk = {
  first: string;
  last: string;
  /** Finds the last key of the next slice of `$2` rows after `$1`, up to `$3`. */
  next: string;
  /** The slices that the checks read instead of whole tables: after `$1`, up to and including `$2`. */
  narrowed: string;
  checks: Readonly<Record<string, string>>;
};

const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, CHECKS[name]!]));
const OF_TRANSACTIONS = pick(
  "every transaction sums to zero",
  "every entry has its transaction and every transaction its entries",
  "every entry is of its transaction's kind",
  "every waived balance is in the audit log, and its account is closed",
  "every transaction of a payment has its booking",
);
const OF_ACCOUNTS = pick(
  "every user's balance is the sum of their entries",
  "the account of a deleted user is empty",
  "every balance after follows from the one before",
);
const OF_POSITIONS = pick(
  "every position has exactly its opening entries",
  "every won position was paid once, every other one not at all",
  "every sold position was paid its proceeds once, no other one was",
  "every sold position has the value its chance says and the fee of its terms",
  "every refunded position got its stake or its value back once, no other one did",
  "every closed position has the value its chance says",
  "every settled position has the result its barrier says",
);
const OF_PAYMENTS = pick(
  "every payment has in the ledger what its bookings say",
  "every booking of a payment moved exactly what it says",
);
const OF_DEPOSITS = pick("every confirmed deposit was credited with what its bookings say, no other one was");
const OF_WITHDRAWALS = pick(
  "every withdrawal has exactly its held entries",
  "every failed withdrawal was returned once, no other one was",
  "every completed withdrawal was completed once, no other one was",
);
/** The checks that compare sums of all entries with stored totals in one snapshot. */
const TOTALS = pick(
  "the amount held for payouts equals the open withdrawals",
  "house:unclaimed has what was set aside and not claimed",
  "the house's promises match the open positions",
  "the house's funds match its entries less the stakes at play",
  "the counted users match the users",
  "the counted deposits match the credited ones",
);
/** All checks that run in slices. A test requires them to be those of check-ledger.ts. */
export const SLICED_CHECKS: readonly string[] = [
  ...[OF_TRANSACTIONS, OF_ACCOUNTS, OF_POSITIONS, OF_PAYMENTS, OF_DEPOSITS, OF_WITHDRAWALS, TOTALS].flatMap(
    Object.keys,
  ),
  ...Object.keys(KEPT_SUMS),
];

/** Walks by transaction id, starting after `from`. */
const byTransaction = (from: number, narrowed: string, checks: Walk["checks"]): Walk => ({
  first: String(from),
  last: String(Number.MAX_SAFE_INTEGER),
  next: `select max(id)::text as key from (
           select id from ledger_transactions where id > $1::bigint and id <= $3::bigint order by id limit $2) s`,
  narrowed,
  checks,
});
/** Not materialized: these checks join both slices, which without their indexes would run as a loop over both. */
const TRANSACTIONS = `
  ledger_transactions as not materialized (select * from ledger_transactions where ${inRange("id")}),
  ledger_entries as not materialized (select * from ledger_entries where ${inRange("transaction_id")})`;
const touched = (table: string, ids: string) => `
  ${table} as (select * from ${table} where id in (select ${ids} where ${inRange("t.id")}))`;
const REFERENCE = "reference from ledger_transactions t";
const booked = (column: string) =>
  `b.${column} from ledger_transactions t join payment_bookings b on b.id = t.reference`;
/** The tables that are walked by id, each with its checks and SQL for the ids of rows that transactions are about. */
const TABLES = [
  ["trading_positions", OF_POSITIONS, REFERENCE],
  ["payments", OF_PAYMENTS, booked("payment")],
  ["deposit_transactions", OF_DEPOSITS, booked("deposit_id")],
  ["withdrawal_transactions", OF_WITHDRAWALS, REFERENCE],
] as const;

const NO_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const byId = (table: string, checks: Walk["checks"], first = NO_ID): Walk => ({
  first,
  last: LAST_ID,
  next: `select id::text as key from (
           select id from ${table} where id > $1::uuid and id <= $3::uuid order by id limit $2) s
         order by id desc limit 1`,
  narrowed: `${table} as (select * from ${table} where id > $1::uuid and id <= $2::uuid)`,
  checks,
});

/** SQL for the user id in a bound of accounts. The accounts of users sort in the order of their ids. */
const userOf = (bound: string) => `coalesce(nullif(substr(${bound}, 6), ''), '${NO_ID}')::uuid`;
const BY_ACCOUNT: Walk = {
  first: "user:",
  last: `user:${LAST_ID}`,
  next: `select account as key from (
           select account from ledger_entries
           where balance_after is not null and account > $1 and account <= $3 order by account limit $2) s
         order by account desc limit 1`,
  narrowed: `
    ledger_entries as (
      select * from ledger_entries where balance_after is not null and account > $1 and account <= $2),
    users as (select * from users where id > ${userOf("$1")} and id <= ${userOf("$2")})`,
  checks: OF_ACCOUNTS,
};

const KINDS = TRANSACTION_KINDS.map((kind) => `'${kind}'`).join(", ");
/**
 * SQL for the newest `balance_after` of an account among the entries that meet a condition: one index look-up for each kind.
 */
const newestBalance = (account: string, condition: string) => `(
  select b.balance_after from unnest(array[${KINDS}]) k (kind) cross join lateral (
    select p.balance_after, p.transaction_id, p.line from ledger_entries p
    where p.account = ${account} and p.kind = k.kind and p.balance_after is not null and ${condition}
    order by p.transaction_id desc, p.line desc limit 1) b
  order by b.transaction_id desc, b.line desc limit 1)`;
const MOVED = `select distinct account from ledger_entries where balance_after is not null and ${inRange("transaction_id")}`;
/** The checks of accounts, reduced to the entries of a slice. They presume that all earlier entries are right. */
const OF_MOVED_ACCOUNTS = {
  "every balance after follows from the one before": `
    select 'transaction ' || transaction_id || ', ' || account from (
      select s.transaction_id, s.account, s.amount, s.balance_after,
        coalesce(lag(s.balance_after) over (partition by s.account order by s.transaction_id, s.line),
          ${newestBalance("s.account", "p.transaction_id <= $1::bigint")}, 0) as before
      from ledger_entries s where s.balance_after is not null and ${inRange("s.transaction_id")}
    ) e where balance_after <> before + amount`,
  "every user's balance is the sum of their entries": `
    select 'user ' || u.id from (${MOVED}) m join users u on u.id = substr(m.account, 6)::uuid
    where u.balance <> ${newestBalance("m.account", "true")}`,
  "the account of a deleted user is empty": `
    select m.account from (${MOVED}) m left join users u on u.id = substr(m.account, 6)::uuid
    where u.id is null and ${newestBalance("m.account", "true")} <> 0`,
};

function checker(connection: Queryable, sliceRows: number) {
  const found = new Map<string, LedgerFault>();

  /** Runs all checks of a slice in one statement, which reads the slice once for all of them. */
  async function look(checks: Walk["checks"], narrowed: string, values: unknown[]): Promise<void> {
    const questions = Object.values(checks).map(
      (question, index) => `select ${index} as number, offender from (${question}) as q (offender)`,
    );
    const { rows } = await connection.query<{ number: number; faults: number; example: string }>(
      `with ${narrowed}
       select number, count(*) as faults, min(offender) as example from (
         ${questions.join("\n         union all ")}) as answers group by number order by number`,
      values,
    );
    for (const { number, faults, example } of rows) {
      const check = Object.keys(checks)[number]!;
      const known = found.get(check);
      found.set(check, { check, faults: (known?.faults ?? 0) + faults, example: known?.example ?? example });
    }
  }

  return {
    found: () => [...found.values()],

    /** Compares each total in a statement of its own. It reads all that came since the sums, and no slice makes it shorter. */
    async compareTotals(sums: Progress): Promise<void> {
      for (const [check, question] of Object.entries(TOTALS))
        await look({ [check]: question }, WITH_SUMS, sumsOf(sums));
    },

    async walk({ first, last, next, narrowed, checks }: Walk, work = look): Promise<void> {
      let from = first;
      let size = sliceRows;
      while (from !== last) {
        const { rows } = await connection.query<{ key: string | null }>(next, [from, size, last]);
        // The last slice extends past the last row, because rows may be missing there.
        const to = rows[0]?.key ?? last;
        const before = new Map(found);
        try {
          await work(checks, narrowed, [from, to]);
          from = to;
          size = Math.min(sliceRows, size * 2);
        } catch (error) {
          if ((error as { code?: string }).code !== CANCELLED || size === 1) throw error;
          size = Math.ceil(size / 8);
          found.clear();
          for (const [check, fault] of before) found.set(check, fault);
        }
      }
    },
  };
}

/**
 * Checks all books. It runs beside the server: rows that change meanwhile are not reported as faults.
 *
 * @param sliceRows how many rows a slice has; for tests
 */
export async function checkInSlices(
  connection: Queryable,
  nowMs: number,
  sliceRows = SLICE_ROWS,
): Promise<Outcome> {
  await prepare(connection);
  const { walk, compareTotals, found } = checker(connection, sliceRows);
  await walk(byTransaction(0, TRANSACTIONS, OF_TRANSACTIONS));
  await walk(BY_ACCOUNT);
  for (const [table, checks] of TABLES) await walk(byId(table, checks));
  const progress = await advance(connection, NOTHING, nowMs);
  await compareTotals(progress);
  const faults = found();
  for (const [check, kept] of Object.entries(KEPT_SUMS))
    if ((await differingSums(connection, kept, nowMs, walk)) === true)
      faults.push({ check, faults: 1, example: "a duration" });
  return { faults, progress };
}

/**
 * Checks the entries after `since`, and the totals of all entries. Together with the last full check this covers everything
 * but the stored results. It includes transactions that were running at the last check, because `since` ends an hour before
 * it.
 */
export async function checkSince(connection: Queryable, since: Progress, nowMs: number): Promise<Outcome> {
  await prepare(connection);
  const { walk, compareTotals, found } = checker(connection, SLICE_ROWS);
  const from = since.upTo;
  await walk(byTransaction(from, TRANSACTIONS, OF_TRANSACTIONS));
  // These checks read whole tables by index, so no slice replaces them.
  await walk(byTransaction(from, "nothing as (select 1)", OF_MOVED_ACCOUNTS));
  for (const [table, checks, ids] of TABLES) {
    await walk(byTransaction(from, touched(table, ids), checks));
  }
  await compareTotals(since);
  return { faults: found(), progress: await advance(connection, since, nowMs) };
}

/**
 * Limits the time of each statement, and lets each row of a slice look up the rest by index. Left to choose, PostgreSQL reads
 * whole tables for a slice: it takes a range of ids for one row or for a hundredth of the table.
 */
const prepare = (connection: Queryable) =>
  connection.query(
    `set statement_timeout = ${SNAPSHOT_MS};
     ${["seqscan", "hashjoin", "mergejoin", "material"].map((way) => `set enable_${way} = off`).join("; ")}`,
  );

/** Returns whether stored sums differ from the positions, or undefined if old positions were open, or deleted meanwhile. */
async function differingSums(
  connection: Queryable,
  { table, view: name, columns }: KeptSums,
  nowMs: number,
  walk: (
    walk: Walk,
    work: (checks: Walk["checks"], narrowed: string, values: unknown[]) => Promise<void>,
  ) => Promise<void>,
): Promise<boolean | undefined> {
  const rest = firstIdAt(nowMs - AT_REST_MS);
  const state = async () =>
    (
      await connection.query<{ open: number; gone: string }>(
        `select (select count(*) from trading_positions where status = 'active' and id <= $1) as open,
           (select coalesce(sum(positions), 0)::text from ${table} where gone) as gone`,
        [rest],
      )
    ).rows[0]!;
  const before = await state();
  if (before.open > 0) return undefined;
  const { rows: views } = await connection.query<{ text: string }>(
    `select rtrim(pg_get_viewdef('${name}'::regclass), '; ') as text`,
  );
  const view = views[0]!.text;
  const sums: object[] = [];
  await walk({ ...byId("trading_positions", {}), last: rest }, async (_checks, narrowed, values) => {
    const { rows } = await connection.query<{ sums: object[] | null }>(
      `with ${narrowed} select json_agg(v) as sums from (select duration, ${columns.map((column) => `${column}::text`).join(", ")} from (${view}) w) v`,
      values,
    );
    sums.push(...(rows[0]!.sums ?? []));
  });
  const { rows } = await connection.query<{ differs: boolean }>(
    `with trading_positions as (select * from trading_positions where id > $2::uuid),
       found as (
         select duration, ${columns.map((column) => `sum(${column}) as ${column}`).join(", ")} from (
           select duration, ${columns.join(", ")} from json_to_recordset($1) as s (duration integer, ${columns.map((column) => `${column} numeric`).join(", ")})
           union all select duration, ${columns.join(", ")} from (${view}) v) a group by duration),
       kept as (
         select duration, ${columns.map((column) => `sum(case when gone then -${column} else ${column} end) as ${column}`).join(", ")}
         from ${table} group by duration)
     select exists (
       select from kept k full join found f on f.duration = k.duration
       where ${columns.map((column) => `coalesce(k.${column}, 0) <> coalesce(f.${column}, 0)`).join(" or ")}) as differs`,
    [JSON.stringify(sums), rest],
  );
  const after = await state();
  return after.gone === before.gone && after.open === 0 ? rows[0]!.differs : undefined;
}
