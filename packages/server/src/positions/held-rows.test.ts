import type { Position } from "@veritick/contract/schemas/positions.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { holdUser, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp();

/** Makes a database in which a statement fails if it waits for a lock for longer than an order may. */
async function impatientDatabase() {
  const connection = await scope.clone();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `alter database ${client.escapeIdentifier(connection.database)} set lock_timeout = '200ms'`,
  );
  await client.end();
  return connection;
}

const order = (person: Person) =>
  person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });

it("a locked row delays only its own user's orders and payouts", async () => {
  const app = await scope.start({ connection: await impatientDatabase() });
  const [held] = (await seedPeople(app, 1, "100")) as [Person];
  const others = await seedPeople(app, 20, "100");
  // Every user who orders now is due for a payout in the middle of it, even the one whose row is held.
  for (const person of [held, ...others]) expect((await order(person)).status).toBe(201);
  await app.database.query("update trading_positions set barrier_price = 1");
  const { letGo } = await holdUser(app.database, held.user.id);

  let answered = false;
  const waiting = [order(held), order(held)];
  for (const each of waiting) void each.then(() => (answered = true));
  await untilTried(app.database);
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(others.map(order));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    if (round === 4) scope.app.clock.jump(60);
  }
  await app.settled();
  for (const person of others) expect(Number(await person.balance())).toBe(100 - 11 + 3.5);
  expect(answered).toBe(false);

  await letGo();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201]);
  scope.app.clock.jump(1);
  await app.settled();
  const mine = (await held.get<Position[]>("/api/trading/positions")).body;
  expect(mine.map(({ status }) => status)).toEqual(["active", "active", "won"]);
  expect(await app.checkLedger()).toEqual([]);
});
