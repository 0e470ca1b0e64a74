import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { isPayableAddress } from "@veritick/domain/addresses.ts";
import { describe, expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import { seedPeople } from "../../../testing/people.ts";
import { TestClient, until } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { loseAnswer } from "../../../testing/lost-answers.ts";

// Deposits of this scope are confirming after 2 seconds and confirmed after 4.
const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "4" });
const person = async () => (await seedPeople(scope.app, 1, "0"))[0]!;

const deposit = (client: TestClient, amount: unknown, key?: string) =>
  client.post<Deposit>("/api/deposits", { amount }, key === undefined ? {} : { "idempotency-key": key });
const list = async (client: TestClient, query = "") =>
  (await client.get<Deposit[]>(`/api/deposits${query}`)).body;

/** Requests deposits in parallel, but never so many of one user that some are refused. */
async function depositMany(client: TestClient, count: number) {
  const answers: Awaited<ReturnType<typeof deposit>>[] = [];
  for (let left = count; left > 0; left -= 6) {
    const some = Array.from({ length: Math.min(left, 6) }, () => deposit(client, 15));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

describe("asking for a deposit", () => {
  it("returns the address and the amount, and says that nothing must be sent", async () => {
    const client = await person();
    const { status, body } = await deposit(client, "15.50");
    const now = new Date(scope.app.clock.nowMs()).toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: client.user.id,
      amount: "15.50000000",
      payAmount: "15.50000000",
      paymentId: `sandbox-${body.id}`,
      payAddress: expect.stringMatching(/^T\w{33}$/),
      leastAmount: "15.00000000",
      watchedUntil: new Date(scope.app.clock.nowMs() + 30 * 86_400_000).toISOString(),
      arrived: null,
      credited: null,
      status: "pending",
      failureReason: null,
      rejectionReason: null,
      beingChecked: false,
      sandbox: true,
      createdAt: now,
      updatedAt: now,
    });
    expect(await list(client)).toEqual([body]);
    expect(await client.balance()).toBe("0.00000000");
  });

  it("gives every deposit a valid address of its own", async () => {
    const client = await person();
    const answers = await depositMany(client, 20);
    const addresses = answers.map(({ body }) => body.payAddress!);
    expect(new Set(addresses).size).toBe(20);
    expect(addresses.filter((address) => !isPayableAddress(address))).toEqual([]);
    const listed = await list(client);
    expect(listed.map(({ id }) => id)).toEqual(
      listed
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  it("allows at most 20 open deposits on one account, also when they are requested at once", async () => {
    const client = await person();
    const answers = await depositMany(client, 25);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => (body as { code?: string }).code)).toEqual(
      Array(5).fill("too_many_open_deposits"),
    );
  });

  it.each([
    ["14.99", undefined, "Le montant minimum de dépôt est 15 USDMS"],
    [14, "en", "Minimum deposit amount is 15 USDMS"],
    ["lots", "fr", "Le montant minimum de dépôt est 15 USDMS"],
    ["15.001", undefined, "Enter an amount with at most two decimals, such as 15.50"],
    [-15, undefined, "Le montant minimum de dépôt est 15 USDMS"],
    ["99999999999", "en", "This amount is above the maximum balance of an account. Enter a smaller amount."],
    [
      "1000000000.01",
      "en",
      "This amount is above the maximum balance of an account. Enter a smaller amount.",
    ],
  ])("refuses %j (%s) and records nothing", async (amount, language, message) => {
    const client = await person();
    const headers = language === undefined ? {} : { "accept-language": language };
    const answer = await client.post("/api/deposits", { amount }, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 400, body: { field: "amount", message } });
    expect(await list(client)).toEqual([]);
  });

  it("counts open deposits towards the most an account may hold", async () => {
    const client = await person();
    expect((await deposit(client, "999999980")).status).toBe(201);
    expect((await deposit(client, "20.01")).status).toBe(400);
    expect((await deposit(client, "20")).status).toBe(201);
  });

  it("keeps to that limit when many are requested at once", async () => {
    const client = await person();
    const answers = await Promise.all(Array.from({ length: 12 }, () => deposit(client, "300000000")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await list(client)).toHaveLength(3);
  });
});

describe("a deposit in the sandbox", () => {
  it("is pending, then confirming, then confirmed and credited, and its user is told at each step", async () => {
    const client = await person();
    const { socket, pushes } = await client.live();
    const { body: created } = await deposit(client, "100");
    const statusNow = async () => (await list(client))[0]!.status;
    const seen = [await statusNow()];
    for (let second = 1; second <= 5; second += 1) {
      await scope.pass(1);
      seen.push(await statusNow());
      expect(await client.balance()).toBe(seen.at(-1) === "confirmed" ? "100.00000000" : "0.00000000");
    }
    expect(seen).toEqual(["pending", "pending", "confirming", "confirming", "confirmed", "confirmed"]);
    await until(() => pushes.some(({ type }) => type === "balanceUpdate"), "the balance was pushed");
    const own = pushes.filter(({ type }) => type !== "price");
    const [confirmed] = await list(client);
    const confirming = { status: "confirming", arrived: "100.00000000", updatedAt: expect.any(String) };
    expect(own).toEqual([
      { type: "depositUpdate", deposit: { ...created, ...confirming } },
      { type: "depositUpdate", deposit: confirmed },
      { type: "balanceUpdate", balance: "100.00000000" },
    ]);
    expect(await scope.app.checkLedger()).toEqual([]);
    socket.terminate();
  });

  it("goes straight to confirmed, once, if the server was down in between", async () => {
    const client = await person();
    await deposit(client, "100");
    scope.app.clock.jump(3600);
    await scope.settled();
    expect((await list(client))[0]!.status).toBe("confirmed");
    await scope.pass(3);
    expect(await client.balance()).toBe("100.00000000");
  });

  it("waits for an administrator if SANDBOX_CONFIRM_SECONDS is off", async () => {
    const app = await scope.start({
      connection: await scope.clone(),
      environment: { SANDBOX_CONFIRM_SECONDS: "off" },
    });
    const [client] = await seedPeople(app, 1, "0");
    await deposit(client!, "100");
    for (let step = 0; step < 3; step += 1) {
      app.clock.jump(10_000);
      await app.settled();
    }
    expect((await list(client!))[0]!.status).toBe("pending");
    expect(await client!.balance()).toBe("0.00000000");
  });
});

describe("an idempotency key", () => {
  it("makes one deposit for parallel requests, later ones and those after a restart", async () => {
    const client = await person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => deposit(client, "20", "the-key")));
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    await scope.pass(5);
    const other = Object.assign(new TestClient((await scope.start()).url), { cookie: client.cookie });
    const again = await deposit(other, 20, "the-key");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(made[0]!.body);
    expect((await deposit(client, 21, "the-key")).status).toBe(422);
    expect(await list(client)).toHaveLength(1);
    expect(await client.balance()).toBe("20.00000000");
  });

  it("makes one deposit for requests to two servers at once", async () => {
    const client = await person();
    const other = Object.assign(new TestClient((await scope.start()).url), { cookie: client.cookie });
    for (let round = 1; round <= 15; round += 1) {
      const answers = await Promise.all([client, other].map((one) => deposit(one, 15, `round-${round}`)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]!.body).toEqual(answers[1]!.body);
      expect(await list(client)).toHaveLength(round);
    }
  });

  it("is refused for another call", async () => {
    const client = await person();
    expect((await deposit(client, "20", "one key")).status).toBe(400);
    await deposit(client, "20", "one-key");
    await scope.pass(5);
    const order = { type: "buy", amount: 1, duration: 1 };
    const answer = await client.post("/api/trading/positions", order, { "idempotency-key": "one-key" });
    expect(answer).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
    expect(await client.balance()).toBe("20.00000000");
  });
});

