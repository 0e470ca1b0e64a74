import type { QueryConfig } from "pg";
import type { Database, Queryable } from "../platform/db/database.ts";
import { holdSchema } from "../platform/db/migrate.ts";
import { winsSql } from "./who-wins.sql.ts";

/** The time limit of one check. A check of a large ledger takes long. */
const CHECK_MS = 3_600_000;

export type LedgerFault = { check: string; faults: number; example: string };

/** Finds positions whose payment is not exactly one transaction between the house and the user. */
const paidOnce = (kind: string, status: string, amount: string) => `
    select 'position ' || p.id from trading_positions p
    left join ledger_transactions t on t.reference = p.id and t.kind = '${kind}'
    left join ledger_entries e on e.transaction_id = t.id
    group by p.id, p.user_id, p.status, p.amount, p.multiplier, p.profit, t.id
    having (p.status = '${status}' and ${amount} > 0) <> (t.id is not null) or (t.id is not null and (
      count(*) <> 2
      or count(*) filter (where e.account = 'user:' || p.user_id and e.amount = ${amount}) <> 1
      or count(*) filter (where e.account = 'house:trading' and e.amount = -(${amount})) <> 1))`;

/** Finds withdrawals that `kind` did not move exactly once although `status` holds, or moved although it does not. */
const movedOnce = (kind: string, status: string, entries: readonly [account: string, amount: string][]) => `
    select 'withdrawal ' || w.id from withdrawal_transactions w
    left join ledger_transactions t on t.reference = w.id and t.kind = '${kind}'
    left join ledger_entries e on e.transaction_id = t.id
    group by w.id, w.user_id, w.status, w.provider, w.amount, w.net_amount, w.fee
    having case when ${status}
      then count(distinct t.id) <> 1 or count(e.line) <> ${entries.map(([, amount]) => `(${amount} <> 0)::int`).join(" + ")}
        ${entries.map(([account, amount]) => `or count(*) filter (where e.account = ${account} and e.amount = ${amount}) <> (${amount} <> 0)::int`).join("\n        ")}
      else count(t.id) <> 0 end`;

/**
 * Joins users with the sums of their entries. Only a full join cannot run as a loop over both, so the conditions on it must
 * hold for rows that lack either side.
 */
const USERS_WITH_SUMS = `
    from users u full join (
      select account, sum(amount) as total from ledger_entries where balance_after is not null group by account
    ) e on e.account = 'user:' || u.id`;

/** The kinds of transaction that book a payment. */
const OF_PAYMENT = `('deposit_credited', 'credited_on_trust', 'trust_settled', 'provider_fee_paid', 'payment_set_aside',
  'payment_claimed')`;
const sumOf = (condition: string) => `coalesce(sum(e.amount) filter (where ${condition}), 0)`;

/** The accounts that make up the house's funds. */
export const HOUSE_FUNDS = "('house:trading', 'house:fees', 'house:capital', 'house:adjustments')";

/** Stored sums, with the view that recomputes them. */
export type KeptSums = { readonly table: string; readonly view: string; readonly columns: readonly string[] };

const SETTLED_COLUMNS = [
  "positions",
  "won",
  "won_expected",
  "won_variance",
  "stakes",
  "result",
  "result_expected",
  "result_variance",
];
const SOLD_COLUMNS = ["positions", "expected", "chance", "stakes", "value", "proceeds"];

export const KEPT_SUMS: Readonly<Record<string, KeptSums>> = {
  "the results that are kept are those of the settled positions": {
    table: "settled_totals",
    view: "settled_sums",
    columns: SETTLED_COLUMNS,
  },
  "the sales that are kept are those of the sold positions": {
    table: "sold_totals",
    view: "sold_sums",
    columns: SOLD_COLUMNS,
  },
};

