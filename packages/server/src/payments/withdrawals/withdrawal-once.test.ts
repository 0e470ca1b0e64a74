import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import type { Person } from "../../../testing/people.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { CODE, seedAdmin, someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp({}, { connections: 12 });
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));
const person = async () => (await withdrawingPeople(scope.app, 1, "100"))[0]!;

const through = (url: string, client: TestClient) =>
  Object.assign(new TestClient(url), { cookie: client.cookie });
const countOf = async (client: TestClient) =>
  ((await client.get("/api/withdrawals")).body as unknown[]).length;

describe("withdrawals at once", () => {
  it("of the whole balance on two servers succeed once each time and never deadlock", async () => {
    const connection = await scope.clone();
    const servers = [await scope.start({ connection }), await scope.start({ connection })];
    const [one, two] = [servers[0]!, servers[1]!];
    const people = await withdrawingPeople(one, 15, "100");
    for (let round = 0; round < 3; round += 1) {
      const five = people.slice(round * 5, round * 5 + 5);
      const answers = await Promise.all(
        five.map((client) =>
          Promise.all([one, two, one, two].map(({ url }) => withdraw(through(url, client)))),
        ),
      );
      for (const each of answers) {
        const codes = each
          .map(({ status, body }) => (status === 201 ? "taken" : String(body.code)))
          .toSorted();
        expect(codes).toEqual([...Array(3).fill("balance_insufficient"), "taken"]);
      }
    }
    for (const client of people) expect(await client.balance()).toBe("0.00000000");
    expect(await one.checkLedger()).toEqual([]);
    expect(await deadlocksIn(connection, servers)).toBe(0);
  });

  it("succeed once beside an order for the whole balance", async () => {
    for (let round = 0; round < 6; round += 1) {
      const client = await person();
      const order = { type: "buy", amount: "100", duration: 1 };
      const answers = await Promise.all([withdraw(client), client.post("/api/trading/positions", order)]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["201", "400"]);
      expect(await client.balance()).toBe("0.00000000");
    }
  });
});

describe("with an idempotency key", () => {
  const key = { "idempotency-key": "key-1" };

  it("happens once and always gets the same answer, regardless of its outcome", async () => {
    const client = await person();
    const admin = await seedAdmin(scope.app);
    const request = { amount: "40", address: someAddress() };
    const first = await withdraw(client, request, key);
    await admin.post(`/api/admin/withdrawals/${first.body.id}/reject`);
    for (let round = 0; round < 3; round += 1) {
      const again = await withdraw(client, request, key);
      expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
        201,
        first.body,
        "true",
      ]);
    }
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(await countOf(client)).toBe(1);
    expect(await client.balance()).toBe("100.00000000");
  });

  it("answers 422 to another amount or address, but replays with another code", async () => {
    const client = await person();
    const request = { amount: "40", address: someAddress() };
    const first = await withdraw(client, request, key);
    for (const changes of [{ amount: "41" }, { address: someAddress() }]) {
      const { status, body } = await withdraw(client, { ...request, ...changes }, key);
      expect([status, body.code]).toEqual([422, "idempotency_mismatch"]);
    }
    const again = await withdraw(client, { ...request, withdrawalCode: "99999", twoStepCode: "1" }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await client.balance()).toBe("60.00000000");
  });

  it("stores a digest that is the same for every code, so that it reveals none", async () => {
    const [one, other] = await withdrawingPeople(scope.app, 2, "100");
    const { body: set } = await one!.post("/api/profile/create-withdrawal-code", { code: "11111" });
    expect(set.code).toBe("withdrawal_code_exists");
    await scope.app.database.query("update users set withdrawal_code = null where id = $1", [one!.user.id]);
    await one!.post("/api/profile/create-withdrawal-code", { code: "11111" });
    const address = someAddress();
    expect((await withdraw(one!, { address, withdrawalCode: "11111" }, key)).status).toBe(201);
    expect((await withdraw(other!, { address, withdrawalCode: CODE }, key)).status).toBe(201);
    const { rows } = await scope.app.database.query<{ request_hash: Buffer }>(
      "select request_hash from idempotency_keys where user_id = any ($1)",
      [[one!.user.id, other!.user.id]],
    );
    expect(rows[0]!.request_hash).toEqual(rows[1]!.request_hash);
    const withCode = JSON.stringify({ amount: "100", address, withdrawalCode: CODE });
    expect(rows[0]!.request_hash).not.toEqual(createHash("sha256").update(withCode).digest());
  });

  it("makes one withdrawal for many requests at once on two servers", async () => {
    const guest = await scope.start();
    for (let round = 0; round < 5; round += 1) {
      const client = await person();
      const elsewhere = through(guest.url, client);
      const request = { amount: "30", address: someAddress() };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => withdraw(index % 2 === 0 ? client : elsewhere, request, key)),
      );
      const taken = answers.filter(({ status }) => status === 201);
      expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)).toEqual(
        Array(8 - taken.length).fill("idempotency_running"),
      );
      expect(await client.balance()).toBe("70.00000000");
      expect((await withdraw(client, request, key)).body).toEqual(taken[0]!.body);
    }
  });

  it("is free again after a refusal, for the corrected request", async () => {
    const client = await person();
    const request = { amount: "40", address: someAddress() };
    expect((await withdraw(client, { ...request, withdrawalCode: "99999" }, key)).status).toBe(400);
    expect((await withdraw(client, request, key)).status).toBe(201);
  });
});

