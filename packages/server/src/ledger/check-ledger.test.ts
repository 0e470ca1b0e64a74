import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { environmentOf, runScript } from "../../testing/backups.ts";
import { closeAll } from "../../testing/end-price.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { LOCKS } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { CHECKS as ALL_CHECKS, runChecks } from "./check-ledger.ts";
import { checkInSlices, checkSince, SLICED_CHECKS } from "./check-ledger-slices.ts";
import { checkLedgerHourly, LEDGER_CHECKS } from "./public.ts";

// The log would show the faults that these tests make on purpose.
const log = createLog("silent");
const scope = useApp({}, { log });

/** One person with a won, a lost, a sold, a refunded and an open position, a deposit on its way, and withdrawals of every state. */
beforeAll(async () => {
  const { app } = scope;
  const [client] = await withdrawingPeople(app, 1, "1000");
  const open = (duration: number) =>
    client!.post("/api/trading/positions", { type: "buy", amount: 2, duration });
  const has = async (status: string) =>
    ((await client!.get("/api/trading/positions")).body as { status: string }[]).some(
      (found) => found.status === status,
    );
  for (let round = 0; round < 60 && !((await has("won")) && (await has("lost"))); round += 1) {
    await open(1);
    app.clock.jump(60);
    await app.settled();
  }
  const sold = await open(3);
  await client!.post(`/api/trading/positions/${sold.body.id}/sell`, { minProceeds: "0.00" });
  await open(5);
  await closeAll(app.database, new Date(app.clock.nowMs()));
  await open(10);
  const admin = await seedAdmin(app);
  const ids: string[] = [];
  for (const amount of [16, 17, 18, 19]) ids.push((await withdraw(client!, { amount })).body.id as string);
  await admin.post(`/api/admin/withdrawals/${ids[0]}/approve`);
  await scope.pass(8);
  await admin.post(`/api/admin/withdrawals/${ids[1]}/reject`);
  await admin.post(`/api/admin/withdrawals/${ids[2]}/approve`);
  await client!.post("/api/deposits", { amount: 20 });
});

