import { TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { blockEnd, QUICKNET, roundOf } from "@veritick/domain/beacon.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { startTestApp } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import { findNewestEntry, refundPositions } from "../positions/public.ts";
import { BeaconChangedError, recordGenesis } from "./public.ts";

const scope = useApp();
const RENEWED = { PRICE_SECRET: "ff".repeat(32) };
const ask = async (app: { url: string }) => (await new TestClient(app.url).get("/api/fairness")).body;

/** As the command does it, by a clock that is so many seconds behind. */
const restart = (app: TestApp, behind = 0) =>
  transaction(app.database, async (connection) => {
    await refundPositions(connection, "price_lost", dateOf(app.clock));
    const soldTick = await findNewestEntry(connection);
    await recordGenesis(
      connection,
      TEST_BEACON_CHAIN,
      nowTick(app.clock) - behind,
      dateOf(app.clock),
      soldTick,
    );
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
    const { tick } = (await ask(renewed)).genesis;
    expect(tick).toBe(blockEnd(QUICKNET, roundOf(QUICKNET, before.position.entryTick + 1)));
    const again = Object.assign(new TestClient(renewed.url), { cookie: person!.cookie });
    const after = (await again.get(path)).body;
    expect(after.position.status).toBe("refunded");
    expect([after.promise, after.commitments]).toEqual([before.promise, before.commitments]);
    // Nothing is sold before it has begun.
    expect((await again.get("/readyz")).status).toBe(503);
    scope.app.clock.advance(tick - nowTick(scope.app.clock));
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

describe("the beacon that the price on record is made with", () => {
  /** A database with an open position, whose price began as `sql` says. */
  async function usedDatabase(sql?: string) {
    const connection = await scope.clone();
    const app = await scope.start({ connection });
    scope.app.clock.advance(3);
    const [person] = await seedPeople(app, 1, "100");
    const order = { type: "buy", amount: "40", duration: 10 };
    expect((await person!.post("/api/trading/positions", order)).status).toBe(201);
    if (sql !== undefined) {
      await app.database.query("alter table price_geneses disable trigger price_geneses_unchanging");
      await app.database.query(sql);
      await app.database.query("alter table price_geneses enable trigger price_geneses_unchanging");
    }
    await app.close();
    return { connection, person: person! };
  }

  it("was none under protocol 1: the next start begins a new price and refunds what is open, once", async () => {
    const { connection, person } = await usedDatabase("update price_geneses set chain_hash = null");
    const apps = await Promise.all([scope.start({ connection }), scope.start({ connection })]);
    const again = Object.assign(new TestClient(apps[0]!.url), { cookie: person.cookie });
    expect(await again.balance()).toBe("100.00000000");
    const { rows } = await apps[0]!.database.query(
      "select chain_hash is null as is_old from price_geneses order by tick",
    );
    expect(rows).toEqual([{ is_old: true }, { is_old: false }]);
    expect((await again.get("/api/trading/positions")).body).toMatchObject([
      { status: "refunded", refundReason: "price_lost" },
    ]);
    expect(await apps[0]!.checkLedger()).toEqual([]);
  });

  it("is not replaced by another one without the command", async () => {
    const { connection } = await usedDatabase(
      "update price_geneses set chain_hash = decode(repeat('ab', 32), 'hex')",
    );
    const start = startTestApp({ connection, clock: scope.app.clock });
    await expect(start).rejects.toBeInstanceOf(BeaconChangedError);
    await expect(start).rejects.toThrow("npm run price:regenesis");
  });

  it("cannot be changed in the database", async () => {
    const change = "update price_geneses set chain_hash = decode(repeat('ab', 32), 'hex')";
    await expect(scope.app.database.query(change)).rejects.toMatchObject({ code: "23001" });
  });
});