describe("cancelling, approving and rejecting at once", () => {
  it("has one effect on two servers, in any order", async () => {
    const guest = await scope.start();
    const admin = await seedAdmin(scope.app);
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const client = await person();
      const { id } = (await withdraw(client)).body;
      const calls = [
        () => through(guest.url, client).post(`/api/withdrawals/${id}/cancel`),
        () => client.post(`/api/withdrawals/${id}/cancel`),
        () => admin.post(`/api/admin/withdrawals/${id}/reject`),
        () => through(guest.url, admin).post(`/api/admin/withdrawals/${id}/reject`),
        () => admin.post(`/api/admin/withdrawals/${id}/approve`),
        () => through(guest.url, admin).post(`/api/admin/withdrawals/${id}/approve`),
      ];
      const turned = calls.map((_, index) => calls[(index + round) % calls.length]!);
      const answers = await Promise.all(turned.map((call) => call()));
      const done = answers.filter(({ status }) => status === 200);
      expect(done).toHaveLength(1);
      expect(new Set(answers.filter((one) => !done.includes(one)).map(({ body }) => body.code))).toEqual(
        new Set(["withdrawal_not_pending"]),
      );
      const { status, failureReason } = done[0]!.body;
      seen.add(status);
      expect(["cancelled", "rejected", null]).toContain(failureReason);
      expect(await client.balance()).toBe(status === "failed" ? "100.00000000" : "0.00000000");
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});

/** Counts deadlocks after the servers have closed, because PostgreSQL may report them only when connections end. */
async function deadlocksIn(
  connection: pg.ClientConfig & { database: string },
  servers: { close(): Promise<void> }[],
): Promise<number> {
  await Promise.all(servers.map((server) => server.close()));
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ deadlocks: number }>(
    "select deadlocks::int from pg_stat_database where datname = $1",
    [connection.database],
  );
  await client.end();
  return rows[0]!.deadlocks;
}

let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

async function pending(): Promise<{ id: string; owner: Person }> {
  const [owner] = await withdrawingPeople(scope.app, 1, "100");
  return { id: (await withdraw(owner!)).body.id as string, owner: owner! };
}

/** Makes a withdrawal whose payout the provider has refused. */
async function stuck(): Promise<{ id: string; owner: Person }> {
  const made = await pending();
  const { database } = scope.app;
  await database.query("update withdrawal_transactions set status = 'processing' where id = $1", [made.id]);
  await database.query(
    `insert into attention_items (id, key, kind, reason, provider, withdrawal_id, details, created_at, updated_at)
     values ($1, 'payout/sandbox/' || $1::uuid, 'payout', 'payout_refused', 'sandbox', $1, '{}', now(), now())`,
    [made.id],
  );
  return made;
}

const DECISIONS = {
  cancel: { make: pending, left: "100.00000000", body: undefined, other: undefined },
  approve: { make: pending, left: "0.00000000", body: undefined, other: undefined },
  reject: { make: pending, left: "100.00000000", body: undefined, other: undefined },
  "mark-paid": {
    make: stuck,
    left: "0.00000000",
    body: { transactionId: "ab".repeat(32) },
    other: { transactionId: "cd".repeat(32) },
  },
  "mark-failed": {
    make: stuck,
    left: "100.00000000",
    body: { note: "never left" },
    other: { note: "another" },
  },
};

describe.each(Object.entries(DECISIONS))("%s with an idempotency key", (how, { make, left, body, other }) => {
  const pathOf = (id: string) =>
    how === "cancel" ? `/api/withdrawals/${id}/cancel` : `/api/admin/withdrawals/${id}/${how}`;
  const decider = (owner: Person) => (how === "cancel" ? owner : admin);

  it("gets the first answer again, even at once on two servers; another request is refused", async () => {
    const guest = await scope.start();
    for (let round = 0; round < 3; round += 1) {
      const { id, owner } = await make();
      const here = decider(owner);
      const elsewhere = through(guest.url, here);
      const headers = { "idempotency-key": `${how}-${round}` };
      const answers = await Promise.all(
        [here, elsewhere, here, elsewhere].map((by) => by.post(pathOf(id), body, headers)),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThan(0);
      expect(done.filter((one) => one.headers.get("idempotency-replayed") === null)).toHaveLength(1);
      expect(new Set(done.map((one) => JSON.stringify(one.body))).size).toBe(1);
      expect(answers.every((one) => one.status === 200 || one.body.code === "idempotency_running")).toBe(
        true,
      );

      const again = await elsewhere.post(pathOf(id), body, headers);
      expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
        200,
        done[0]!.body,
        "true",
      ]);
      const second = other === undefined ? (await make()).id : id;
      const mismatch = await here.post(pathOf(second), other ?? body, headers);
      expect([mismatch.status, mismatch.body.code]).toEqual([422, "idempotency_mismatch"]);
      expect((await here.post(pathOf(id), body)).status).toBe(409);
      expect(await owner.balance()).toBe(left);
    }
  });

  it("does not store a refusal", async () => {
    const { id, owner } = await make();
    const headers = { "idempotency-key": `${how}-refused` };
    const missing = "0199a3f0-0000-7000-8000-000000000009";
    expect((await decider(owner).post(pathOf(missing), body, headers)).status).toBe(404);
    expect((await decider(owner).post(pathOf(id), body, headers)).status).toBe(200);
  });
});