/** Makes a fault while the database's rules are off, returns the checks that find it, and undoes it. */
async function faultsAfter(corruption: string): Promise<string[]> {
  const connection = await scope.app.database.connect();
  try {
    await connection.query("begin; set local session_replication_role = replica");
    // Table constraints apply to replicas too, so the transaction drops those that forbid the faults.
    await connection.query(`
      alter table users drop constraint users_balance_not_negative;
      alter table ledger_entries drop constraint ledger_entries_amount_check;
      alter table ledger_transactions drop constraint ledger_transactions_once`);
    const { rowCount } = await connection.query(corruption);
    expect(rowCount, "the fault was made").toBeGreaterThan(0);
    const found = (await runChecks(connection)).map(({ check }) => check);
    // The nightly check finds the same faults even in slices of three rows.
    const { faults } = await checkInSlices(connection, scope.app.clock.nowMs(), 3);
    expect(faults.map(({ check }) => check).toSorted()).toEqual(found.toSorted());
    return found;
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}

/** Runs `npm run ledger:check` on this file's database beside the running server. */
const runCommand = () => runScript("cli/ledger-check.ts", [], environmentOf(scope.connection));

const anyOf = (status: string) => `(select id from trading_positions where status = '${status}' limit 1)`;
const withdrawalOf = (status: string) =>
  `(select id from withdrawal_transactions where status = '${status}')`;
const transactionOf = (kind: string) => `(select id from ledger_transactions where kind = '${kind}' limit 1)`;

/** For each check, the faults that it finds. */
const FAULTS: Record<string, readonly string[]> = {
  "every transaction sums to zero": [
    `update ledger_entries set amount = amount + 1 where account = 'house:capital'`,
    `delete from ledger_entries where transaction_id = ${transactionOf("genesis_capital")} and account = 'house:capital'`,
  ],
  "every entry has its transaction and every transaction its entries": [
    `delete from ledger_transactions where kind = 'genesis_capital'`,
    `insert into ledger_transactions (kind, created_at) values ('nothing', now())`,
  ],
  "every entry is of its transaction's kind": [
    `update ledger_entries set kind = 'position_won' where account = 'house:capital'`,
  ],
  "every waived balance is in the audit log, and its account is closed": [
    `insert into ledger_transactions (kind, reference, created_at) select 'balance_waived', id, now() from users limit 1`,
  ],
  "every user's balance is the sum of their entries": [
    "update users set balance = balance + 0.00000001",
    `insert into users (id, email, password, balance, created_at)
     values ('0199a3f0-0000-7000-8000-000000000009', 'x@example.com', '', 1, now())`,
  ],
  "every balance after follows from the one before": [
    `update ledger_entries set balance_after = balance_after + 1
     where (transaction_id, line) = (
       select transaction_id, line from ledger_entries where balance_after is not null order by 1 limit 1)`,
  ],
  "every position has exactly its opening entries": [
    `delete from ledger_entries where transaction_id = (
       select id from ledger_transactions where reference = ${anyOf("lost")} and kind = 'position_opened')`,
    `update trading_positions set amount = amount + 1 where id = ${anyOf("lost")}`,
  ],
  "every won position was paid once, every other one not at all": [
    `delete from ledger_transactions where reference = ${anyOf("won")} and kind = 'position_won'`,
    `insert into ledger_transactions (kind, reference, created_at)
     select 'position_won', reference, created_at from ledger_transactions
     where reference = ${anyOf("won")} and kind = 'position_won'`,
    `insert into ledger_transactions (kind, reference, created_at) values ('position_won', ${anyOf("lost")}, now())`,
    `update ledger_entries set account = 'house:fees'
     where transaction_id = ${transactionOf("position_won")} and account = 'house:trading'`,
  ],
  "every refunded position got its stake or its value back once, no other one did": [
    `update ledger_transactions set reference = ${anyOf("active")} where kind = 'position_refunded'`,
  ],
  "every closed position has the value its chance says": [
    "update trading_positions set closing_tick = 1, closing_chance = 1 where status = 'refunded'",
  ],
  "every settled position has the result its barrier says": [
    `update trading_positions set result_price = 1 where status = 'won'`,
    `update trading_positions set profit = profit + 1 where id = ${anyOf("won")}`,
  ],
  "every confirmed deposit was credited with what its bookings say, no other one was": [
    `update deposit_transactions set status = 'confirmed', credited = amount where status = 'pending'`,
    `update deposit_transactions set status = 'failed', failure_reason = 'rejected', credited = null
     where status = 'confirmed'`,
    `update deposit_transactions set credited = credited + 1 where status = 'confirmed'`,
  ],
  "every payment has in the ledger what its bookings say": [
    "update payments set credited = credited + 1 where credited > 0",
    "update payments set advanced = 1 where credited > 0",
    "update payments set fee_booked = 1",
    "delete from payment_bookings where number = 1",
    "update payment_bookings set number = 7",
  ],
  "every booking of a payment moved exactly what it says": [
    `update ledger_entries set account = 'user:0199a3f0-0000-7000-8000-000000000009'
     where transaction_id = ${transactionOf("deposit_credited")} and account like 'user:%'`,
    `update ledger_entries set account = 'custody:elsewhere'
     where transaction_id = ${transactionOf("deposit_credited")} and account like 'custody:%'`,
    "update payment_bookings set credited = credited + 1",
    "update payment_bookings set set_aside = 1",
    "update payment_bookings set advanced = 1",
    "update payment_bookings set fee_booked = 1",
    `delete from ledger_transactions where id = ${transactionOf("deposit_credited")}`,
    `with again as (
       insert into ledger_transactions (kind, reference, created_at)
       select 'trust_settled', id, now() from payment_bookings limit 1 returning id)
     insert into ledger_entries (transaction_id, line, kind, account, amount)
     select again.id, line, 'trust_settled', account, amount from again,
       (values (0::smallint, 'custody:sandbox', -1), (1::smallint, 'house:adjustments', 1)) v (line, account, amount)`,
  ],
  "every transaction of a payment has its booking": [
    "delete from payment_bookings",
    `insert into ledger_transactions (kind, reference, created_at)
     values ('credited_on_trust', gen_random_uuid(), now())`,
  ],
  "every withdrawal has exactly its held entries": [
    `delete from ledger_entries where transaction_id = (
       select id from ledger_transactions where reference = ${withdrawalOf("pending")}) and account = 'payouts:held'`,
    `delete from ledger_transactions where reference = ${withdrawalOf("completed")} and kind = 'withdrawal_held'`,
    `insert into ledger_transactions (kind, reference, created_at)
     values ('withdrawal_held', ${withdrawalOf("failed")}, now())`,
    `update withdrawal_transactions set amount = amount + 1, fee = fee + 1 where status = 'processing'`,
  ],
  "every failed withdrawal was returned once, no other one was": [
    `update withdrawal_transactions set status = 'failed', failure_reason = 'rejected' where status = 'pending'`,
    `update withdrawal_transactions set status = 'pending', failure_reason = null where status = 'failed'`,
    `update ledger_entries set amount = amount / 2 where transaction_id = ${transactionOf("withdrawal_returned")}`,
    `with again as (
       insert into ledger_transactions (kind, reference, created_at)
       values ('withdrawal_returned', ${withdrawalOf("failed")}, now()) returning id)
     insert into ledger_entries select a.id, e.line, e.account, e.amount, e.balance_after, e.kind
     from again a, ledger_entries e where e.transaction_id = ${transactionOf("withdrawal_returned")}`,
  ],
  "every completed withdrawal was completed once, no other one was": [
    `update withdrawal_transactions set status = 'completed' where status = 'processing'`,
    `update withdrawal_transactions set status = 'processing' where status = 'completed'`,
    `update ledger_entries set account = 'house:trading'
     where transaction_id = ${transactionOf("withdrawal_completed")} and account = 'house:fees'`,
  ],
  "the amount held for payouts equals the open withdrawals": [
    `delete from withdrawal_transactions where status = 'pending'`,
    `delete from ledger_entries where transaction_id = ${transactionOf("withdrawal_completed")}`,
  ],
  "house:unclaimed has what was set aside and not claimed": [
    `insert into payments (id, provider, payment_id, credited, set_aside, state_at, created_at, updated_at)
     values (gen_random_uuid(), 'sandbox', 'nobody', 5, 5, now(), now(), now())`,
    `update ledger_entries set account = 'house:unclaimed', kind = 'payment_set_aside'
     where transaction_id = ${transactionOf("withdrawal_completed")} and account = 'house:fees'`,
  ],
  "the house's promises match the open positions": [
    "update house_stripes set open_payout = open_payout + 1",
    `update trading_positions set multiplier = 1 where status = 'active'`,
  ],
  "the house's funds match its entries less the stakes at play": [
    "update house_stripes set funds = funds - 1",
  ],
  "the account of a deleted user is empty": [`delete from users where balance > 0 and not is_admin`],
  "the counted users match the users": [
    `delete from users where is_admin`,
    `update kept_totals set total = total + 1 where name = 'users'`,
  ],
  "the counted deposits match the credited ones": [
    `update kept_totals set total = total - 0.00000001 where name = 'deposits'`,
  ],
  "the results that are kept are those of the settled positions": [
    "update settled_totals set result_variance = result_variance + 1e-20",
    "delete from settled_totals",
    "update trading_positions set win_chance = win_chance / 2 where status = 'lost'",
    "delete from trading_positions where status = 'won'",
  ],
  "the sales that are kept are those of the sold positions": [
    "update sold_totals set chance = chance + 1",
    "delete from trading_positions where status = 'sold'",
  ],
  "every sold position was paid its proceeds once, no other one was": [
    `delete from ledger_transactions where reference = ${anyOf("sold")} and kind = 'position_sold'`,
    `update ledger_transactions set reference = ${anyOf("active")} where kind = 'position_sold'`,
  ],
  "every sold position has the value its chance says and the fee of its terms": [
    "update trading_positions set sale_value = sale_value + 0.01 where status = 'sold'",
    "update trading_positions set profit = profit - 0.01 where status = 'sold'",
  ],
};

type PlanNode = {
  "Node Type": string;
  "Join Type"?: string;
  "Join Filter"?: string;
  Strategy?: string;
  Plans?: PlanNode[];
};

/** Returns the joins of a plan that may read a whole table, or a whole list again for each row of another one. */
const costlyJoins = (plan: PlanNode): string[] => {
  const inner = plan.Plans?.[1];
  const isCostly =
    (/(Hash|Merge) Join/.test(plan["Node Type"]) && plan["Join Type"] !== "Full") ||
    // A sum of everything is one row.
    (plan["Join Filter"] !== undefined && inner?.Strategy !== "Plain");
  return [...(isCostly ? [plan["Node Type"]] : []), ...(plan.Plans ?? []).flatMap(costlyJoins)];
};

describe("the ledger check", () => {
  it("finds nothing in a correct ledger", async () => {
    expect(await scope.app.checkLedger()).toEqual([]);
    expect(await faultsAfter("select 1")).toEqual([]);
  });

  it.each(
    Object.entries(FAULTS).flatMap(([check, faults]) => faults.map((fault) => [check, fault] as const)),
  )("finds: not %s (%s)", async (check, corruption) => {
    expect(await faultsAfter(corruption)).toContain(check);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("has a test with a fault for each of its checks", () => {
    expect(Object.keys(FAULTS)).toHaveLength(LEDGER_CHECKS);
  });

  it("makes each of its checks in slices, too", () => {
    expect([...SLICED_CHECKS].toSorted()).toEqual(Object.keys(ALL_CHECKS).toSorted());
  });

  // PostgreSQL cannot tell how many ids lie between two: it expects one row, or a hundredth of the table.
  it("reads the rows of a slice by index, even if PostgreSQL estimates wrongly", async () => {
    const plans = new Map<string, PlanNode>();
    const explaining = {
      async query(text: string, values?: unknown[]) {
        if (text.includes("min(offender)")) {
          const { rows } = await connection.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
            `explain (format json) ${text}`,
            values,
          );
          plans.set(text, rows[0]!["QUERY PLAN"][0].Plan);
        }
        return connection.query(text, values);
      },
    } as Queryable;
    const connection = await scope.app.database.connect();
    try {
      await checkInSlices(explaining, scope.app.clock.nowMs());
    } finally {
      connection.release(true);
    }
    // One each for transactions, accounts, positions, payments, deposits and withdrawals, and one for each of six totals.
    expect(plans.size).toBe(12);
    for (const [text, plan] of plans) expect(costlyJoins(plan), text).toEqual([]);
  });

  it("names an offender and reports to the metrics", async () => {
    const { database } = scope.app;
    await database.query("update house_stripes set funds = funds + 1");
    const faults = await scope.app.checkLedger();
    expect(faults).toEqual([
      {
        check: "the house's funds match its entries less the stakes at play",
        faults: 1,
        example: expect.stringMatching(/^stripes hold [\d.]+, entries [\d.]+$/),
      },
    ]);
    const metrics = async () => (await fetch(`${scope.app.url}/metrics`)).text();
    expect(await metrics()).toContain("veritick_ledger_faults 1");
    expect(await runCommand()).toMatchObject({
      code: 1,
      told: expect.stringMatching(/^WRONG: the house's funds match .*: 1 \(for example stripes hold /),
    });
    await database.query("update house_stripes set funds = funds - 1");
    expect(await scope.app.checkLedger()).toEqual([]);
    expect(await metrics()).toContain("veritick_ledger_faults 0");
    expect(await runCommand()).toMatchObject({
      code: 0,
      told: `The ledger is correct: ${LEDGER_CHECKS} checks passed.`,
    });
  });
});

describe("the hourly check", () => {
  const figuresOf = async ({ url }: { url: string }) =>
    /^veritick_ledger_faults .*$|^veritick_ledger_checked_timestamp_seconds .*$/gm[Symbol.match](
      await (await fetch(`${url}/metrics`)).text(),
    );

  it("runs on one process, and all report its outcome", async () => {
    const { app } = scope;
    await app.checkLedger();
    const { database, clock } = app;
    const right = await figuresOf(app);
    await database.query("update house_stripes set funds = funds + 1 where stripe = 0");
    const guests = [await scope.start({ log }), await scope.start({ log })];
    clock.advance(60);
    await scope.settled();
    for (const one of [app, ...guests]) expect(await figuresOf(one)).toEqual(right);

    const told = vi.spyOn(log, "error").mock.calls;
    clock.jump(3_600);
    await scope.settled();
    clock.advance(60);
    await scope.settled();
    const wrong = await figuresOf(app);
    expect(wrong![0]).toBe("veritick_ledger_faults 1");
    for (const one of guests) expect(await figuresOf(one)).toEqual(wrong);
    expect(told.length).toBe(1);
    await database.query("update house_stripes set funds = funds - 1 where stripe = 0");
    expect(await app.checkLedger()).toEqual([]);
  });

  it("works from the last checked transaction on, and at night through all books", async () => {
    const { app } = scope;
    const nowMs = () => app.clock.nowMs();
    app.clock.jump(7_200);
    await app.settled();
    const connection = await app.database.connect();
    onTestFinished(async () => {
      await connection.query("rollback");
      connection.release(true);
    });
    const whole = await checkInSlices(connection, nowMs());
    expect(whole.faults).toEqual([]);
    expect(whole.progress.upTo).toBeGreaterThan(10);
    const since = async (from = whole.progress) =>
      (await checkSince(connection, from, nowMs())).faults.map(({ check }) => check);
    expect(await since()).toEqual([]);

    const [client] = await withdrawingPeople(app, 1, "100");
    await client!.post("/api/trading/positions", { type: "sell", amount: 3, duration: 1 });
    app.clock.jump(62);
    await app.settled();
    await withdraw(client!, { amount: 20 });
    expect(await since()).toEqual([]);
    // Every statement has a time limit, so no snapshot lasts longer.
    expect((await connection.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "30s" }]);

    const user = client!.user.id;
    const faults: [string, string][] = [
      [
        "every user's balance is the sum of their entries",
        `update users set balance = balance + 1 where id = '${user}'`,
      ],
      [
        "every balance after follows from the one before",
        `update ledger_entries set balance_after = balance_after + 1 where account = 'user:${user}' and kind = 'withdrawal_held'`,
      ],
      [
        "every settled position has the result its barrier says",
        `update trading_positions set profit = profit + 1 where user_id = '${user}'`,
      ],
      [
        "every withdrawal has exactly its held entries",
        `update withdrawal_transactions set amount = amount + 1, net_amount = net_amount + 1 where user_id = '${user}'`,
      ],
      [
        "every transaction sums to zero",
        `update ledger_entries set amount = amount * 2 where account = 'user:${user}'`,
      ],
      [
        "the house's funds match its entries less the stakes at play",
        "update house_stripes set funds = funds + 1",
      ],
    ];
    for (const [check, corruption] of faults) {
      await connection.query("begin; set local session_replication_role = replica");
      await connection.query(corruption);
      expect(await since(), check).toContain(check);
      await connection.query("rollback");
    }

    // Money that was set aside before the last check is in the sum that it left.
    await connection.query("begin; set local session_replication_role = replica");
    await connection.query(`
      insert into payments (id, provider, payment_id, credited, set_aside, state_at, created_at, updated_at)
      values (gen_random_uuid(), 'sandbox', 'nobody', 5, 5, now(), now(), now())`);
    expect(await since({ ...whole.progress, unclaimed: "5" })).toEqual([]);
    expect(await since()).toEqual(["house:unclaimed has what was set aside and not claimed"]);
    await connection.query("rollback");

    // Only the nightly check notices a change of an old row.
    await connection.query("begin; set local session_replication_role = replica");
    await connection.query("update ledger_transactions set kind = 'balance_adjusted' where id = 3");
    expect(await since()).toEqual([]);
    const night = await checkInSlices(connection, nowMs());
    expect(night.faults.map(({ check }) => check)).toContain("every entry is of its transaction's kind");
  });

  it("does not pass over a transaction that is under way for hours", async () => {
    const { app } = scope;
    const [connection, slow] = [await app.database.connect(), await app.database.connect()];
    onTestFinished(async () => {
      for (const one of [connection, slow]) {
        await one.query("rollback");
        one.release(true);
      }
    });
    const before = await checkInSlices(connection, app.clock.nowMs());
    await slow.query("begin; set local session_replication_role = replica");
    await slow.query("insert into ledger_transactions (kind, created_at) values ('nothing', $1)", [
      new Date(app.clock.nowMs()),
    ]);
    await withdrawingPeople(app, 1, "100");
    app.clock.jump(7_200);
    await app.settled();
    const { faults, progress } = await checkSince(connection, before.progress, app.clock.nowMs());
    expect(faults).toEqual([]);
    await slow.query("commit");
    const wrong = await checkSince(connection, progress, app.clock.nowMs());
    await slow.query("begin; set local session_replication_role = replica");
    await slow.query("delete from ledger_transactions where kind = 'nothing'; commit");
    expect(wrong.faults.map(({ check }) => check)).toEqual([
      "every entry has its transaction and every transaction its entries",
    ]);
    const right = await checkSince(connection, progress, app.clock.nowMs());
    expect(right.faults).toEqual([]);
    expect(right.progress.upTo).toBeGreaterThan(progress.upTo);
  });

  it("reports a fault in an old row until it is mended, even after a clock error", async () => {
    const { app } = scope;
    const { database } = app;
    app.clock.jump(7_200);
    await app.settled();
    const day = Math.ceil(app.clock.nowMs() / 86_400_000) + 2;
    let nowMs = 0;
    let faults = -1;
    const hourly = checkLedgerHourly(
      { database, clock: { ...app.clock, nowMs: () => nowMs } },
      { onOutcome: (outcome) => (faults = outcome.faults), onFault: () => {} },
    );
    const at = async (hours: number) => {
      nowMs = (day * 24 + hours) * 3_600_000;
      await hourly.ifDue();
      return faults;
    };
    const rename = (kind: string) =>
      database.query(
        `begin; set local session_replication_role = replica;
         update ledger_transactions set kind = '${kind}' where id = 1; commit`,
      );
    const { kind } = (await database.query("select kind from ledger_transactions where id = 1")).rows[0];
    onTestFinished(async () => {
      await rename(kind);
      await database.query("delete from kept_values where name in ('ledger-checked', 'ledger-progress')");
    });

    expect(await at(1)).toBe(0);
    await rename("nothing");
    expect(await at(12)).toBe(0);
    expect(await at(24 + 2)).toBeGreaterThan(0);
    expect(await at(24 + 6)).toBeGreaterThan(0);
    await rename(kind);
    expect(await at(24 + 7)).toBe(0);

    expect(await at(24 * 365)).toBe(0);
    await rename("nothing");
    expect(await at(24 * 3 + 2)).toBeGreaterThan(0);
  });

  it("stops when its process closes, and delays no migration", async () => {
    await scope.app.database.query(
      "delete from kept_values where name in ('ledger-checked', 'ledger-progress')",
    );
    const holder = new pg.Client(scope.connection);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("begin; lock table settled_totals in access exclusive mode");
    const guest = await scope.start({ log });
    const atWork = async () =>
      (
        await scope.app.database.query(
          "select from pg_stat_activity where datname = current_database() and wait_event = 'relation' and query ~ 'settled_totals'",
        )
      ).rowCount;
    guest.clock.advance(1);
    while ((await atWork()) === 0);
    const shared = `select from pg_locks where locktype = 'advisory' and objid = ${LOCKS.migration} and mode = 'ShareLock'
      and database = (select oid from pg_database where datname = current_database())`;
    expect((await holder.query(shared)).rowCount).toBe(1);
    await guest.close();
    expect(await atWork()).toBe(0);
  });
});