/** Finds durations whose stored sums differ from those of the positions. */
const keptRight = ({ table, view, columns }: KeptSums) => `
    select 'duration ' || coalesce(k.duration, s.duration) from (
      select duration, ${columns.map((column) => `sum(case when gone then -${column} else ${column} end) as ${column}`).join(", ")}
      from ${table} group by duration
    ) k full join ${view} s on s.duration = k.duration
    where ${columns.map((column) => `coalesce(k.${column}, 0) <> coalesce(s.${column}, 0)`).join(" or ")}`;

/**
 * The queries that find faults. Each returns rows of one text column that names the offender. The ledger is right if all of
 * them return no rows.
 */
export const CHECKS: Readonly<Record<string, string>> = {
  "every transaction sums to zero": `
    select 'transaction ' || transaction_id from ledger_entries
    group by transaction_id having sum(amount) <> 0 or count(*) < 2`,
  "every entry has its transaction and every transaction its entries": `
    select 'transaction ' || coalesce(t.id, e.transaction_id)
    from ledger_transactions t full join (select distinct transaction_id from ledger_entries) e on e.transaction_id = t.id
    where t.id is null or e.transaction_id is null`,
  "every entry is of its transaction's kind": `
    select 'transaction ' || t.id from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where e.kind <> t.kind`,
  "every waived balance is in the audit log, and its account is closed": `
    select 'transaction ' || t.id from ledger_transactions t
    left join audit_log a on a.subject = t.reference and a.action = 'own_account_closed'
    where t.kind = 'balance_waived' and (a.id is null or exists (select from users u where u.id = t.reference)
      or not exists (
        select from ledger_entries e where e.transaction_id = t.id and e.account = 'house:adjustments'
          and e.amount = (a.after ->> 'waived')::numeric))`,
  "every user's balance is the sum of their entries": `
    select 'user ' || u.id ${USERS_WITH_SUMS} where coalesce(u.balance, e.total) <> coalesce(e.total, 0)`,
  "the account of a deleted user is empty": `
    select e.account ${USERS_WITH_SUMS} where u.id is null and coalesce(e.total, 0) <> 0`,
  "every balance after follows from the one before": `
    select 'transaction ' || transaction_id || ', ' || account from (
      select transaction_id, account, balance_after,
        sum(amount) over (partition by account order by transaction_id, line) as running
      from ledger_entries where balance_after is not null
    ) e where balance_after <> running`,
  "every position has exactly its opening entries": `
    select 'position ' || p.id from trading_positions p
    left join ledger_transactions t on t.reference = p.id and t.kind = 'position_opened'
    left join ledger_entries e on e.transaction_id = t.id
    group by p.id, p.user_id, p.amount
    having count(e.line) <> 2
      or count(*) filter (where e.account = 'user:' || p.user_id and e.amount = -p.amount) <> 1
      or count(*) filter (where e.account = 'house:trading' and e.amount = p.amount) <> 1`,
  "every won position was paid once, every other one not at all": paidOnce(
    "position_won",
    "won",
    "p.amount * (1 + p.multiplier)",
  ),
  "every sold position was paid its proceeds once, no other one was": paidOnce(
    "position_sold",
    "sold",
    "p.amount + p.profit",
  ),
  "every sold position has the value its chance says and the fee of its terms": `
    select 'position ' || p.id from trading_positions p
    cross join lateral (
      select p.amount * (1 + p.multiplier) * p.closing_chance as exact,
        (select substring(t.text from 'sellFee ([0-9.]+)')::numeric from price_epochs e join price_terms t on t.hash = e.terms_hash
         where e.epoch = greatest(p.entry_tick / 3600, (g.tick + 1) / 3600) and e.genesis_tick = g.tick) as fee
      from (select max(tick) as tick from price_geneses where tick <= p.entry_tick) g
    ) s
    where p.status = 'sold' and (s.fee is null
      or p.sale_value <> div(s.exact * 100, ${2 ** 40}) / 100
      or p.amount + p.profit <> div(s.exact * (1 - s.fee) * 100, ${2 ** 40}) / 100)`,
  "every refunded position got its stake or its value back once, no other one did": paidOnce(
    "position_refunded",
    "refunded",
    "p.amount + p.profit",
  ),
  "every closed position has the value its chance says": `
    select 'position ' || id from trading_positions where status = 'refunded' and profit <> case
      when closing_chance is null then 0
      else div(amount * (1 + multiplier) * closing_chance * 100, ${2 ** 40}) / 100 - amount end`,
  "every settled position has the result its barrier says": `
    select 'position ' || id from trading_positions
    where status in ('won', 'lost') and (
      (status = 'won') <> (${winsSql()})
      or profit <> case when status = 'won' then amount * multiplier else -amount end)`,
  "every confirmed deposit was credited with what its bookings say, no other one was": `
    select 'deposit ' || d.id from deposit_transactions d left join payment_bookings b on b.deposit_id = d.id
    group by d.id, d.status, d.credited
    having (d.status = 'confirmed') <> (count(b.id) > 0)
      or coalesce(d.credited, 0) <> coalesce(sum(b.credited - b.set_aside), 0)`,
  "every payment has in the ledger what its bookings say": `
    select 'payment ' || p.id from payments p left join payment_bookings b on b.payment = p.id
    group by p.id, p.credited, p.set_aside, p.advanced, p.fee_booked
    having count(b.id) <> coalesce(max(b.number), 0)
      or (p.credited, p.set_aside, p.advanced, p.fee_booked) is distinct from (coalesce(sum(b.credited), 0),
        coalesce(sum(b.set_aside), 0), coalesce(sum(b.advanced), 0), coalesce(sum(b.fee_booked), 0))`,
  "every booking of a payment moved exactly what it says": `
    select 'payment ' || p.id from payments p join payment_bookings b on b.payment = p.id
    left join deposit_transactions d on d.id = b.deposit_id
    left join ledger_transactions t on t.reference = b.id and t.kind in ${OF_PAYMENT}
    left join ledger_entries e on e.transaction_id = t.id
    group by p.id, p.provider, b.id, d.user_id
    having count(e.line) <> 2 * count(distinct t.id)
      or ${sumOf("e.account = 'custody:' || p.provider")} <> b.advanced + b.fee_booked - b.credited
      or ${sumOf("t.kind = 'deposit_credited' and e.account = coalesce('user:' || d.user_id, e.account) and e.balance_after is not null")}
        <> b.credited - b.set_aside
      or ${sumOf("t.kind in ('payment_set_aside', 'payment_claimed') and e.account = 'house:unclaimed'")} <> b.set_aside
      or ${sumOf("t.kind in ('credited_on_trust', 'trust_settled') and e.account = 'house:adjustments'")} <> -b.advanced
      or ${sumOf("t.kind = 'provider_fee_paid' and e.account = 'house:fees'")} <> -b.fee_booked`,
  // The house also advances a payout that was sent after its amount had been returned.
  "every transaction of a payment has its booking": `
    select 'transaction ' || t.id from ledger_transactions t
    where t.kind in ${OF_PAYMENT} and not exists (select from payment_bookings b where b.id = t.reference)
      and not (t.kind = 'credited_on_trust' and exists (select from payouts p where p.withdrawal_id = t.reference))`,
  "every withdrawal has exactly its held entries": movedOnce("withdrawal_held", "true", [
    ["'user:' || w.user_id", "-w.amount"],
    ["'payouts:held'", "w.amount"],
  ]),
  "every failed withdrawal was returned once, no other one was": movedOnce(
    "withdrawal_returned",
    "w.status = 'failed'",
    [
      ["'user:' || w.user_id", "w.amount"],
      ["'payouts:held'", "-w.amount"],
    ],
  ),
  "every completed withdrawal was completed once, no other one was": movedOnce(
    "withdrawal_completed",
    "w.status = 'completed'",
    [
      ["'payouts:held'", "-w.amount"],
      ["'custody:' || w.provider", "w.net_amount"],
      ["'house:fees'", "w.fee"],
    ],
  ),
  "the amount held for payouts equals the open withdrawals": `
    select 'held ' || e.held || ', withdrawals ' || w.open
    from (select coalesce(sum(amount), 0) as held from ledger_entries where account = 'payouts:held') e,
      (select coalesce(sum(amount), 0) as open from withdrawal_transactions
       where status in ('pending', 'processing')) w
    where e.held <> w.open`,
  // By kind, because the account also has the balances of deleted users, which belong to no payment.
  "house:unclaimed has what was set aside and not claimed": `
    select 'entries ' || e.unclaimed || ', payments ' || c.kept
    from (select coalesce(sum(amount), 0) as unclaimed from ledger_entries
       where account = 'house:unclaimed' and kind in ('payment_set_aside', 'payment_claimed')) e,
      (select coalesce(sum(set_aside), 0) as kept from payments) c
    where e.unclaimed <> c.kept`,
  "the house's promises match the open positions": `
    select 'stripes promise ' || s.promised || ', positions ' || p.promised
    from (select coalesce(sum(open_payout), 0) as promised from house_stripes) s,
      (select coalesce(sum(amount * (1 + multiplier)), 0) as promised from trading_positions where status = 'active') p
    where s.promised <> p.promised`,
  "the house's funds match its entries less the stakes at play": `
    select 'stripes hold ' || s.funds || ', entries ' || (e.funds - p.stakes)
    from (select coalesce(sum(funds), 0) as funds from house_stripes) s,
      (select coalesce(sum(amount), 0) as funds from ledger_entries
       where account in ${HOUSE_FUNDS}) e,
      (select coalesce(sum(amount), 0) as stakes from trading_positions where status = 'active') p
    where s.funds <> e.funds - p.stakes`,
  "the counted users match the users": `
    select 'counted ' || k.total || ', there are ' || u.total
    from (select coalesce(sum(total), 0) as total from kept_totals where name = 'users') k,
      (select count(*) as total from users) u
    where k.total <> u.total`,
  "the counted deposits match the credited ones": `
    select 'counted ' || k.total || ', credited ' || e.total
    from (select coalesce(sum(total), 0) as total from kept_totals where name = 'deposits') k,
      (select coalesce(sum(amount), 0) as total from ledger_entries
       where kind = 'deposit_credited' and balance_after is not null) e
    where k.total <> e.total`,
  // These read all positions, because a sample could miss a wrong sum for good. They are the cheapest checks that read
  // positions.
  ...Object.fromEntries(Object.entries(KEPT_SUMS).map(([check, kept]) => [check, keptRight(kept)])),
};