const hashOf = ({ cookie }: Person) => createHash("sha256").update(cookie.replace("session=", "")).digest();

/** Makes a withdrawal wait for its user's row, as a change of password does, and releases it after a change. */
async function whileHeldUp(client: Person, change: string, values: unknown[] = []) {
  const { holder, letGo } = await holdUser(scope.app.database, client.user.id);
  const answer = withdraw(client);
  await untilBlocked(scope.app.database, 1, "%withdrawals_held_until%");
  await holder.query(change, values);
  await letGo();
  return answer;
}

it("refuses a withdrawal whose session ends while its code is checked", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  const { status, body } = await whileHeldUp(client!, "delete from sessions where token_hash = $1", [
    hashOf(client!),
  ]);
  expect([status, body.code]).toEqual([401, "not_signed_in"]);
  const { rows } = await scope.app.database.query(
    `select balance, (select count(*) from withdrawal_transactions where user_id = u.id) as withdrawals
     from users u where id = $1`,
    [client!.user.id],
  );
  expect(rows).toEqual([{ balance: "1000.00000000", withdrawals: 0 }]);
});

it("completes a withdrawal that waited while its session stayed open", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  expect((await whileHeldUp(client!, "select 1")).status).toBe(201);
  expect(await scope.app.checkLedger()).toEqual([]);
});
