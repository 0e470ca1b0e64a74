import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { closeAll } from "../../testing/end-price.ts";

const scope = useApp();

type Totals = { positions: number; won: number; stakes: string; result: string };
type Listed = { status: string; amount: string; profit: string };

const TOTALS = `select coalesce(sum(positions), 0)::integer as positions, coalesce(sum(won), 0)::integer as won,
  coalesce(sum(stakes), 0)::text as stakes, coalesce(sum(result), 0)::text as result from settled_totals`;
const totals = async (gone: boolean): Promise<Totals> =>
  (await scope.app.database.query<Totals>(`${TOTALS} where gone = $1`, [gone])).rows[0]!;
const ofAll = async () => {
  const { positions, won, stakes, result } = await totals(false);
  return { positions, won, stakes: Number(stakes), result: Number(result) };
};

const open = async (person: Person, duration: number) =>
  (await person.post("/api/trading/positions", { type: "buy", amount: "2.50", duration })).status;

/** Opens one position of each duration and lets all of them expire. */
async function trade(person: Person): Promise<Listed[]> {
  for (const duration of [1, 3, 5, 10]) expect(await open(person, duration)).toBe(201);
  scope.app.clock.jump(600);
  await scope.settled();
  return ((await person.get("/api/trading/positions")).body as Listed[]).filter(
    ({ status }) => status !== "active",
  );
}

const sumOf = (positions: Listed[]) => ({
  positions: positions.length,
  won: positions.filter(({ status }) => status === "won").length,
  stakes: positions.length * 2.5,
  result: -positions.reduce((sum, { profit }) => sum + Number(profit), 0),
});

describe("the totals of settled positions", () => {
  it("count positions when they settle, not when they are opened or cancelled", async () => {
    const [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
    expect(await ofAll()).toEqual({ positions: 0, won: 0, stakes: 0, result: 0 });
    const settled = await trade(person);
    expect(await ofAll()).toEqual(sumOf(settled));

    await open(person, 5);
    await closeAll(scope.app.database, new Date(scope.app.clock.nowMs()));
    expect(await ofAll()).toEqual(sumOf(settled));
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("hold the house's result, its expectation by the terms and its variance", async () => {
    const { rows } = await scope.app.database.query(
      `select duration, positions, won_expected::float8 as chance, won_variance::float8 as variance,
         result_expected::float8 as expected, result_variance::float8 as spread
       from settled_totals where not gone order by duration`,
    );
    // The default edge is 5 %: of each 2.50 staked the house can expect 0.125.
    for (const [n, multiplier] of [2.5, 6, 10, 20].entries()) {
      const chance = 0.95 / (1 + multiplier);
      expect(rows[n].positions).toBe(1);
      expect(rows[n].chance).toBeCloseTo(chance, 12);
      expect(rows[n].variance).toBeCloseTo(chance * (1 - chance), 12);
      expect(rows[n].expected).toBeCloseTo(0.125, 12);
      expect(rows[n].spread).toBeCloseTo((2.5 * (1 + multiplier)) ** 2 * chance * (1 - chance), 9);
    }
  });

  it("stay when a user is deleted, and are counted among the deleted ones too", async () => {
    const admin = await seedAdmin(scope.app);
    const [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
    const before = await ofAll();
    const settled = sumOf(await trade(person));
    await open(person, 10);
    expect((await admin.call("DELETE", `/api/admin/users/${person.user.id}`)).status).toBe(200);
    expect(await ofAll()).toEqual({
      positions: before.positions + settled.positions,
      won: before.won + settled.won,
      stakes: before.stakes + settled.stakes,
      result: before.result + settled.result,
    });
    const gone = await totals(true);
    expect([gone.positions, gone.won, Number(gone.result)]).toEqual([
      settled.positions,
      settled.won,
      settled.result,
    ]);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("follow every change of settled rows, and count nothing twice", async () => {
    const before = await ofAll();
    const client = await scope.app.database.connect();
    const within = async () => (await client.query<Totals>(`${TOTALS} where not gone`)).rows[0]!;
    const byHour = async () =>
      (
        await client.query<{ positions: number; excess: number }>(
          "select sum(positions)::integer as positions, sum(result_excess)::float8 as excess from settled_hours",
        )
      ).rows[0]!;
    const hoursBefore = await byHour();
    try {
      await client.query(
        "begin; update trading_positions set amount = amount where status in ('won', 'lost')",
      );
      expect((await within()).positions).toBe(before.positions);
      expect(await byHour()).toEqual(hoursBefore);
      await client.query("update trading_positions set amount = amount + 1 where status in ('won', 'lost')");
      const after = await within();
      const { rows } = await client.query(
        `select count(*)::integer as there, sum(1 - win_chance::numeric * (1 + multiplier))::float8 as promised
         from trading_positions where status in ('won', 'lost')`,
      );
      expect(Number(after.stakes)).toBe(before.stakes + rows[0].there);
      const hoursAfter = await byHour();
      expect(hoursAfter.positions).toBe(hoursBefore.positions);
      // Greater stakes promise more, and the results stay.
      expect(hoursAfter.excess).toBeCloseTo(hoursBefore.excess - rows[0].promised, 8);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
