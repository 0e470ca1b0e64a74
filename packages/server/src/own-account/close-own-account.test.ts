import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import type { Person } from "../../testing/people.ts";
import { addPasskey } from "../../testing/software-authenticator.ts";
import { stateLiabilities } from "../../testing/liabilities.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { repeatedPayment, seedKey } from "../../testing/valid-calls.ts";
import { CODE, knowPlace, seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { hashPassword } from "../accounts/passwords/passwords.ts";

const outbox = useOutbox();
const scope = useApp(
  { SANDBOX_CONFIRM_SECONDS: "off", WITHDRAWAL_HOLD_HOURS: "24" },
  { outbox: outbox.path, connections: 12 },
);

const PASSWORD = "correct horse";
let hash: string;
let admin: Person;
beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
  admin = await seedAdmin(scope.app);
});

const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;
const held = async (account: string) =>
  Number((await query("select sum(amount) as sum from ledger_entries where account = $1", [account]))[0].sum);
const funds = async () => Number((await query("select sum(funds) as sum from house_stripes"))[0].sum);

/** Seeds signed-in users with a balance, the password above and a withdrawal code, at a place known for two days. */
async function people(count: number, balance: string, app = scope.app): Promise<Person[]> {
  const all = await withdrawingPeople(app, count, balance);
  const ids = all.map(({ user }) => user.id);
  await app.database.query("update users set password = $2 where id = any($1)", [ids, hash]);
  await knowPlace(app, ids, 48);
  return all;
}
const somebody = async (balance = "1000") => (await people(1, balance))[0]!;

