import { blockEnd, QUICKNET, roundOf } from "@veritick/domain/beacon.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import { findNewestEntry, refundPositions } from "../positions/public.ts";
import { recordGenesis } from "./public.ts";

const scope = useApp();
const RENEWED = { PRICE_SECRET: "ff".repeat(32) };
const ask = async (app: { url: string }) => (await new TestClient(app.url).get("/api/fairness")).body;

/** As the command does it, by a clock that is so many seconds behind. */
const restart = (app: TestApp, behind = 0) =>
  transaction(app.database, async (connection) => {
    await refundPositions(connection, "price_lost", dateOf(app.clock));
    const soldTick = await findNewestEntry(connection);
    await recordGenesis(connection, QUICKNET, nowTick(app.clock) - behind, dateOf(app.clock), soldTick);
  });

describe("a new genesis by a clock that is behind", () => {
  it("comes after every sold tick, and earlier receipts stay unchanged", async () => {
    const connection = await scope.clone();
    const old = await scope.start({ connection });
    const [person] = await seedPeople(old, 1, "100");
    scope.app.clock.advance(100);
    await scope.settled();
    const { body } = await person!.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    const path = `/api/trading/positions/${body.id}`;
    const before = (await person!.get(path)).body;
    await restart(old, 5);
    await old.close();
    const renewed = await scope.start({ connection, environment: RENEWED });
    expect((await ask(renewed)).genesis.tick).toBe(
      blockEnd(QUICKNET, roundOf(QUICKNET, before.position.entryTick + 1)),
    );
    const again = Object.assign(new TestClient(renewed.url), { cookie: person!.cookie });
    const after = (await again.get(path)).body;
    expect(after.position.status).toBe("refunded");
    expect([after.promise, after.commitments]).toEqual([before.promise, before.commitments]);
    // Nothing is sold before it has begun.
    expect((await again.get("/readyz")).status).toBe(503);
    scope.app.clock.advance(3);
    await scope.settled();
    expect((await again.get("/readyz")).status).toBe(200);
  });

  it("is refused if it is far behind the previous genesis", async () => {
    const app = await scope.start({ connection: await scope.clone() });
    await expect(restart(app, 600)).rejects.toThrow("Set the clock right, or wait until then.");
    const { rows } = await app.database.query("select from price_geneses");
    expect(rows).toHaveLength(1);
  });
});

it("a server that still runs after a restart of the price stops selling, and says why", async () => {
  const connection = await scope.clone();
  const lines: string[] = [];
  const log = pino({ level: "fatal", base: null }, { write: (line) => void lines.push(line) });
  const app = await scope.start({ connection, log });
  const [person] = await seedPeople(app, 1, "100");
  const order = { type: "buy", amount: "1", duration: 1 };
  // Its price begins with the next block.
  scope.app.clock.advance(3);
  expect((await person!.post("/api/trading/positions", order)).status).toBe(201);
  await restart(app);
  for (const seconds of [10, 10, EPOCH_TICKS]) {
    scope.app.clock.jump(seconds);
    await scope.settled();
    expect((await person!.post("/api/trading/positions", order)).body.code).toBe("price_not_current");
    expect((await person!.get("/readyz")).status).toBe(503);
  }
  expect(lines[0]).toContain("the price was restarted: nothing is sold on the old one");
});