describe("the list of deposits", () => {
  it("holds the user's own deposits, newest first, in pages", async () => {
    const client = await person();
    for (let number = 0; number < 4; number += 1) await deposit(client, 15 + number);
    await scope.pass(5);
    const open = (await deposit(client, 50)).body.id;
    const all = (await list(client)).map(({ id }) => id);
    expect(all).toHaveLength(5);
    expect(all[0]).toBe(open);
    expect(all).toEqual(all.toSorted().toReversed());
    expect((await list(client, "?limit=1")).map(({ id }) => id)).toEqual(all.slice(0, 2));
    expect((await list(client, `?before=${all[2]}&limit=1`)).map(({ id }) => id)).toEqual(all.slice(3, 4));
    expect(await list(await person())).toEqual([]);
  });
});

const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;

it("makes a new deposit if the earlier one of the same key failed meanwhile", async () => {
  const [client] = await seedPeople(scope.app, 1, "0");
  const ask = () => client!.post("/api/deposits", { amount: 20 }, { "idempotency-key": "again" });
  const first = (await ask()).body.id as string;
  await query("delete from idempotency_keys where user_id = $1", [client!.user.id]);
  const { letGo } = await holdUser(scope.app.database, client!.user.id);
  const again = ask();
  await untilBlocked(scope.app.database, 1, "select from users where id = $1 for no key update");
  await loseAnswer(scope.app.database, first, true);
  await letGo();
  const { status, body, headers } = await again;
  expect([status, body.code, headers.get("retry-after")]).toEqual([409, "idempotency_running", "1"]);
  const next = await ask();
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(first);
});
