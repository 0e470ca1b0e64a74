import pg from "pg";
import { expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp({}, { connections: 12 });

const SLOW_MS = 120_000;
const ROUNDS = process.env["VERITICK_LONG"] === undefined ? 6 : 12;

/**
 * The same users order, are paid and deposit through two servers at once, round after round. Whatever the order in which
 * locks are requested, nothing may fail and the books must be right.
 */
it(
  "orders, settlements and deposits of the same people never block each other for good",
  { timeout: SLOW_MS },
  async () => {
    const connection = await scope.clone();
    const servers = [await scope.start({ connection }), await scope.start({ connection })];
    const [one, two] = [servers[0]!, servers[1]!];
    const people = await seedPeople(one, 24, "500");
    const clients = people.flatMap((person) => [
      person,
      Object.assign(new TestClient(two.url), { cookie: person.cookie }),
    ]);
    const statuses = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      // Everything opened a minute ago falls due on both servers while the next orders arrive.
      scope.app.clock.jump(60);
      const answers = await Promise.all(
        clients.flatMap((client, index) => {
          const order = { type: index % 2 === 0 ? "buy" : "sell", amount: "1", duration: 1 };
          const calls = [0, 1].map(() => client.post("/api/trading/positions", order));
          if (index % 8 === round % 8) calls.push(client.post("/api/deposits", { amount: 15 }));
          return calls;
        }),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    for (let second = 0; second < 70; second += 10) {
      scope.app.clock.jump(10);
      await Promise.all(servers.map((server) => server.settled()));
    }
    expect([...statuses.keys()]).toEqual([201]);
    const { rows } = await one.database.query(
      "select status, count(*)::int from trading_positions group by 1 order by 1",
    );
    expect(rows.map(({ status }) => status)).toEqual(["lost", "won"]);
    expect(rows[0].count + rows[1].count).toBe(ROUNDS * 96);
    expect(await one.checkLedger()).toEqual([]);

    // A server process reports its errors at its end at the latest.
    await Promise.all(servers.map((server) => server.close()));
    const client = new pg.Client(connection);
    await client.connect();
    const { rows: counted } = await client.query(
      "select deadlocks::int from pg_stat_database where datname = $1",
      [connection.database],
    );
    await client.end();
    expect(counted).toEqual([{ deadlocks: 0 }]);
  },
);
