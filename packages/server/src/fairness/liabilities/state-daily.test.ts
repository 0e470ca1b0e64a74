import { parseStatement, statementHash } from "@veritick/domain/signed/liability-statement.ts";
import { describe, expect, it } from "vitest";
import { endEmptyPrice } from "../../../testing/end-price.ts";
import { movableClock } from "../../../testing/movable-clock.ts";
import { seedPeople } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { startTestApp } from "../../../testing/test-app.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../../platform/telemetry/log.ts";

// The silent log hides the failures that these tests provoke.
const log = createLog("silent");
spareNoise();
const scope = useApp({}, { log });
const DAY = 86_400;

type Row = { number: number; taken_at: Date; statement: string };
const stated = async (app: TestApp = scope.app) =>
  (
    await app.database.query<Row>(
      "select number, taken_at, statement from liability_statements order by number",
    )
  ).rows;

const metric = async (app: TestApp, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await (await fetch(`${app.url}/metrics`)).text())![1]);

/** Moves the clock of all apps to a second after the next midnight. */
function nextDay(app: TestApp, seconds = 1): void {
  app.clock.jump(DAY - (Math.floor(app.clock.nowMs() / 1000) % DAY) + seconds);
}

describe("the daily statement", () => {
  it("is made once for each day by one of several processes, from the first midnight on", async () => {
    const { app } = scope;
    await seedPeople(app, 5, "20");
    const other = await scope.start();
    app.clock.advance(70);
    await scope.settled();
    expect(await stated()).toEqual([]);
    expect(await metric(app, "veritick_liabilities_timestamp_seconds")).toBe(0);

    for (let day = 1; day <= 3; day += 1) {
      nextDay(app);
      await scope.settled();
      expect(await stated()).toHaveLength(day);
      // Later that day no process takes another statement.
      app.clock.advance(61);
      await scope.settled();
      app.clock.jump(20_000);
      await scope.settled();
      const rows = await stated();
      expect(rows).toHaveLength(day);
      const { number, taken_at: taken, statement } = rows.at(-1)!;
      expect(number).toBe(day);
      expect(taken.toISOString()).toMatch(/T00:00:01\.000Z$/);
      expect(parseStatement(statement)!.taken).toBe(taken.toISOString());
      if (day > 1) expect(parseStatement(statement)!.previous).toBe(statementHash(rows.at(-2)!.statement));
      for (const each of [app, other])
        expect(await metric(each, "veritick_liabilities_timestamp_seconds")).toBe(taken.getTime() / 1000);
    }
  });

  it("is made later by a server that was down at midnight", async () => {
    const connection = await scope.clone();
    const clock = movableClock();
    await (await startTestApp({ connection, clock })).close();
    clock.jump(3 * DAY);
    const later = await scope.start({ connection, clock });
    clock.advance(1);
    await later.settled();
    expect((await stated(later)).map(({ taken_at: taken }) => taken)).toEqual([new Date(clock.nowMs())]);
  });

  it("is tried again every ten minutes after a failure, which a metric reports", async () => {
    const app = await scope.start({ connection: await scope.clone(), clock: movableClock(), log });
    const [person] = await seedPeople(app, 1, "1");
    const move = (by: number) =>
      app.database.query("update users set balance = balance + $2 where id = $1", [person!.user.id, by]);
    await move(1);
    nextDay(app);
    await app.settled();
    const failures = () => metric(app, "veritick_liabilities_failures_total");
    expect([await failures(), await stated(app)]).toEqual([1, []]);
    await move(-1);
    app.clock.jump(599);
    await app.settled();
    expect([await failures(), await stated(app)]).toEqual([1, []]);
    app.clock.jump(1);
    await app.settled();
    expect(await stated(app)).toHaveLength(1);
    expect(await failures()).toBe(1);
  });

  it("is never made by a server whose price has ended", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection, clock: movableClock(), log });
    nextDay(app);
    await app.settled();
    expect(await stated(app)).toHaveLength(1);
    await endEmptyPrice(app.database, app.clock);
    nextDay(app);
    await app.settled();
    expect(await stated(app)).toHaveLength(1);
    expect(await metric(app, "veritick_liabilities_failures_total")).toBe(1);
    const renewed = await scope.start({ connection, clock: app.clock });
    app.clock.advance(1);
    await renewed.settled();
    const { chain } = (await new TestClient(renewed.url).get("/api/fairness")).body;
    expect((await stated(app)).map(({ statement }) => parseStatement(statement)!.chain)).toEqual([
      expect.anything(),
      chain,
    ]);
  });

  it("fails if the time in the previous statement was changed, and is not merely postponed", async () => {
    const app = await scope.start({ connection: await scope.clone(), clock: movableClock(), log });
    nextDay(app);
    await app.settled();
    const before = await stated(app);
    expect(before.length).toBeGreaterThan(0);
    await app.database.query(
      `begin; set local session_replication_role = replica;
       update liability_statements set taken_at = taken_at + interval '1 year'; commit`,
    );
    nextDay(app);
    await app.settled();
    expect(await metric(app, "veritick_liabilities_failures_total")).toBe(1);
    expect(await stated(app)).toHaveLength(before.length);
  });
});
