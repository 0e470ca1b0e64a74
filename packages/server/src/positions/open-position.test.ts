import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startTestApp } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient, fundedClient } from "../../testing/test-client.ts";
import { cloneDatabase } from "../../testing/test-database.ts";

let app: TestApp;
let drop: () => Promise<void>;
beforeAll(async () => {
  const connection = await cloneDatabase(inject("postgres"));
  drop = connection.drop;
  app = await startTestApp({ connection });
});
afterAll(async () => {
  await app.close();
  await drop();
});

const open = (client: TestClient, body: object, key?: string) =>
  client.post(
    "/api/trading/positions",
    { type: "buy", amount: "1.00", duration: 1, ...body },
    key === undefined ? {} : { "idempotency-key": key },
  );

describe("opening a position", () => {
  it("debits the stake at once and shows the terms it was sold on", async () => {
    const client = await fundedClient(app, "100");
    const answer = await open(client, { amount: "10", duration: 3, type: "sell" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      type: "sell",
      amount: "10.00000000",
      duration: 3,
      multiplier: "6.00",
      status: "active",
    });
    expect(answer.body.expiryTick - answer.body.entryTick).toBe(180);
    expect(await client.balance()).toBe("90.00000000");
  });

  it("admits exactly what fits when 100 requests race for one balance", async () => {
    const client = await fundedClient(app, "37");
    const answers = await Promise.all(Array.from({ length: 100 }, () => open(client, {})));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(37);
    expect(answers.filter((answer) => answer.body.code === "balance_insufficient")).toHaveLength(63);
    expect(await client.balance()).toBe("0.00000000");
    expect(await app.checkLedger()).toEqual([]);
  });

  it("has one effect for one key, in parallel and afterwards", async () => {
    const client = await fundedClient(app, "15");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => open(client, { amount: "15" }, "the-key")),
    );
    const ids = new Set(answers.filter((answer) => answer.status === 201).map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    const others = answers.filter((answer) => answer.status !== 201);
    expect(
      others.every((answer) => answer.status === 409 && answer.body.code === "idempotency_running"),
    ).toBe(true);
    const again = await open(client, { amount: 15 }, "the-key");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(ids.has(again.body.id)).toBe(true);
    expect((await open(client, { amount: "14" }, "the-key")).status).toBe(422);
    expect(await app.checkLedger()).toEqual([]);
  });
});
