import { createHash } from "node:crypto";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { CODE, seedAdmin, someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp();
const person = async () => (await withdrawingPeople(scope.app, 1, "100"))[0]!;

const through = (url: string, client: TestClient) =>
  Object.assign(new TestClient(url), { cookie: client.cookie });
const countOf = async (client: TestClient) =>
  ((await client.get("/api/withdrawals")).body as unknown[]).length;

describe("two at once", () => {
  it("of the whole balance on two servers: one is taken, every time, and no two block each other", async () => {
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

  it("an order and a withdrawal of the whole balance: one of them", async () => {
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

  it("it is done once and answered alike ever after, whatever became of it", async () => {
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

  it("another amount or address is 422; another code, which is no part of it, is a replay", async () => {
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

  it("the digest that is stored is the same for every code, so that it cannot give one away", async () => {
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

  it("many at once on two servers: one withdrawal, the others get its answer or are told to wait", async () => {
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

  it("a refusal is not kept: the same key serves for the corrected request", async () => {
    const client = await person();
    const request = { amount: "40", address: someAddress() };
    expect((await withdraw(client, { ...request, withdrawalCode: "99999" }, key)).status).toBe(400);
    expect((await withdraw(client, request, key)).status).toBe(201);
  });
});

describe("cancelling, approving and rejecting at once", () => {
  it("has one effect, whoever comes first, on two servers", async () => {
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

it("the books are right after all of it", async () => {
  expect(await scope.app.checkLedger()).toEqual([]);
});

/** A server process reports what it saw at its end at the latest. */
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
