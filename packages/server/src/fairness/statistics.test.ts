import type { Calibration, FairnessStatistics } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { nowTick } from "../platform/clock.ts";
import { createStatistics } from "./statistics.ts";

const scope = useApp();

const published = async (): Promise<Calibration[]> =>
  (await new TestClient(scope.app.url).get<FairnessStatistics>("/api/fairness/statistics")).body.durations;
const NOTHING = DURATIONS.map((duration) => ({
  duration,
  positions: 0,
  won: 0,
  expected: 0,
  hours: 0,
  spread: null,
}));

/** Counts the statistics from the positions themselves. */
async function counted(): Promise<Omit<Calibration, "spread">[]> {
  const { rows } = await scope.app.database.query<Omit<Calibration, "spread">>(
    `select duration, count(*)::integer as positions, count(*) filter (where status = 'won')::integer as won,
       sum(win_chance) as expected, count(distinct expiry_tick / 3600)::integer as hours
     from trading_positions where status in ('won', 'lost') group by duration order by duration`,
  );
  return rows;
}

/** Opens a position of each type and duration in each of so many hours. */
async function trade(person: Person, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    for (const duration of DURATIONS) {
      for (const type of ["buy", "sell"]) {
        const order = { type, amount: "1", duration };
        expect((await person.post("/api/trading/positions", order)).status).toBe(201);
      }
    }
    scope.app.clock.jump(EPOCH_TICKS);
    await scope.settled();
  }
}

/** Writes hours of one duration, each with the wins of ten positions of the same chance. */
async function writeHours(duration: number, first: number, won: number[], chance = 0.25): Promise<void> {
  await scope.app.database.query(
    `insert into settled_hours (duration, epoch, part, positions, won, won_expected)
     select $1, $2 + n, part, 5, case when part = 0 then won - won / 2 else won / 2 end, 5 * $4::numeric
     from unnest($3::integer[]) with ordinality as h (won, n) cross join generate_series(0, 1) part`,
    [duration, first, won, chance],
  );
}

const closeTo = (expected: Omit<Calibration, "spread">) => ({
  ...expected,
  expected: expect.closeTo(expected.expected, 9),
});