/**
 * Runs every check. An empty result means that the ledger is right. Each check has a snapshot of its own, so that vacuum can
 * work in between. A lock keeps the schema from changing meanwhile.
 */
export function checkLedger(database: Database, signal?: AbortSignal): Promise<LedgerFault[]> {
  return onOwnConnection(database, signal, runChecks);
}

/** Runs `work` on its own connection. The connection and its locks end afterwards, or earlier when the signal aborts. */
export async function onOwnConnection<T>(
  database: Database,
  signal: AbortSignal | undefined,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  let cutOff = () => {};
  try {
    await client.query("set statement_timeout = 0");
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    cutOff = () =>
      void database.query("select pg_terminate_backend($1)", [rows[0]!.pid]).catch(() => undefined);
    signal?.addEventListener("abort", cutOff);
    signal?.throwIfAborted();
    await holdSchema(client, { shared: true });
    return await work(client);
  } finally {
    signal?.removeEventListener("abort", cutOff);
    client.release(true);
  }
}

export async function runChecks(connection: Queryable): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  for (const [check, question] of Object.entries(CHECKS)) {
    const { rows } = await connection.query<{ faults: number; example: string | null }>({
      text: `select count(*) as faults, min(offender) as example from (${question}) as q (offender)`,
      // The driver supports this option, but its types lack it.
      query_timeout: CHECK_MS,
    } as QueryConfig);
    const { faults: count, example } = rows[0]!;
    if (count > 0) faults.push({ check, faults: count, example: example! });
  }
  return faults;
}

export const LEDGER_CHECKS = Object.keys(CHECKS).length;
