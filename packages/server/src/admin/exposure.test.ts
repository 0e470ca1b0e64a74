import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const scope = useApp();
let admin: Person;
let person: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
  // Starts at a full minute, so that positions expire at full minutes.
  scope.app.clock.jump(60 - (Math.floor(scope.app.clock.nowMs() / 1000) % 60));
});

const open = (type: "buy" | "sell", amount: number, duration: number) =>
  person.post("/api/trading/positions", { type, amount, duration });
const read = async () => (await admin.get<Exposure>("/api/admin/exposure")).body;
const sum = (positions: number, stakes: string, payout: string) => ({ positions, stakes, payout });
const NONE = sum(0, "0.00000000", "0.00000000");
const minuteFrom = (minutes: number) =>
  new Date((Math.floor(scope.app.clock.nowMs() / 60_000) + minutes) * 60_000).toISOString();

describe("the exposure", () => {
  it("shows the house's funds if there are no open positions", async () => {
    const { funds, promised, free, open: opened, byExpiry, byDuration, settled } = await read();
    expect({ funds, promised, free, opened, byExpiry }).toEqual({
      funds: "1000000.00000000",
      promised: "0.00000000",
      free: "1000000.00000000",
      opened: NONE,
      byExpiry: [],
    });
    expect(byDuration.map(({ duration, multiplier }) => [duration, multiplier])).toEqual([
      [1, "2.50"],
      [3, "6.00"],
      [5, "10.00"],
      [10, "20.00"],
    ]);
    expect(settled).toMatchObject({ positions: 0, wonDeviation: 0, resultDeviation: "0.00000000" });
  });

  it("adds up open positions by minute of expiry, side and duration", async () => {
    scope.app.clock.jump(60);
    await open("buy", 10, 1);
    await open("sell", 2, 1);
    await open("sell", 1.5, 5);
    const { at, funds, promised, free, open: opened, byExpiry, byDuration } = await read();
    const promise = "58.50000000";
    expect({ at, funds, promised, free, opened }).toEqual({
      at: new Date(scope.app.clock.nowMs()).toISOString(),
      funds: "1000000.00000000",
      promised: promise,
      free: "999941.50000000",
      opened: sum(3, "13.50000000", promise),
    });
    const soon = { buy: sum(1, "10.00000000", "35.00000000"), sell: sum(1, "2.00000000", "7.00000000") };
    const later = sum(1, "1.50000000", "16.50000000");
    expect(byExpiry).toEqual([
      { from: minuteFrom(1), ...sum(2, "12.00000000", "42.00000000"), ...soon },
      { from: minuteFrom(5), ...later, buy: NONE, sell: later },
    ]);
    expect(byDuration.map((one) => one.open)).toEqual([
      sum(2, "12.00000000", "42.00000000"),
      NONE,
      later,
      NONE,
    ]);

    // The exposure is read at most once a second.
    await open("buy", 1, 10);
    expect((await read()).open.positions).toBe(3);
    scope.app.clock.jump(1);
    expect((await read()).open.positions).toBe(4);
  });

  it("counts late positions for the current minute", async () => {
    // A lock delays their settlement, as an overloaded database would.
    await scope.app.database.query(
      "update trading_positions set expiry_tick = expiry_tick - 3600 where duration = 10 and status = 'active'",
    );
    const holder = await scope.app.database.connect();
    try {
      await holder.query("begin; select from trading_positions where status = 'active' for update");
      scope.app.clock.jump(2);
      expect((await read()).byExpiry[0]).toMatchObject({ from: minuteFrom(0), positions: 1 });
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    await scope.app.database.query(
      "update trading_positions set expiry_tick = expiry_tick + 3600 where duration = 10 and status = 'active'",
    );
  });

  it("takes the spreads of wins and results from the hours, whose positions share one price", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection });
    const boss = await seedAdmin(app);
    // In one hour 34 of 34 positions won, in each of 23 others as many as expected.
    await app.database.query(
      `insert into settled_hours (duration, epoch, part, positions, won, won_expected, result_excess)
       select d, e, 0, 17, case when e = 1 then 17 else 5 end, 5, case when e = 1 then -300.5 else 0 end
       from unnest(array[1, 3]) d, generate_series(1, 24) e`,
    );
    await app.database.query(
      `insert into settled_totals (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
         result_expected, result_variance)
       select d, false, 0, 17 * 24, 17 + 5 * 23, 5 * 24, 1, 0, 0, 0, 0 from unnest(array[1, 3]) d`,
    );
    const { settled, byDuration } = (await boss.get<Exposure>("/api/admin/exposure")).body;
    expect(byDuration.map((one) => one.settled.wonSpread)).toEqual([12, 12, null, null]);
    expect(settled).toMatchObject({ won: 264, wonExpected: 240, wonSpread: 24 });
    expect([settled, ...byDuration.map((one) => one.settled)].map((one) => one.resultSpread)).toEqual([
      "601.00000000",
      "300.50000000",
      "300.50000000",
      null,
      null,
    ]);
    await app.database.query("delete from settled_hours where epoch = 24");
    app.clock.jump(31);
    expect((await boss.get<Exposure>("/api/admin/exposure")).body.settled).toMatchObject({
      wonSpread: null,
      resultSpread: null,
    });
  });

  it("compares settled results with the terms' predictions", async () => {
    scope.app.clock.jump(600);
    await scope.settled();
    const { settled, byDuration, open: opened, funds } = await read();
    expect(opened).toEqual(NONE);
    const chances = [0.95 / 3.5, 0.95 / 3.5, 0.95 / 11, 0.95 / 21];
    const stakes = [10, 2, 1.5, 1];
    const payouts = [35, 7, 16.5, 21];
    const total = (of: (chance: number, n: number) => number) =>
      chances.reduce((so, chance, n) => so + of(chance, n), 0);
    const positions = (await person.get("/api/trading/positions")).body as {
      profit: string;
      status: string;
    }[];
    const result = -positions.reduce((so, { profit }) => so + Number(profit), 0);
    expect(settled).toMatchObject({
      positions: 4,
      won: positions.filter(({ status }) => status === "won").length,
      stakes: "14.50000000",
    });
    expect(settled.wonExpected).toBeCloseTo(
      total((chance) => chance),
      5,
    );
    expect(settled.wonDeviation).toBeCloseTo(Math.sqrt(total((chance) => chance * (1 - chance))), 5);
    expect(Number(settled.result)).toBe(result);
    expect(Number(settled.resultExpected)).toBeCloseTo(
      total((chance, n) => stakes[n]! - payouts[n]! * chance),
      7,
    );
    expect(Number(settled.resultDeviation)).toBeCloseTo(
      Math.sqrt(total((chance, n) => payouts[n]! ** 2 * chance * (1 - chance))),
      7,
    );
    expect(byDuration.map((one) => one.settled.positions)).toEqual([2, 0, 1, 1]);
    const kept = await scope.app.database.query<{ excess: number }>(
      "select sum(result_excess)::float8 as excess from settled_hours",
    );
    expect(kept.rows[0]!.excess).toBeCloseTo(Number(settled.result) - Number(settled.resultExpected), 7);
    expect(Number(funds)).toBe(1_000_000 + result);
    expect(await scope.app.checkLedger()).toEqual([]);
  });
});