describe("the statistics of outcomes", () => {
  it("are empty before a position is settled", async () => {
    expect(await published()).toEqual(NOTHING);
  });

  it("equal the sums over settled positions, even after users and open positions are deleted", async () => {
    const [person, leaver] = (await seedPeople(scope.app, 2, "1000")) as [Person, Person];
    await trade(person, 3);
    await trade(leaver, 2);
    await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 10 });
    const before = await counted();
    expect(before.map(({ positions, hours }) => [positions, hours])).toEqual(DURATIONS.map(() => [10, 5]));
    scope.app.clock.jump(31);
    expect(await published()).toEqual(before.map((one) => ({ ...closeTo(one), spread: null })));

    const admin = await seedAdmin(scope.app);
    expect((await admin.call("DELETE", `/api/admin/users/${leaver.user.id}`)).status).toBe(200);
    expect((await counted())[0]!.positions).toBe(6);
    scope.app.clock.jump(31);
    expect(await published()).toEqual(before.map((one) => ({ ...closeTo(one), spread: null })));
    // The reading above added to known hours. This one reads all of them.
    const anew = await createStatistics(scope.app.database, scope.app.clock)();
    expect(anew.durations).toEqual(before.map((one) => ({ ...closeTo(one), spread: null })));
  });

  it("leave out hours without positions, and follow changed rows", async () => {
    const client = await scope.app.database.connect();
    try {
      await client.query("begin");
      const read = async () =>
        (await createStatistics(client as unknown as pg.Pool, scope.app.clock)()).durations;
      const [first] = await read();
      const all = "update trading_positions set win_chance = win_chance where status in ('won', 'lost')";
      await client.query(all);
      expect((await read())[0]).toEqual(first);
      await client.query("update settled_hours set positions = 0, won = 0, won_expected = 0");
      expect(await read()).toEqual(NOTHING);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("take their spread from hours, each of which counts once however many positions it has", async () => {
    const first = epochOf(nowTick(scope.app.clock)) - 5_000;
    const counts = Array.from({ length: 23 }, (_, hour) => (hour % 2 === 0 ? 10 : 0));
    await scope.app.database.query("delete from settled_hours");
    await writeHours(3, first, counts);
    const read = async () =>
      (await createStatistics(scope.app.database, scope.app.clock)()).durations.find(
        ({ duration }) => duration === 3,
      )!;
    // 23 hours are too few for a spread.
    const few = { duration: 3, positions: 230, won: 120, expected: 57.5, hours: 23, spread: null };
    expect(await read()).toEqual(few);
    await writeHours(3, first + 23, [3]);
    // Of ten positions all won in 12 hours, none in 11 and 3 in one. The differences are 7.5, 2.5 and 0.5.
    const spread = Math.sqrt(12 * 7.5 ** 2 + 11 * 2.5 ** 2 + 0.5 ** 2);
    expect(await read()).toEqual({ ...few, positions: 240, won: 123, expected: 60, hours: 24, spread });
    // The spread of independent positions would be far smaller.
    expect(spread).toBeGreaterThan(3 * Math.sqrt(240 * 0.25 * 0.75));
  });

  it("are computed once for simultaneous requests, and a failure is not cached", async () => {
    const query = vi.fn<(statement: { name: string; values: unknown[] }) => Promise<unknown>>(
      scope.app.database.query.bind(scope.app.database) as never,
    );
    const statistics = createStatistics({ query } as unknown as pg.Pool, scope.app.clock);
    const sums = () =>
      query.mock.calls.flatMap(([each]) => (each.name === "sum_settled_hours" ? [each] : []));
    query.mockRejectedValueOnce(new Error("the database is away"));
    const failed = await Promise.allSettled([statistics(), statistics()]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const answers = await Promise.all(Array.from({ length: 50 }, statistics));
    expect(sums()).toHaveLength(2);
    expect(new Set(answers).size).toBe(1);
    scope.app.clock.jump(30);
    await statistics();
    expect(sums()).toHaveLength(2);
    scope.app.clock.jump(1);
    await statistics();
    // The first reading sums all closed hours. A day later they are summed once more.
    scope.app.clock.jump(86_400);
    await statistics();
    const from = sums().map(({ values }) => values[2] as number);
    expect(from).toEqual([0, 0, expect.any(Number), 0]);
    expect(from[2]).toBeGreaterThan(epochOf(nowTick(scope.app.clock)) - 30);
  });

  it("list sold positions separately, with their chance at opening and at the sale", async () => {
    const [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
    const { body } = await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 5 });
    const before = (await createStatistics(scope.app.database, scope.app.clock)()).durations;
    await person.post(`/api/trading/positions/${body.id}/sell`, { minProceeds: "0.00" });
    const read = () => createStatistics(scope.app.database, scope.app.clock)();
    // The chance of the sale would reveal a price that is not published yet.
    expect(await read()).toMatchObject({ durations: before, sold: [] });
    const { sale, position } = (await person.get(`/api/trading/positions/${body.id}`)).body;
    scope.app.clock.jump(7200);
    await scope.settled();
    const chance = Number(sale.chance) / 2 ** 40;
    const expected = expect.closeTo(position.winChance, 12);
    const sold = [{ duration: 5, positions: 1, expected, chance }];
    expect((await read()).sold).toEqual(sold);
    // In the block of the opening the chance differs only because the barrier lies on the grid.
    expect(Math.abs(chance - position.winChance)).toBeLessThan(0.001);
    await scope.app.database.query("delete from users where id = $1", [person.user.id]);
    expect((await read()).sold).toEqual(sold);
  });

  it("do not count an hour as closed while a position of it is unsettled", async () => {
    const [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
    const { body } = await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    const { database } = scope.app;
    // The position looks as if its settlement were hours behind.
    await database.query(
      "update trading_positions set entry_tick = entry_tick - 36000, expiry_tick = expiry_tick - 36000 where id = $1",
      [body.id],
    );
    const statistics = createStatistics(database, scope.app.clock);
    const ofOne = async () => (await statistics()).durations[0]!;
    const before = await ofOne();
    // The next look from the beginning finds it.
    scope.app.clock.jump(60);
    await scope.settled();
    expect(await ofOne()).toMatchObject({ positions: before.positions + 1 });
  });
});
