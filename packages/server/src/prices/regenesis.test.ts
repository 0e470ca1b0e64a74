import { QUICKNET } from "@veritick/domain/beacon.ts";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { EPOCH_TICKS } from "@veritick/domain/epoch-times.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { endEmptyPrice, endPriceOf } from "../../testing/end-price.ts";
import { loseStripes, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { startTestApp } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";
import { BeaconChangedError } from "./public.ts";

const scope = useApp();
const RENEWED = { PRICE_SECRET: "ff".repeat(32) };
const ask = async (app: { url: string }) => (await new TestClient(app.url).get("/api/fairness")).body;
const as = (app: { url: string }, person: { cookie: string }) =>
  Object.assign(new TestClient(app.url), { cookie: person.cookie });

/** Starts a server with a user who can trade. */
async function usedServer() {
  const connection = await scope.clone();
  const app = await scope.start({ connection });
  const [person] = await seedPeople(app, 1, "100");
  // Its price begins with the next block.
  scope.app.clock.advance(3);
  return { connection, app, person: person! };
}

describe("a new genesis", () => {
  it("comes after every sold tick, begins with the next block, and leaves earlier receipts unchanged", async () => {
    const { connection, app: old, person } = await usedServer();
    scope.app.clock.advance(100);
    await scope.settled();
    const { body } = await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    const path = `/api/trading/positions/${body.id}`;
    const before = (await person.get(path)).body;
    await old.close();
    await endPriceOf(connection, scope.app.clock);
    const renewed = await scope.start({ connection, environment: RENEWED });
    const { tick } = (await ask(renewed)).genesis;
    const now = nowTick(scope.app.clock);
    // Its head is served before the round of its first block can be known.
    const round = roundOf(QUICKNET, tick + 1);
    expect(tick).toBe(dueTick(QUICKNET, round) - 1);
    expect(dueTick(QUICKNET, round)).toBeGreaterThan(now);
    const known = await new TestClient(renewed.url).get(`/api/fairness/rounds?from=${round}&to=${round}`);
    expect(known.body).toEqual([]);
    expect(tick).toBeGreaterThan(before.position.entryTick);
    const again = as(renewed, person);
    const after = (await again.get(path)).body;
    expect(after.position.status).toBe("refunded");
    expect([after.promise, after.commitments]).toEqual([before.promise, before.commitments]);
    // Nothing is sold before the price has begun.
    expect((await again.get("/readyz")).status).toBe(503);
    scope.app.clock.advance(tick - now);
    await scope.settled();
    expect((await again.get("/readyz")).status).toBe(200);
  });

  it("is refused if the clock is far behind the price before", async () => {
    const { connection, app } = await usedServer();
    await endEmptyPrice(app.database, app.clock);
    await app.close();
    const clock = scope.app.clock;
    const behind = { ...clock, nowMs: () => clock.nowMs() - 600_000 } as typeof clock;
    await expect(startTestApp({ connection, clock: behind })).rejects.toThrow(
      "Correct the clock, or wait until then.",
    );
  });
});

it("a server that still runs after its price has ended stops selling, and says why", async () => {
  const connection = await scope.clone();
  const lines: string[] = [];
  const log = pino({ level: "fatal", base: null }, { write: (line) => void lines.push(line) });
  const app = await scope.start({ connection, log });
  const [person] = await seedPeople(app, 1, "100");
  const order = { type: "buy", amount: "1", duration: 1 };
  scope.app.clock.advance(3);
  expect((await person!.post("/api/trading/positions", order)).status).toBe(201);
  await endEmptyPrice(app.database, app.clock);
  // The server does not know it yet, but the database refuses at once.
  expect((await person!.post("/api/trading/positions", order)).body.code).toBe("price_not_current");
  for (const seconds of [10, 10, EPOCH_TICKS]) {
    scope.app.clock.jump(seconds);
    await scope.settled();
    expect((await person!.post("/api/trading/positions", order)).body.code).toBe("price_not_current");
    expect((await person!.get("/readyz")).status).toBe(503);
  }
  expect(lines[0]).toContain("the price series has ended: no positions are opened on it");
});

it("a server that does not know of the end of its price sells no position of the next price", async () => {
  const { connection, app: old, person } = await usedServer();
  await endEmptyPrice(old.database, scope.app.clock);
  const renewed = await scope.start({ connection, environment: RENEWED });
  scope.app.clock.advance(3);
  const again = as(renewed, person);
  const { body } = await again.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
  const path = `/api/trading/positions/${body.id}/sell`;
  expect((await person.post(path, { minProceeds: "0.00" })).body.code).toBe("price_not_current");
  expect((await again.post(path, { minProceeds: "0.00" })).body.status).toBe("sold");
  expect(await renewed.checkLedger()).toEqual([]);
});

it("a server that does not know of the end of its price settles no position of the next price", async () => {
  const { connection, app: old, person } = await usedServer();
  await endEmptyPrice(old.database, scope.app.clock);
  const renewed = await scope.start({ connection, environment: RENEWED });
  scope.app.clock.advance(3);
  const order = { type: "buy", amount: "1", duration: 1 };
  const { body } = await as(renewed, person).post("/api/trading/positions", order);
  await renewed.close();
  scope.app.clock.jump(70);
  await old.settled();
  expect((await person.get("/api/trading/positions")).body).toMatchObject([{ status: "active" }]);
  const again = await scope.start({ connection, environment: RENEWED });
  await again.settled();
  const { position } = (await as(again, person).get(`/api/trading/positions/${body.id}`)).body;
  const { prices } = (await as(again, person).get(`/api/prices?from=${body.expiryTick}`)).body;
  expect(position.resultPrice).toBe(priceAsDecimal8(Math.round(prices[0] * 1000)));
});

it("ending a price closes an order under way on a missed server, and refuses the next", async () => {
  const connection = await scope.clone();
  const app = await scope.start({ connection });
  const [first, second] = (await seedPeople(app, 2, "100")) as [Person, Person];
  const order = { type: "buy", amount: "10", duration: 10 };
  // From the beginning of a block, the order has 2.5 s of the database's time to get all its locks.
  const now = nowTick(scope.app.clock);
  scope.app.clock.advance(dueTick(QUICKNET, roundOf(QUICKNET, now) + 1) - now);
  const { database } = app;
  await loseStripes(database);
  const stripes = await database.connect();
  await stripes.query("begin");
  await stripes.query("select from house_stripes for update");
  const opening = first.post("/api/trading/positions", order);
  await untilTried(database);
  const ending = endPriceOf(connection, scope.app.clock);
  const isWaiting = "select from pg_locks where not granted and relation = 'trading_positions'::regclass";
  await expect.poll(async () => (await database.query(isWaiting)).rowCount, { timeout: 10_000 }).toBe(1);
  await stripes.query("commit");
  stripes.release();
  expect((await opening).status).toBe(201);
  expect(await ending).toMatchObject({ positions: 1 });
  expect((await first.get("/api/trading/positions")).body).toMatchObject([{ status: "refunded" }]);
  expect((await second.post("/api/trading/positions", order)).body.code).toBe("price_not_current");
  expect(await app.checkLedger()).toEqual([]);
});

describe("the recorded price", () => {
  it("keeps its beacon until the command ends the price", async () => {
    const { connection, app } = await usedServer();
    await app.database.query(`begin; set local session_replication_role = replica;
      update price_geneses set chain_hash = decode(repeat('ab', 32), 'hex'); commit`);
    await app.close();
    const start = startTestApp({ connection, clock: scope.app.clock });
    await expect(start).rejects.toBeInstanceOf(BeaconChangedError);
    await expect(start).rejects.toThrow("npm run price:regenesis");
  });

  it("has a beacon that no statement can change", async () => {
    const change = "update price_geneses set chain_hash = decode(repeat('ab', 32), 'hex')";
    await expect(scope.app.database.query(change)).rejects.toMatchObject({ code: "23001" });
  });
});