const look = async (client: TestClient) => (await client.get("/api/profile/close")).body;
const close = (client: TestClient, changes: Record<string, unknown> = {}, headers = {}) =>
  client.post(
    "/api/profile/close",
    { waived: "1000", password: PASSWORD, withdrawalCode: CODE, ...changes },
    headers,
  );
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.code ?? "done"}`;
const isThere = async ({ user }: Person) =>
  (await query("select from users where id = $1", [user.id])).length === 1;

describe("closing one's own account", () => {
  it("gives the named balance to the house, deletes all personal data and is audited", async () => {
    const [client, other] = await people(2, "1000.12345678");
    const { id, email } = client!.user;
    await client!.post("/api/deposits", { amount: 25 });
    await other!.post("/api/deposits", { amount: 25 });
    expect(await look(client!)).toEqual({
      balance: "1000.12345678",
      openPositions: 0,
      openWithdrawals: 0,
      confirmingDeposits: 0,
      undecidedPayments: 0,
      expectedDeposits: 1,
      refusal: null,
      until: null,
      method: "password",
      needsWithdrawalCode: true,
      atOnce: true,
      scheduled: null,
    });
    const before = [
      await held("house:adjustments"),
      await funds(),
      Number((await stateLiabilities(scope.app)).total),
    ];
    const wish = { waived: "1000.12345678", nothingSent: true };
    const closed = await close(client!, wish, { "accept-language": "fr" });
    expect([closed.status, closed.body]).toEqual([200, { waived: "1000.12345678", scheduledFor: null }]);
    expect(closed.headers.get("set-cookie")).toContain("Max-Age=0");
    const after = [
      await held("house:adjustments"),
      await funds(),
      Number((await stateLiabilities(scope.app)).total),
    ];
    expect(after.map((amount, n) => (amount - before[n]!).toFixed(8))).toEqual([
      "1000.12345678",
      "1000.12345678",
      "-1000.12345678",
    ]);
    expect(await held(`user:${id}`)).toBe(0);
    expect(
      await query(
        "select actor, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.kind = 'balance_waived' and e.account = $1",
        [`user:${id}`],
      ),
    ).toEqual([{ actor: id, amount: "-1000.12345678" }]);
    for (const table of [
      "deposit_transactions",
      "trading_positions",
      "withdrawal_transactions",
      "idempotency_keys",
      "order_keys",
      "sessions",
    ])
      expect([table, await query(`select from ${table} where user_id = $1`, [id])]).toEqual([table, []]);
    expect(await other!.balance()).toBe("1000.12345678");

    const { body: log } = await admin.get(`/api/admin/audit?action=own_account_closed&subject=${id}`);
    expect(log).toMatchObject([
      {
        actor: id,
        actorEmail: null,
        subject: id,
        address: "127.0.0.1",
        before: { isAdmin: false, balance: "1000.12345678" },
        after: { waived: "1000.12345678" },
      },
    ]);
    await scope.settled();
    const mail = outbox.mails(email).at(-1)!;
    expect(mail.subject).toContain("Compte_ferm");
    expect(mail.text).toContain("Vous avez renoncé au solde de 1\u202f000,12345678 USDMS.");
    const kept = await query(
      "select l::text as text from audit_log l union all select data::text from outbox",
    );
    expect(kept.map(({ text }) => text as string).join("\n")).not.toContain(email);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("with nothing owed posts nothing and writes no amount; the e-mail address is free again", async () => {
    const client = new TestClient(scope.app.url);
    const { id, email } = await client.register();
    expect(outcomeOf(await close(client, { waived: "0", password: "secret-1" }))).toBe("200 done");
    expect(await query("select from ledger_entries where account = $1", [`user:${id}`])).toEqual([]);
    await scope.settled();
    expect(outbox.mails(email).at(-1)!.text).not.toContain("gave up");
    const again = await client.register(email);
    expect(again.id).not.toBe(id);
    expect(again.balance).toBe("0.00000000");
  });

  it("ends sessions, API keys and live connections at once, on other servers too", async () => {
    const client = await somebody();
    const elsewhere = await scope.start();
    const { key } = await seedKey(scope.app, client.user.id, ["read"]);
    const remote = Object.assign(new TestClient(elsewhere.url), { cookie: client.cookie });
    const { socket } = await client.live();
    const ended = once(socket, "close") as Promise<[number]>;
    const byKey = () => new TestClient(scope.app.url).get("/api/auth/me", { authorization: `Bearer ${key}` });
    expect([(await remote.get("/api/auth/me")).status, (await byKey()).status]).toEqual([200, 200]);
    expect(outcomeOf(await close(client))).toBe("200 done");
    expect((await ended)[0]).toBe(4001);
    expect((await byKey()).status).toBe(401);
    await expect.poll(async () => (await remote.get("/api/auth/me")).status).toBe(401);
    expect(outcomeOf(await close(remote))).toBe("401 not_signed_in");
  });

  it("is refused until everything open has ended, and names what is open", async () => {
    const client = await somebody();
    await client.post("/api/trading/positions", { type: "buy", amount: 1, duration: 1 });
    const { body: withdrawal } = await withdraw(client, { amount: 20 });
    const payment = await repeatedPayment(scope.app, client.user.id);
    const { body: deposit } = await client.post("/api/deposits", { amount: 25 });
    await query("update deposit_transactions set status = 'confirming' where id = $1", [deposit.id]);
    expect(await look(client)).toMatchObject({
      openPositions: 1,
      openWithdrawals: 1,
      confirmingDeposits: 1,
      undecidedPayments: 1,
    });
    const { balance } = await look(client);
    expect(outcomeOf(await close(client, { waived: balance }))).toBe("409 closing_open");
    await client.post(`/api/withdrawals/${withdrawal.id}/cancel`);
    await admin.post(`/api/admin/attention/${payment}/dismiss`, { note: "sent back" });
    await query("update deposit_transactions set status = 'pending' where id = $1", [deposit.id]);
    expect(outcomeOf(await close(client, { waived: balance }))).toBe("409 closing_open");
    scope.app.clock.jump(61);
    await scope.settled();
    const now = (await look(client)).balance;
    expect(outcomeOf(await close(client, { waived: now }))).toBe("409 closing_expected");
    expect(outcomeOf(await close(client, { waived: now, nothingSent: true }))).toBe("200 done");
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("takes the whole balance to the last decimal, and names the balance if it has changed", async () => {
    const client = await somebody("10.5");
    for (const waived of ["10", "10.49999999", "10.50000001", "0"]) {
      const { status, body } = await close(client, { waived });
      expect([status, body]).toEqual([
        409,
        {
          code: "closing_balance_differs",
          field: "waived",
          message:
            "Your balance is 10.50 USDMS. Enter exactly this amount to give it up. Your account was not closed.",
        },
      ]);
    }
    for (const waived of ["", "-1", "1e1", "10,5", "10.123456789", 10.5, null])
      expect(outcomeOf(await close(client, { waived }))).toBe("400 closing_amount_invalid");
    expect(outcomeOf(await close(client, { waived: "10.5" }))).toBe("200 done");
  });

  it("is refused on a break, while an administrator has locked the account, and while withdrawals pause", async () => {
    const [locked, paused, onHold] = await people(3, "1000");
    await admin.post(`/api/admin/users/${locked!.user.id}/locks`, {
      trading: true,
      withdrawals: false,
      note: "x",
    });
    expect(await look(locked!)).toMatchObject({ refusal: "closing_locked", until: null });
    expect(outcomeOf(await close(locked!))).toBe("403 closing_locked");

    const { body } = await paused!.post("/api/limits/pause", { kind: "self_exclusion", length: 6 });
    expect(await look(paused!)).toMatchObject({ refusal: "closing_paused", until: body.pause.until });
    const refused = await close(paused!);
    expect(outcomeOf(refused)).toBe("409 closing_paused");
    expect(refused.body.message).toContain("UTC. Closing the account would end the break.");

    const changed = { currentPassword: PASSWORD, newPassword: "another horse" };
    expect((await onHold!.post("/api/profile/change-password", changed)).status).toBe(200);
    expect((await look(onHold!)).refusal).toBe("closing_held");
    expect(outcomeOf(await close(onHold!, { password: "another horse" }))).toBe("409 closing_held");
    for (const one of [locked!, paused!, onHold!]) expect(await isThere(one)).toBe(true);
  });

  it("needs the password, and with a second step a code or passkey for this very amount", async () => {
    const client = await somebody("0");
    const nothing = { waived: "0" };
    expect(outcomeOf(await close(client, { ...nothing, password: undefined }))).toBe(
      "400 current_password_required",
    );
    expect(outcomeOf(await close(client, { ...nothing, password: "wrong" }))).toBe(
      "400 current_password_wrong",
    );
    const app = await enableTwoStep(scope.app, client, PASSWORD);
    expect(outcomeOf(await close(client, nothing))).toBe("403 two_step_required");
    expect(outcomeOf(await close(client, { ...nothing, code: app.wrongCode() }))).toBe("400 two_step_wrong");
    expect(await isThere(client)).toBe(true);
    expect(outcomeOf(await close(client, { ...nothing, code: app.nextCode() }))).toBe("200 done");

    const other = Object.assign(new TestClient(scope.app.url), {
      user: await new TestClient(scope.app.url).register(),
    });
    await other.post("/api/auth/login", { email: other.user.email, password: "secret-1" });
    const device = await addPasskey(scope.app, other, "Key");
    const ask = async (body: object) => (await other.post("/api/profile/passkeys/challenge", body)).body;
    for (const about of [{}, { closing: { waived: "5" } }]) {
      const passkey = device.answer(await ask(about));
      expect(outcomeOf(await close(other, { ...nothing, passkey }))).toBe("400 passkey_wrong");
    }
    expect(outcomeOf(await close(other, { ...nothing, password: "secret-1" }))).toBe("403 passkey_required");
    const passkey = device.answer(await ask({ closing: nothing }));
    expect(outcomeOf(await close(other, { ...nothing, passkey }))).toBe("200 done");
  });
});

it("closes an administrator's own account unless they are the last one, or it takes two administrators", async () => {
  const connection = await scope.clone();
  const one = await scope.start({ connection });
  const strict = await scope.start({ connection, environment: { FOUR_EYES_ABOVE: "100" } });
  const [first, second, support] = [
    await seedAdmin(one),
    await seedAdmin(one),
    await seedAdmin(one, "support"),
  ];
  await one.database.query("update users set password = $1", [hash]);
  const nothing = { waived: "0" };
  const through = (app: { url: string }, { cookie }: Person) =>
    Object.assign(new TestClient(app.url), { cookie });
  expect(outcomeOf(await close(through(strict, first), nothing))).toBe("409 closing_takes_two");
  expect(outcomeOf(await close(through(strict, support), nothing))).toBe("200 done");
  // If both close at once, one of them is the last administrator.
  const outcomes = await Promise.all(
    [first, second].map(async (each) => outcomeOf(await close(each, nothing))),
  );
  expect(outcomes.toSorted()).toEqual(["200 done", "409 last_admin"]);
  expect((await one.database.query("select from users where is_admin")).rowCount).toBe(1);
});

/** The possible answers to calls before, during or after the closing. */
const ALLOWED: Record<string, string[]> = {
  close: ["200 done", "401 not_signed_in", "409 closing_open", "409 closing_balance_differs"],
  order: ["201 done", "401 not_signed_in"],
  sale: ["200 done", "401 not_signed_in"],
  withdraw: ["201 done", "401 not_signed_in"],
  deposit: ["201 done", "401 not_signed_in"],
  credit: ["200 done", "404 not_found"],
  adjust: ["200 done", "404 not_found", "400 balance_too_small"],
  remove: ["200 done", "404 not_found"],
};

it("runs any concurrent call entirely before or after a closing, and waives exactly the named amount", async () => {
  const connection = await scope.clone();
  const servers = [await scope.start({ connection }), await scope.start({ connection })];
  const [one, two] = servers as [(typeof servers)[number], (typeof servers)[number]];
  // Their price begins with the next block.
  scope.app.clock.advance(3);
  const boss = await seedAdmin(one);
  const seen = new Map<string, Set<string>>();
  let closings = 0;
  for (let round = 0; round < 3; round += 1) {
    const clients = await people(7, "1000", one);
    const calls = await Promise.all(
      clients.map(async (client, n) => {
        const deposit = (await client.post("/api/deposits", { amount: 20 })).body.id as string;
        const position = { type: "buy", amount: 1, duration: 1 };
        const opened = n === 4 ? (await client.post("/api/trading/positions", position)).body.id : undefined;
        const elsewhere = Object.assign(new TestClient(two.url), { cookie: client.cookie });
        const path = `/api/admin/users/${client.user.id}`;
        // The named amount equals the balance now, or after the deposit is credited or the adjustment made.
        const named = ["1000", "1000", "1020", "999", "999", "1000", "1000"][n]!;
        const rivals: [string, () => Promise<Answer>][] = [
          ["order", () => client.post("/api/trading/positions", position)],
          ["withdraw", () => withdraw(elsewhere, { amount: 20 })],
          ["credit", () => boss.post(`/api/admin/deposits/${deposit}/approve`)],
          ["adjust", () => boss.post(`${path}/adjust-balance`, { amount: -1 })],
          ["sale", () => elsewhere.post(`/api/trading/positions/${opened}/sell`, { minProceeds: "0.00" })],
          ["remove", () => boss.call("DELETE", path)],
          // The only rival is another closing, so one of the two always succeeds.
          ["close", () => close(client, { waived: named, nothingSent: true })],
        ];
        const all: [string, () => Promise<Answer>][] = [
          ["close", () => close(client, { waived: named, nothingSent: true })],
          rivals[n]!,
          ["close", () => close(elsewhere, { waived: named, nothingSent: true })],
          ["deposit", () => elsewhere.post("/api/deposits", { amount: 17 })],
        ];
        return { client, named, all: [...all.slice(round), ...all.slice(0, round)] };
      }),
    );
    await Promise.all(
      calls.map(async ({ client, named, all }) => {
        const answers = await Promise.all(all.map(async ([name, call]) => [name, await call()] as const));
        for (const [name, answer] of answers)
          seen.set(name, (seen.get(name) ?? new Set()).add(outcomeOf(answer)));
        const done = answers.filter(([name, { status }]) => name === "close" && status === 200);
        closings += done.length;
        const { rows } = await one.database.query(
          `select (select count(*) from users where id = $1) as there,
             (select -sum(e.amount) from ledger_entries e where e.kind = 'balance_waived' and e.account = 'user:' || $1::uuid) as waived,
             (select count(*) from audit_log where subject = $1 and action = 'own_account_closed') as logged`,
          [client.user.id],
        );
        const isDeleted = answers.some(([name, { status }]) => name === "remove" && status === 200);
        expect(done.length).toBeLessThan(2);
        expect(rows).toEqual([
          {
            there: done.length === 1 || isDeleted ? 0 : 1,
            waived: done.length === 1 ? `${named}.00000000` : null,
            logged: done.length,
          },
        ]);
      }),
    );
    await Promise.all(servers.map((server) => server.settled()));
  }
  for (const [name, outcomes] of seen)
    expect(ALLOWED[name], name).toEqual(expect.arrayContaining([...outcomes]));
  expect(closings).toBeGreaterThanOrEqual(3);
  scope.app.clock.jump(75);
  await Promise.all(servers.map((server) => server.settled()));
  expect(await one.checkLedger()).toEqual([]);
  // A PostgreSQL backend reports its statistics at the latest when it ends.
  await Promise.all(servers.map((server) => server.close()));
  const { rows } = await scope.app.database.query(
    "select deadlocks::int from pg_stat_database where datname = $1",
    [connection.database],
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
