import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp({}, { connections: 12 });

/** Makes a house with funds of 100, served by one process and, on demand, by a second one. */
async function house() {
  const connection = await scope.clone();
  const start = () => scope.start({ connection, environment: { HOUSE_CAPITAL: "100" } });
  return { app: await start(), startSecond: start };
}

const open = (client: TestClient, amount: string | number, duration = 1, key?: string) =>
  client.post(
    "/api/trading/positions",
    { type: "buy", amount, duration },
    key === undefined ? {} : { "idempotency-key": key },
  );

const promises = async (app: TestApp) => {
  const { rows } = await app.database.query<{ funds: string; promised: string }>(
    "select sum(funds)::text as funds, sum(open_payout)::text as promised from house_stripes",
  );
  return { funds: Number(rows[0]!.funds), promised: Number(rows[0]!.promised) };
};

describe("an order beyond the house's funds", () => {
  it("is refused, moves nothing, and smaller ones still fit", async () => {
    const { app } = await house();
    const [client] = await seedPeople(app, 1, "1000");
    // A stake of s on 1 min pays at most 3.5 s.
    expect((await open(client!, 20)).status).toBe(201);
    const refused = await open(client!, "8.58", 1, "the-key");
    expect(refused).toMatchObject({ status: 409, body: { code: "house_limit", field: "amount" } });
    expect(refused.body.message).toMatch(/smaller amount or a shorter duration/);
    expect(await client!.balance()).toBe("980.00000000");
    expect((await client!.get("/api/trading/positions")).body).toHaveLength(1);
    const { rowCount } = await app.database.query("select from order_keys");
    expect(rowCount).toBe(0);
    expect((await open(client!, "8.57", 1, "the-key")).status).toBe(201);
    expect((await open(client!, "0.01", 10)).status).toBe(409);
    expect(await promises(app)).toEqual({ funds: 100, promised: 99.995 });
    expect(await app.checkLedger()).toEqual([]);
  });

  it("is refused among many at once on two servers, which admit exactly what fits", async () => {
    const { app, startSecond } = await house();
    const second = await startSecond();
    const people = await seedPeople(app, 60, "1000");
    const answers = await Promise.all(
      people.map((person, index) =>
        open(
          index % 2 === 0 ? person : Object.assign(new TestClient(second.url), { cookie: person.cookie }),
          1,
        ),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(28);
    expect(answers.filter((answer) => answer.body.code === "house_limit")).toHaveLength(32);
    expect(await promises(app)).toEqual({ funds: 100, promised: 98 });
    expect(await app.checkLedger()).toEqual([]);
  });

  it("does not block others: a small order fits beside a refused large one", async () => {
    const { app } = await house();
    const people = await seedPeople(app, 12, "1000");
    const answers = await Promise.all(people.map((person, index) => open(person, index % 2 === 0 ? 500 : 1)));
    expect(answers.map((answer) => answer.status)).toEqual(
      people.map((_, index) => (index % 2 === 0 ? 409 : 201)),
    );
  });

  it("depends on the house's own money, which users' losses raise and their wins lower", async () => {
    const { app } = await house();
    const [client] = await seedPeople(app, 1, "1000");
    for (let round = 0; round < 12; round += 1) {
      await open(client!, 4, 1);
      await open(client!, 2, 3);
      app.clock.jump(60);
      await app.settled();
    }
    app.clock.jump(180);
    await app.settled();
    const positions = (await client!.get("/api/trading/positions")).body as {
      status: string;
      profit: string;
    }[];
    const usersGain = positions.reduce((sum, { profit }) => sum + Number(profit), 0);
    expect(new Set(positions.map(({ status }) => status))).toEqual(new Set(["won", "lost"]));
    expect(await promises(app)).toEqual({ funds: 100 - usersGain, promised: 0 });
    expect(Number(await client!.balance())).toBe(1000 + usersGain);
    expect(await app.checkLedger()).toEqual([]);
  });

  it("is every order while the house has no money", async () => {
    const app = await scope.start({ connection: await scope.clone(), environment: { HOUSE_CAPITAL: "0" } });
    const [client] = await seedPeople(app, 1, "1000");
    expect((await open(client!, "0.01")).body.code).toBe("house_limit");
    expect(await app.checkLedger()).toEqual([]);
  });
});
