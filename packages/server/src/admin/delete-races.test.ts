import { v7 } from "uuid";
import { expect, it } from "vitest";
import { hold, holdUser, untilBlocked, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { loseAnswer } from "../../testing/lost-answers.ts";

const scope = useApp({}, { connections: 12 });

const remove = (by: TestClient, { user }: Person) => by.call("DELETE", `/api/admin/users/${user.id}`);
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.code ?? "done"}`;

/** Gives a user a position that is due soon, and a pending payment for each kind of decision. */
async function busyPerson(client: Person) {
  await client.post("/api/trading/positions", { type: "buy", amount: 2, duration: 1 });
  await client.post("/api/trading/positions", { type: "sell", amount: 3, duration: 5 });
  const withdrawals = [];
  for (const amount of [20, 21, 22]) withdrawals.push((await withdraw(client, { amount })).body.id as string);
  const deposits = [];
  for (const amount of [15, 16])
    deposits.push((await client.post("/api/deposits", { amount })).body.id as string);
  return { client, withdrawals, deposits };
}

/** The possible answers to calls before, during or after the deletion. */
const ALLOWED: Record<string, string[]> = {
  remove: ["200 done", "404 not_found", "409 payout_processing"],
  order: ["201 done", "401 not_signed_in"],
  deposit: ["201 done", "401 not_signed_in"],
  withdraw: ["201 done", "401 not_signed_in", "409 too_many_open_withdrawals"],
  cancel: ["200 done", "401 not_signed_in", "404 not_found", "409 withdrawal_not_pending"],
  approve: ["200 done", "404 not_found", "409 withdrawal_not_pending"],
  reject: ["200 done", "404 not_found", "409 withdrawal_not_pending"],
  credit: ["200 done", "404 not_found", "409 deposit_not_open"],
  adjust: ["200 done", "404 not_found"],
  promote: ["200 done", "404 not_found"],
};

it("runs any concurrent call entirely before or after a deletion, and loses no money", async () => {
  const connection = await scope.clone();
  const { clock } = scope.app;
  const servers = [await scope.start({ connection }), await scope.start({ connection })];
  const [one, two] = [servers[0]!, servers[1]!];
  const admins = [await seedAdmin(one), await seedAdmin(one)] as [Person, Person];
  const through = (server: { url: string }, { cookie }: Person) =>
    Object.assign(new TestClient(server.url), { cookie });
  const seen = new Map<string, Set<string>>();
  const deleted: string[] = [];

  for (let round = 0; round < 4; round += 1) {
    const people = await withdrawingPeople(one, 2, "1000");
    const busy = await Promise.all(people.map(busyPerson));
    // The first position of each is due, and the provider calls about each deposit.
    clock.jump(60);
    const calls = busy.flatMap(({ client, withdrawals, deposits }, n): [string, () => Promise<Answer>][] => {
      const [admin, boss] = [through(one, admins[n % 2]!), through(two, admins[(n + 1) % 2]!)];
      const elsewhere = through(two, client);
      const order = { type: "buy", amount: 1, duration: 1 };
      const key = (name: string) => ({ "idempotency-key": `${name}-${client.user.id}` });
      const path = `/api/admin/users/${client.user.id}`;
      const all: [string, () => Promise<Answer>][] = [
        ["order", () => client.post("/api/trading/positions", order, key("order"))],
        ["order", () => elsewhere.post("/api/trading/positions", order)],
        ["deposit", () => elsewhere.post("/api/deposits", { amount: 17 }, key("deposit"))],
        ["withdraw", () => withdraw(client, { amount: 30 }, key("withdraw"))],
        ["cancel", () => elsewhere.post(`/api/withdrawals/${withdrawals[0]}/cancel`)],
        ["reject", () => boss.post(`/api/admin/withdrawals/${withdrawals[1]}/reject`, {}, key("reject"))],
        ["credit", () => boss.post(`/api/admin/deposits/${deposits[0]}/approve`, {}, key("credit"))],
        ["adjust", () => admin.post(`${path}/adjust-balance`, { amount: -1 }, key("adjust"))],
        ["promote", () => boss.post(`${path}/set-admin`, { isAdmin: n === 0 })],
        ["remove", () => remove(admin, client)],
        ["remove", () => remove(boss, client)],
      ];
      // A running payout prevents the deletion, so only a few users get one.
      if ((n + round) % 3 === 0) {
        all.push([
          "approve",
          () => admin.post(`/api/admin/withdrawals/${withdrawals[2]}/approve`, {}, key("approve")),
        ]);
      }
      // Each round starts with different calls.
      return [
        ...all.slice((n * 5 + round * 3) % all.length),
        ...all.slice(0, (n * 5 + round * 3) % all.length),
      ];
    });
    const answers = await Promise.all(
      calls.map(async ([name, call]) => [name, outcomeOf(await call())] as const),
    );
    for (const [name, outcome] of answers) seen.set(name, (seen.get(name) ?? new Set()).add(outcome));
    await Promise.all(servers.map((server) => server.settled()));
    const { rows } = await one.database.query<{ id: string }>(
      "select id from unnest($1::uuid[]) as asked (id) where not exists (select from users u where u.id = asked.id)",
      [people.map(({ user }) => user.id)],
    );
    deleted.push(...rows.map(({ id }) => id));
  }
  for (const [name, outcomes] of seen) {
    expect(ALLOWED[name], name).toEqual(expect.arrayContaining([...outcomes]));
  }
  expect([...seen.get("remove")!]).toEqual(expect.arrayContaining(["200 done", "404 not_found"]));
  expect(deleted.length).toBeGreaterThan(3);

  for (let second = 0; second < 75; second += 25) {
    clock.jump(25);
    await Promise.all(servers.map((server) => server.settled()));
  }
  expect(await one.checkLedger()).toEqual([]);
  const { rows: left } = await one.database.query(
    `select (select count(*) from trading_positions where user_id = any($1))
       + (select count(*) from deposit_transactions where user_id = any($1))
       + (select count(*) from withdrawal_transactions where user_id = any($1))
       + (select count(*) from idempotency_keys where user_id = any($1))
       + (select count(*) from order_keys where user_id = any($1))
       + (select count(*) from sessions where user_id = any($1)) as of_deleted`,
    [deleted],
  );
  expect(left).toEqual([{ of_deleted: 0 }]);
  // A PostgreSQL backend reports its statistics at the latest when it ends.
  await Promise.all(servers.map((server) => server.close()));
  const { rows } = await scope.app.database.query(
    "select deadlocks::int from pg_stat_database where datname = $1",
    [connection.database],
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

const untilWaiting = (statement: string) => untilBlocked(scope.app.database, 1, statement);

it("does not deadlock with a deposit created and credited while the account is being locked", async () => {
  const admin = await seedAdmin(scope.app);
  const [client] = await seedPeople(scope.app, 1, "100");
  const { id } = client!.user;
  const deposit = v7();
  const { database } = scope.app;
  const user = await holdUser(database, id);
  const answer = remove(admin, client!);
  await untilWaiting("%from users where id = $1 for update%");
  await database.query(
    `insert into deposit_transactions (id, user_id, amount, provider, created_at, updated_at)
     values ($1, $2, 20, 'sandbox', now(), now())`,
    [deposit, id],
  );
  const crediting = await hold(database, "select from deposit_transactions where id = $1 for update", [
    deposit,
  ]);
  await user.letGo();
  // The deletion releases all locks and starts again. It now waits for the deposit, and no other call waits for it.
  await untilWaiting("%deposit_transactions where user_id = $1 order by id for update%");
  await crediting.holder.query("select from users where id = $1 for no key update", [id]);
  await crediting.letGo();
  expect(outcomeOf(await answer)).toBe("200 done");
  expect(await scope.app.checkLedger()).toEqual([]);
});

it("locks an expired deposit that is checked again before it locks its user", async () => {
  const admin = await seedAdmin(scope.app);
  const [client] = await seedPeople(scope.app, 1, "100");
  const { id } = client!.user;
  const key = { "idempotency-key": "again" };
  const ask = () => client!.post("/api/deposits", { amount: 20 }, key);
  const first = (await ask()).body.id as string;
  // This looks as if the server had died before the provider sent an address.
  await scope.app.database.query("delete from idempotency_keys where user_id = $1", [id]);
  await loseAnswer(scope.app.database, first, true);
  const { letGo } = await holdUser(scope.app.database, id);
  const again = ask();
  await untilWaiting("select from users where id = $1 for no key update%");
  const answer = remove(admin, client!);
  await untilWaiting("%deposit_transactions where user_id = $1 order by id for update%");
  await letGo();
  expect(outcomeOf(await answer)).toBe("200 done");
  expect(["201 done", "401 not_signed_in"]).toContain(outcomeOf(await again));
  expect(await scope.app.checkLedger()).toEqual([]);
});

it("runs before or after a waiting order of the account, and cancels its position", async () => {
  const admin = await seedAdmin(scope.app);
  const [client] = await seedPeople(scope.app, 1, "100");
  const { id } = client!.user;
  const { letGo } = await holdUser(scope.app.database, id);
  // The order is put off until the row is free, and the deletion waits for it. The second of the two sees the first one's
  // work.
  const order = client!.post("/api/trading/positions", { type: "buy", amount: 1, duration: 1 });
  await untilTried(scope.app.database);
  const answer = remove(admin, client!);
  await untilWaiting("%from users where id = $1 for update%");
  await letGo();
  const outcome = outcomeOf(await order);
  expect(["201 done", "401 not_signed_in"]).toContain(outcome);
  expect((await answer).body).toMatchObject({
    unclaimed: "100.00000000",
    openPositions:
      outcome === "201 done" ? { count: 1, amount: "1.00000000" } : { count: 0, amount: "0.00000000" },
  });
  expect(await scope.app.checkLedger()).toEqual([]);
});
