import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { CODE, seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const scope = useApp();
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const remove = (id: string, by: TestClient = admin) => by.call("DELETE", `/api/admin/users/${id}`);
const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;
const held = async (account: string) =>
  Number((await query("select sum(amount) as sum from ledger_entries where account = $1", [account]))[0].sum);
const open = (client: Person, amount: number, duration = 5) =>
  client.post("/api/trading/positions", { type: "buy", amount, duration });

describe("deleting a user", () => {
  it("returns open positions and withdrawals, moves the balance to house:unclaimed, and says so", async () => {
    const [client, other] = await withdrawingPeople(scope.app, 2, "1000");
    const { id, email } = client!.user;
    await open(client!, 10);
    await open(client!, 20, 1);
    await withdraw(client!, { amount: 100 });
    await withdraw(client!, { amount: 50 });
    await open(other!, 7);
    const before = await held("house:unclaimed");
    const { status, body } = await remove(id);
    expect([status, body]).toEqual([
      200,
      {
        id,
        email,
        unclaimed: "1000.00000000",
        openPositions: { count: 2, amount: "30.00000000" },
        pendingWithdrawals: { count: 2, amount: "150.00000000" },
        awaiting: null,
      },
    ]);
    expect(await held("house:unclaimed")).toBe(before + 1000);
    expect(await held(`user:${id}`)).toBe(0);
    expect(await other!.balance()).toBe("993.00000000");
    const [stripe] = await query("select sum(open_payout)::text as open from house_stripes");
    expect(stripe).toEqual({ open: "77.00000000" });
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("keeps the reason in the audit log and with the posting to house:unclaimed", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "10");
    const { id } = client!.user;
    const reason = { note: "  asked for it in writing " };
    expect((await admin.call("DELETE", `/api/admin/users/${id}`, reason)).status).toBe(200);
    const reasons = [
      "select reason from audit_log where action = 'user_deleted' and subject = $1",
      "select note as reason from ledger_transactions where kind = 'account_closed' and reference = $1",
    ];
    for (const text of reasons)
      expect(await query(text, [id])).toEqual([{ reason: "asked for it in writing" }]);
    const [other] = await withdrawingPeople(scope.app, 1, "10");
    const empty = await admin.call("DELETE", `/api/admin/users/${other!.user.id}`, { note: " " });
    expect([empty.status, empty.body.code]).toEqual([400, "note_required"]);
    // The specification allows the call without a body.
    expect((await remove(other!.user.id)).status).toBe(200);
  });

  it("keeps the ledger's entries, and posts each step in the administrator's name", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const { id } = client!.user;
    await open(client!, 2);
    await withdraw(client!, { amount: 100 });
    await remove(id);
    const entries = await query(
      `select e.kind, e.amount, e.balance_after, t.actor, t.note from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id where e.account = $1 order by t.id`,
      [`user:${id}`],
    );
    const nobody = { actor: null, note: null };
    const by = { actor: admin.user.id, note: null };
    expect(entries).toEqual([
      { kind: "deposit_credited", amount: "1000.00000000", balance_after: "1000.00000000", ...nobody },
      { kind: "position_opened", amount: "-2.00000000", balance_after: "998.00000000", ...nobody },
      { kind: "withdrawal_held", amount: "-100.00000000", balance_after: "898.00000000", ...nobody },
      { kind: "withdrawal_returned", amount: "100.00000000", balance_after: "998.00000000", ...by },
      {
        kind: "position_refunded",
        amount: "2.00000000",
        balance_after: "1000.00000000",
        ...by,
        note: "account_closed",
      },
      { kind: "account_closed", amount: "-1000.00000000", balance_after: "0.00000000", ...by },
    ]);
  });

  it("with nothing to their name posts nothing; a second deletion answers 404", async () => {
    const [client] = await seedPeople(scope.app, 1, "0");
    const { id, email } = client!.user;
    const nothing = { count: 0, amount: "0.00000000" };
    expect((await remove(id)).body).toEqual({
      id,
      email,
      unclaimed: "0.00000000",
      openPositions: nothing,
      pendingWithdrawals: nothing,
      awaiting: null,
    });
    expect(await query("select from ledger_entries where account = $1", [`user:${id}`])).toEqual([]);
    for (const again of [await remove(id), await remove(id.toUpperCase())]) {
      expect([again.status, again.body.code]).toEqual([404, "not_found"]);
    }
  });

  it("ends their sessions and live connections at once; the address is free again", async () => {
    const client = new TestClient(scope.app.url);
    const { id, email } = await client.register();
    const { socket } = await client.live();
    const closed = once(socket, "close") as Promise<[number]>;
    expect((await remove(id)).status).toBe(200);
    expect((await closed)[0]).toBe(4001);
    expect((await client.get("/api/auth/me")).status).toBe(401);
    expect((await open(client as Person, 1)).status).toBe(401);
    const login = await client.post("/api/auth/login", { email, password: "secret-1" });
    expect([login.status, login.body.code]).toEqual([401, "credentials_wrong"]);
    expect((await client.register(email)).id).not.toBe(id);
  });

  it("is refused during a payout, and changes nothing", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const { body: withdrawal } = await withdraw(client!, { amount: 100 });
    await open(client!, 2);
    await withdraw(client!, { amount: 50 });
    await admin.post(`/api/admin/withdrawals/${withdrawal.id}/approve`);
    const refused = await remove(client!.user.id);
    expect([refused.status, refused.body.code]).toEqual([409, "payout_processing"]);
    expect(await client!.balance()).toBe("848.00000000");
    const { body: positions } = await client!.get("/api/trading/positions");
    expect(positions).toMatchObject([{ status: "active" }]);
    await scope.pass(8);
    expect((await remove(client!.user.id)).body.unclaimed).toBe("900.00000000");
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("is for administrators, who may delete each other or themselves; their past decisions stay", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const other = await seedAdmin(scope.app);
    const headers = { "idempotency-key": "gift" };
    await other.post(`/api/admin/users/${client!.user.id}/adjust-balance`, { amount: 5 }, headers);
    const { body: withdrawal } = await withdraw(client!, { amount: 100 });
    await other.post(`/api/admin/withdrawals/${withdrawal.id}/reject`);
    expect((await remove(other.user.id, client!)).status).toBe(403);
    const own = await remove(other.user.id, other);
    expect(own.status).toBe(200);
    expect(own.headers.get("set-cookie")).toContain("Max-Age=0");
    const decided = await query("select decided_by from withdrawal_transactions where id = $1", [
      withdrawal.id,
    ]);
    expect(decided).toEqual([{ decided_by: other.user.id }]);
    expect((await client!.get("/api/withdrawals")).body).toMatchObject([{ status: "failed" }]);
    const third = await seedAdmin(scope.app);
    expect((await remove(third.user.id)).status).toBe(200);
    expect(await scope.app.checkLedger()).toEqual([]);
  });
});

