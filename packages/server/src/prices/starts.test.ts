import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, isOpenAt, roundOf } from "@veritick/domain/rounds.ts";
import { NO_HEAD } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import pg from "pg";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { endEmptyPrice } from "../../testing/end-price.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { freeBeacon, freeKey, TEST_BEACON_CHAIN, unsigned } from "../../testing/free-beacon.ts";
import { startTestApp, TEST_SECRET } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { fundedClient, TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { openBeacon } from "../beacon/public.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import { openDatabase } from "../platform/db/database.ts";
import { createSealing } from "../platform/sealing.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { findOrCreateGenesis } from "./price-store.ts";
import { ChainBrokenError, HeadServedLateError, openPriceFeed } from "./public.ts";

const scope = useApp();
const get = (app: TestApp, path: string) => new TestClient(app.url).get(path);

/** Starts a server on a database of its own, and records its fatal log lines. */
async function startAlone() {
  const lines: string[] = [];
  const log = pino({ level: "fatal", base: null }, { write: (line) => void lines.push(line) });
  const connection = await scope.clone();
  return { connection, lines, app: await scope.start({ connection, log }) };
}

const metricsOf = async (app: TestApp) => (await fetch(`${app.url}/metrics`)).text();

const setStart = (app: TestApp, epoch: number) =>
  app.database.query("update price_epochs set start_state = 15500000000 where epoch = $1", [epoch]);

describe("a tampered start state", () => {
  it("stops the selling when its epoch begins, and keeps servers from starting", async () => {
    const { connection, lines, app } = await startAlone();
    const epoch = epochOf(nowTick(app.clock)) + 1;
    expect((await setStart(app, epoch)).rowCount).toBe(1);
    app.clock.jump(EPOCH_TICKS);
    await app.settled();
    expect(lines).toEqual([expect.stringContaining(`start of epoch ${epoch} on record`)]);
    const ready = await get(app, "/readyz");
    expect(ready.status).toBe(503);
    expect(ready.body.problems).toEqual([
      "stored data contradicts the prices of this process: its log says which",
    ]);
    expect(await metricsOf(app)).toContain('veritick_orders_refused{reason="disputed"} 1');
    for (const hours of [0, 2]) {
      app.clock.jump(hours * EPOCH_TICKS);
      await app.settled();
      const start = startTestApp({ connection, clock: app.clock });
      await expect(start).rejects.toThrow(
        `The start of epoch ${epoch} on record is not the one that was computed.`,
      );
      await expect(start).rejects.toBeInstanceOf(ChainBrokenError);
    }
  });

  it("reveals nothing before its epoch begins", async () => {
    const { connection, app } = await startAlone();
    const now = nowTick(app.clock);
    const epoch = epochOf(now);
    await setStart(app, epoch + 20);
    const second = await scope.start({ connection });
    expect((await get(second, `/api/prices?from=${now + 1}&to=${now + 5}`)).status).toBe(400);
    expect((await get(second, `/api/fairness/epochs?from=${epoch}&to=${epoch}`)).body[0].seed).toBeNull();
    expect((await get(second, "/readyz")).status).toBe(200);
  });

  it("cannot be promised with the commitment", async () => {
    const { rows } = await scope.app.database.query<{ tick: number }>("select tick from price_geneses");
    const insert =
      "insert into price_epochs (genesis_tick, epoch, commitment, terms_hash, head, start_state) values ($1, 9999999, '', '', '', 1)";
    await expect(scope.app.database.query(insert, [rows[0]!.tick])).rejects.toMatchObject({ code: "23001" });
  });
});

/** Opens the parts that a price needs beside a server, on its database. */
async function beaconBeside({ database, clock }: Pick<TestApp, "database" | "clock">) {
  const secret = Buffer.from(TEST_SECRET, "hex");
  const log = createLog("silent");
  const options = { database, clock, log, sealing: createSealing(secret), metrics: createMetrics() };
  const beacon = await openBeacon(
    { kind: "local", key: secret, delayMs: 0 },
    { ...options, ...freeBeacon() },
  );
  const settings = { houseEdge: 0.05, winRule: "barrier", sellFee: 0.01 } as const;
  return { database, clock, secret, settings, log, beacon };
}

describe("the first block of a price", () => {
  const genesesOf = async ({ database }: TestApp) =>
    (
      await database.query(
        "select tick, encode(previous_head, 'hex') as head from price_geneses order by tick",
      )
    ).rows;

  it("begins after the head is served, however long the start takes", async () => {
    const connection = await scope.clone();
    const clock = movableClock();
    let jumps = 2;
    const sign = (round: number) => {
      // The start takes longer than the block in which it made the genesis.
      if (jumps-- > 0) clock.jump(3);
      return unsigned(round);
    };
    const beacon = freeBeacon({ ...freeKey, signer: { sign, atOnce: Infinity } });
    const lines: string[] = [];
    const log = pino({ level: "warn", base: null }, { write: (line) => void lines.push(line) });
    const app = await scope.start({ connection, clock, beacon, log });
    const { genesis, closings, chain } = (await get(app, "/api/fairness")).body;
    expect(genesis.tick).toBeGreaterThanOrEqual(nowTick(clock));
    expect(lines.filter((line) => line.includes("before its head was served"))).toHaveLength(1);
    // Nobody has seen the price before, so it has no end, and nothing is chained to it.
    expect([closings, genesis.previousHead]).toEqual([[], NO_HEAD]);
    expect(await genesesOf(app)).toEqual([
      { tick: expect.any(Number), head: NO_HEAD },
      { tick: genesis.tick, head: NO_HEAD },
    ]);
    clock.jump(genesis.tick - nowTick(clock) + 1);
    await app.settled();
    expect((await get(app, "/readyz")).status).toBe(200);
    await app.close();
    const again = await scope.start({ connection, clock });
    expect((await get(again, "/api/fairness")).body).toMatchObject({ genesis, chain });
  });

  it("begins later than the time that the start may take", async () => {
    const { connection, app: old } = await startAlone();
    await endEmptyPrice(old.database, old.clock);
    await old.close();
    for (const leadTicks of [2, 7]) {
      const database = openDatabase(connection, createLog("silent"), 2);
      const tick = nowTick(old.clock);
      const genesis = await findOrCreateGenesis(database, TEST_BEACON_CHAIN, {
        tick,
        leadTicks,
        now: dateOf(old.clock),
      });
      await database.end();
      expect(genesis.tick).toBe(blockEnd(QUICKNET, roundOf(QUICKNET, tick + leadTicks)));
      // Nobody serves it.
      old.clock.jump(10);
    }
  });

  it("is published and sold by no process before one has served the head", async () => {
    const connection = await scope.clone();
    const clock = movableClock();
    const database = openDatabase(connection, createLog("silent"), 2);
    const { beacon, ...context } = await beaconBeside({ database, clock });
    const feed = await openPriceFeed({ ...context, beacon });
    const { tick } = feed.book.genesis;
    const other = await openPriceFeed({
      ...context,
      beacon: (await beaconBeside({ database, clock })).beacon,
    });
    expect(other.book.genesis.tick).toBe(tick);
    clock.jump(6);
    feed.advance(nowTick(clock));
    expect([feed.book.newestTick, feed.isRecorded(feed.book.firstEpoch)]).toEqual([tick, false]);
    await expect(feed.begin()).rejects.toBeInstanceOf(HeadServedLateError);
    const later = await openPriceFeed({
      ...context,
      beacon: (await beaconBeside({ database, clock })).beacon,
    });
    expect(later.book.genesis.tick).toBeGreaterThanOrEqual(nowTick(clock));
    await later.begin();
    expect(later.isRecorded(later.book.firstEpoch)).toBe(true);
    // Another price follows that of the process that is late.
    await expect(other.begin()).rejects.toBeInstanceOf(HeadServedLateError);
    await database.end();
  });
});

it("waits at the start for stored rounds that are lost", async () => {
  const { app } = await startAlone();
  app.clock.jump(5 * EPOCH_TICKS);
  await app.settled();
  const { beacon, ...context } = await beaconBeside(app);
  let from: number | undefined;
  const follow = async (round: number) => void (from = round);
  const opening = openPriceFeed({ ...context, beacon: { ...beacon, follow } });
  await expect.poll(() => from).toBeDefined();
  await beacon.follow(from!);
  expect((await opening).book.newestTick).toBe(nowTick(app.clock));
});

it("computes old prices even if their rounds are lost, from rounds that the beacon gives again", async () => {
  const { app } = await startAlone();
  app.clock.jump(5 * EPOCH_TICKS);
  await app.settled();
  const { beacon, ...context } = await beaconBeside(app);
  const storedRounds = async () => [];
  const feed = await openPriceFeed({ ...context, beacon: { ...beacon, storedRounds } });
  expect(feed.book.newestTick).toBe(nowTick(app.clock));
});

it("goes on with everything but prices while its beacon gives no rounds", async () => {
  let giveUp: ((error: Error) => void) | undefined;
  let isSilent = false;
  const bls = {
    findUnsigned: async () => undefined,
    sign: async (_: Uint8Array, from: number, count: number) =>
      isSilent
        ? new Promise<string[]>((_resolve, reject) => (giveUp = reject))
        : Array.from({ length: count }, (_round, index) => unsigned(from + index)),
    stop: async () => giveUp?.(new Error("stopped")),
  };
  const local = { ...freeKey, signer: { ...freeKey.signer, atOnce: 0 } };
  const beacon = { ...freeBeacon(), local, bls };
  const app = await scope.start({ connection: await scope.clone(), clock: movableClock(), beacon });
  isSilent = true;
  app.clock.jump(20);
  const client = await fundedClient(app, "100");
  expect(await client.balance()).toBe("100.00000000");
  const ready = (await get(app, "/readyz")).body;
  expect(ready).toMatchObject({ problems: ["the price is not current"], beacon: { state: "late" } });
  const lateSeconds = async () =>
    Number(/^veritick_tick_late_seconds (\S+)$/m.exec(await metricsOf(app))![1]);
  const first = await lateSeconds();
  expect(first).toBeGreaterThan(10);
  app.clock.jump(45);
  expect(await lateSeconds()).toBe(first + 45);
  expect(await metricsOf(app)).toContain('veritick_orders_refused{reason="late"} 1');
});

it("sells nothing at a price that was opened by a clock that is behind", async () => {
  const { app } = await startAlone();
  app.clock.jump(600);
  await app.settled();
  const { clock } = app;
  const behindMs = clock.nowMs() - 60_000;
  const { beacon, ...context } = await beaconBeside(app);
  const skew = { begunMs: () => behindMs, isTrusted: () => true };
  const feed = await openPriceFeed({ ...context, beacon, skew });
  expect(feed.book.newestTick).toBe(nowTick(clock) - 60);
  expect(feed.isCurrent()).toBe(false);
});

it("shows each tick after the announced delay, and sells meanwhile", async () => {
  const connection = await scope.clone();
  const delayed = await scope.start({
    connection,
    clock: movableClock(),
    environment: { BEACON_DELAY_MS: "1500" },
  });
  const { clock } = delayed;
  // The first block of a price begins when its genesis is shown.
  const { tick } = (await get(delayed, "/api/fairness")).body.genesis;
  expect(tick).toBeGreaterThanOrEqual(nowTick(clock));
  clock.jump(10);
  const client = await fundedClient(delayed, "100");
  let entries = 0;
  for (const halves of [0, 1, 2, 3, 4, 5]) {
    const shown = Math.floor(clock.nowMs() / 1000 - 1.5);
    const { from, prices } = (await get(delayed, "/api/prices")).body;
    expect([halves, from + prices.length - 1]).toEqual([halves, shown]);
    expect((await get(delayed, "/readyz")).body.problems).toEqual([]);
    const order = { type: "buy", amount: "1.00", duration: 1 };
    // In a block's last half second the order would wait for the next round.
    const round = roundOf(QUICKNET, nowTick(clock));
    if (isOpenAt(QUICKNET, round, clock.nowMs())) {
      const opened = await client.post("/api/trading/positions", order);
      expect([opened.status, opened.body.entryTick]).toEqual([201, blockEnd(QUICKNET, round)]);
      entries += 1;
    }
    clock.jump(0.5);
  }
  expect(entries).toBe(5);
});

it("continues from computed start states, even over epochs without a server", async () => {
  const { connection, app } = await startAlone();
  for (const hours of [1, 1, 5]) {
    app.clock.jump(hours * EPOCH_TICKS);
    await app.settled();
    const second = await scope.start({ connection });
    const prices = (await get(app, "/api/prices")).body;
    expect((await get(second, "/api/prices")).body).toEqual(prices);
    await second.close();
  }
});

it("starts after a longer stop than the rounds in memory reach back", async () => {
  const { connection, app } = await startAlone();
  await app.close();
  // 102,000 rounds, of which 100,000 stay in memory.
  app.clock.jump(85 * EPOCH_TICKS);
  const second = await scope.start({ connection, clock: app.clock });
  const now = nowTick(app.clock);
  expect((await get(second, "/api/prices")).body.from + 599).toBe(now);
  expect((await get(second, "/readyz")).status).toBe(200);
}, 60_000);

it("notices a changed start state among the newest ones", async () => {
  const { connection, app } = await startAlone();
  app.clock.jump(5 * EPOCH_TICKS);
  await app.settled();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("begin; set session_replication_role = replica");
  await client.query("update price_epochs set start_state = start_state + 1 where epoch = $1", [
    epochOf(nowTick(app.clock)) - 1,
  ]);
  await client.query("commit");
  await client.end();
  await expect(startTestApp({ connection, clock: app.clock })).rejects.toBeInstanceOf(ChainBrokenError);
});