describe("after a deletion", () => {
  /** Finds every column of every table that holds the text. */
  async function tracesOf(text: string): Promise<string[]> {
    const tables = await query(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const traces = [];
    for (const { name } of tables as { name: string }[]) {
      const rows = await query(`select from "${name}" t where position($1 in t::text) > 0`, [text]);
      if (rows.length > 0) traces.push(name);
    }
    return traces;
  }

  it("leaves the e-mail in no table, not even in stored answers to administrators", async () => {
    const client = new TestClient(scope.app.url) as Person;
    client.user = await client.register("gone.with-the.wind@example.com");
    const { id, email } = client.user;
    await client.post("/api/profile/create-withdrawal-code", { code: CODE });
    const path = `/api/admin/users/${id}`;
    const keyed = (call: string, key: string, body?: unknown) =>
      admin.post(call, body, { "idempotency-key": key });
    const deposits = [];
    for (const amount of [200, 20]) {
      deposits.push((await client.post("/api/deposits", { amount })).body.id as string);
    }
    await keyed(`/api/admin/deposits/${deposits[0]}/approve`, "a");
    await keyed(`/api/admin/deposits/${deposits[1]}/reject`, "b", { reason: 'the "forged" slip' });
    const gift = await keyed(`${path}/adjust-balance`, "c", { amount: 5, note: "a gift" });
    const { body: withdrawal } = await withdraw(client, { amount: 100 });
    await keyed(`/api/admin/withdrawals/${withdrawal.id}/reject`, "d");
    await withdraw(client, { withdrawalCode: "00000" });
    const login = (password: string) =>
      new TestClient(scope.app.url).post("/api/auth/login", { email, password });
    await query("delete from known_places");
    await login("secret-1");
    await query("delete from known_places");
    await login("wrong-one");
    await query("insert into known_places values ($1, 'address/192.0.2.1', now(), now())", [id]);
    const places = ["place", "right"].map((kind) => `login/${kind}/${id}/address/192.0.2.1`);
    const others = [
      `reset/account/${email}`,
      `recovery-code/${id}`,
      `closing/${id}`,
      `login/right-passkey/${id}`,
      `mails/${id}/data_exported`,
      `mails/${id}/withdrawal_asked`,
    ];
    for (const place of ["", "/address", "/device/one"])
      await query("insert into lockouts values ($1, 1, 0, null)", [`two-step/login/${id}${place}`]);
    for (const key of [...others, ...places]) {
      await query("insert into attempt_counters values ($1, 1, now() + interval '1 year')", [key]);
    }
    expect(
      await query("select key from attempt_counters where position($1 in key) > 0 order by 1", [email]),
    ).toEqual([
      { key: `login/account/${email}` },
      { key: `login/right/${email}` },
      { key: `reset/account/${email}` },
    ]);
    expect(await tracesOf(email)).toEqual(["attempt_counters", "idempotency_keys", "users"]);
    expect(await tracesOf(id)).toContain("lockouts");
    const forged = "select key from idempotency_keys where response::text like '%forged%'";
    expect(await query(forged)).toEqual([{ key: "b" }]);
    expect((await remove(id)).status).toBe(200);
    expect(await query(forged)).toEqual([]);
    expect(await tracesOf(email)).toEqual([]);
    expect(await tracesOf(id)).toEqual([
      "audit_log",
      "idempotency_keys",
      "ledger_entries",
      "ledger_transactions",
    ]);
    const replay = await keyed(`${path}/adjust-balance`, "c", { amount: 5, note: "a gift" });
    expect(replay.body).toEqual({ ...gift.body, email: "" });
    expect(replay.headers.get("idempotency-replayed")).toBe("true");
  });
});

it("runs without a statement timeout, however many rows it deletes", async () => {
  const [client] = await seedPeople(scope.app, 1, "10");
  await query("create table seen (statement_timeout text)");
  await query(`create function see() returns trigger language plpgsql as $$
    begin insert into seen values (current_setting('statement_timeout')); return null; end $$`);
  await query("create trigger seen after delete on sessions for each row execute function see()");
  expect((await remove(client!.user.id)).status).toBe(200);
  const seen = await query("select * from seen");
  await query("drop function see cascade");
  await query("drop table seen");
  expect(seen).toEqual([{ statement_timeout: "0" }]);
});

it("cancels all positions together, however many there are", async () => {
  const [client] = await seedPeople(scope.app, 1, "100000");
  const { id } = client!.user;
  await open(client!, 1);
  // This inserts the rows of 9,999 further orders.
  await query(
    `with made as materialized (
       select gen_random_uuid() as id, p.* from generate_series(1, 9999), (
         select user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration,
           multiplier, created_at, expires_at, entry_tick, expiry_tick, house_stripe, round, signing_key, promise_batch,
           promise_leaf
         from trading_positions where user_id = $1) p
     ),
     opened as (
       insert into trading_positions (id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach,
         amount, duration, multiplier, created_at, expires_at, entry_tick, expiry_tick, house_stripe, round, signing_key,
         promise_batch, promise_leaf)
       select * from made
     ),
     debited as (update users set balance = balance - 9999 where id = $1),
     promised as (update house_stripes set open_payout = open_payout + 9999 * 11),
     recorded as (
       insert into ledger_transactions (kind, reference, created_at)
       select 'position_opened', id, now() from made returning id
     )
     insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
     select r.id, line.line, 'position_opened', line.account, line.amount, line.balance_after
     from (select id, row_number() over (order by id) as nth from recorded) r cross join lateral (values
       (0::smallint, 'user:' || $1::uuid, -1::numeric, 99999 - r.nth), (1::smallint, 'house:trading', 1, null)
     ) as line (line, account, amount, balance_after)`,
    [id],
  );
  expect(await scope.app.checkLedger()).toEqual([]);
  const { body } = await remove(id);
  expect(body).toMatchObject({
    unclaimed: "100000.00000000",
    openPositions: { count: 10_000, amount: "10000.00000000" },
  });
  expect(await scope.app.checkLedger()).toEqual([]);
});
