import type { Fairness, FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import type { OpenedPosition, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { followChain } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { termsHash } from "@veritick/domain/signed/terms-text.ts";
import { pino } from "pino";
import { expect, inject, it, onTestFinished } from "vitest";
import { endEmptyPrice, endPriceOf } from "../../testing/end-price.ts";
import { freeBeacon, freeKey, TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { cloneDatabase } from "../../testing/test-database.ts";
import { useApp } from "../../testing/use-app.ts";
import { localChainOf } from "../beacon/make-rounds.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import { openDatabase } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { findOrCreateGenesis } from "./price-store.ts";

const scope = useApp();
const CHANGED = { HOUSE_EDGE: "0.1", SELL_FEE: "0.02" };
const ask = async (app: TestApp): Promise<Fairness> =>
  (await new TestClient(app.url).get<Fairness>("/api/fairness")).body;
const edgesOf = ({ termsByEpoch }: Fairness) =>
  termsByEpoch.map(({ fromEpoch, houseEdge, sellFee }) => [fromEpoch, houseEdge, sellFee]);

const epochsFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const as = (app: TestApp, { cookie }: Person) => Object.assign(new TestClient(app.url), { cookie });

async function sell(app: TestApp, person: Person): Promise<OpenedPosition> {
  const order = { type: "sell", amount: "1", duration: 1 };
  const { status, body } = await as(app, person).post<OpenedPosition>("/api/trading/positions", order);
  expect(status).toBe(201);
  return body;
}

/** Returns a clock in the middle of an hour, and the hour. */
function start() {
  const clock = movableClock();
  return {
    clock,
    first: epochOf(nowTick(clock)),
    hourTo: (epoch: number) => epoch * EPOCH_TICKS - nowTick(clock),
  };
}

it("applies changed settings from the first epoch not chained yet, which the start names", async () => {
  const connection = await scope.clone();
  const { clock, first, hourTo } = start();
  const old = await scope.start({ connection, clock });
  const [person] = (await seedPeople(old, 1, "100")) as [Person];
  await old.close();
  const lines: { from?: string; msg: string }[] = [];
  const log = pino({ level: "warn", base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = await scope.start({ connection, clock, log, environment: CHANGED });
  const changes = first + 28;
  const from = new Date(changes * EPOCH_TICKS * 1000).toISOString();
  expect(lines.filter(({ msg }) => msg.startsWith("New terms apply"))).toMatchObject([{ from }]);

  clock.advance(3);
  expect(edgesOf(await ask(app))).toEqual([[first, 0.05, 0.01]]);
  expect((await sell(app, person)).winChance).toBe(0.95 / 3.5);
  for (const hours of [1, 4]) {
    clock.jump(hourTo(first + hours));
    await app.settled();
  }
  const promised = await ask(app);
  expect(promised).toMatchObject({ houseEdge: 0.05, sellFee: 0.01 });
  expect(edgesOf(promised)).toEqual([[first, 0.05, 0.01], [changes, 0.1, 0.02]]); // oxfmt-ignore
  const { body: rows } = await new TestClient(app.url).get<FairnessEpoch[]>(
    `/api/fairness/epochs?from=${changes - 1}&to=${changes}`,
  );
  expect(rows.map(({ termsHash }) => termsHash)).toEqual(promised.termsByEpoch.map(({ hash }) => hash));

  // The last block of the hour before, then the first of the hour.
  clock.jump(hourTo(changes) - 2);
  await app.settled();
  const before = await sell(app, person);
  expect([epochOf(before.entryTick), before.winChance]).toEqual([changes - 1, 0.95 / 3.5]);
  clock.advance(2);
  await app.settled();
  const after = await sell(app, person);
  expect([epochOf(after.entryTick), after.winChance]).toEqual([changes, 0.9 / 3.5]);
  expect(await ask(app)).toMatchObject({ houseEdge: 0.1, sellFee: 0.02 });
  for (const [position, { text, hash }] of [before, after].map(
    (each, index) => [each, promised.termsByEpoch[index]!] as const,
  )) {
    const { body } = await as(app, person).get<PositionReceipt>(`/api/trading/positions/${position.id}`);
    expect(body.terms).toBe(text);
    expect(body.promise?.text).toContain(`\nterms ${hash}\n`);
  }
});

it("processes with other settings follow the terms that any of them stored first", async () => {
  const connection = await scope.clone();
  const { clock, first, hourTo } = start();
  const one = await scope.start({ connection, clock });
  const other = await scope.start({ connection, clock, environment: CHANGED });
  const [person] = (await seedPeople(one, 1, "100")) as [Person];
  for (let hour = 1; hour <= 5; hour += 1) {
    clock.jump(hourTo(first + hour));
    // Checks at once, and when everything is on record.
    for (const wait of [async () => {}, () => Promise.all([one.settled(), other.settled()])]) {
      await wait();
      const [told, toldToo] = [await ask(one), await ask(other)];
      expect(toldToo).toEqual(told);
      expect(told.chain.epoch).toBe(first + hour + 24);
    }
    const [bought, boughtToo] = [await sell(one, person), await sell(other, person)];
    expect(boughtToo.barrierPrice).toBe(bought.barrierPrice);
  }
  for (const app of [one, other]) expect((await new TestClient(app.url).get("/readyz")).status).toBe(200);
});

const RENEWED = { PRICE_SECRET: "ff".repeat(32) };

it("a new price keeps what ended ones have promised, whatever settings, secret and beacon it has", async () => {
  const connection = await scope.clone();
  const { clock, first, hourTo } = start();
  const old = await scope.start({ connection, clock });
  const [person] = (await seedPeople(old, 1, "100")) as [Person];
  const [{ text, hash }] = (await ask(old)).termsByEpoch as [Fairness["termsByEpoch"][number]];
  await old.close();
  await endPriceOf(connection, clock);
  const other = freeBeacon({ ...freeKey, chain: localChainOf("ab".repeat(96)) });
  const middle = await scope.start({ connection, clock, environment: { ...RENEWED, ...CHANGED } });
  // The last published epoch is the first of them and 24 more. Later ones were stored, and nobody was told.
  expect(edgesOf(await ask(middle))).toEqual([[first, 0.05, 0.01]]);
  clock.jump(hourTo(first + 3));
  await middle.settled();
  expect(edgesOf(await ask(middle))).toEqual([[first, 0.05, 0.01], [first + 25, 0.1, 0.02]]); // oxfmt-ignore
  await middle.close();

  await endPriceOf(connection, clock);
  const app = await scope.start({ connection, clock, beacon: other, environment: { HOUSE_EDGE: "0.2" } });
  clock.advance(6);
  await app.settled();
  const { genesis, closings, termsByEpoch, beacon } = await ask(app);
  expect((await sell(app, person)).winChance).toBe(0.95 / 3.5);
  const withBeacon = (each: string) => each.replace(/beacon .*/, `beacon ${beacon.chainHash}`);
  expect(beacon.chainHash).not.toBe(closings[0]!.beacon.chainHash);
  expect(termsByEpoch[0]!.text).toBe(withBeacon(text));
  expect(closings.map(({ promised }) => promised.map(({ epoch }) => epoch))).toEqual([
    epochsFrom(first + 3, first + 27),
    epochsFrom(first, first + 24),
  ]);
  expect(closings[1]!.promised.every((each) => each.text === text && each.termsHash === hash)).toBe(true);
  const next = [genesis, closings[0]!.genesis];
  for (const [index, { head, promised }] of closings.entries())
    expect(followChain(head, promised)).toBe(next[index]!.previousHead);

  // Each hour has what was promised for it. New terms apply after the last of them.
  const { body: rows } = await new TestClient(app.url).get<FairnessEpoch[]>(
    `/api/fairness/epochs?from=${first + 3}&to=${first + 27}`,
  );
  expect(rows.map(({ termsHash: each }) => each)).toEqual(
    closings[0]!.promised.map((each) => termsHash(withBeacon(each.text))),
  );
  clock.jump(hourTo(first + 28));
  await app.settled();
  expect(edgesOf(await ask(app))).toEqual([
    [first + 3, 0.05, 0.01],
    [first + 25, 0.1, 0.02],
    [first + 28, 0.2, 0.01],
  ]);
  expect((await sell(app, person)).winChance).toBe(0.8 / 3.5);
});

it("a price that ended before it promised anything leaves the earlier promise in force", async () => {
  const connection = await scope.clone();
  const { clock, first, hourTo } = start();
  const old = await scope.start({ connection, clock });
  const { chain } = await ask(old);
  await old.close();
  await endPriceOf(connection, clock);
  const database = openDatabase(connection, createLog("silent"), 2);
  await findOrCreateGenesis(database, TEST_BEACON_CHAIN, { tick: nowTick(clock), now: dateOf(clock) });
  await endEmptyPrice(database, clock);
  await database.end();
  const app = await scope.start({ connection, clock, environment: { ...RENEWED, ...CHANGED } });
  clock.jump(hourTo(first + 2));
  await app.settled();
  const { genesis, closings, termsByEpoch } = await ask(app);
  expect(termsByEpoch.map(({ fromEpoch, houseEdge }) => [fromEpoch, houseEdge])).toEqual([
    [first, 0.05],
    [first + 25, 0.1],
  ]);
  expect(closings.map(({ promised }) => promised.length)).toEqual([0, 25]);
  expect([closings[0]!.head, genesis.previousHead]).toEqual([chain.head, chain.head]);
});

it("a backup two hours old has all published terms, so changed settings contradict nothing", async () => {
  const connection = await scope.clone();
  const { clock, first, hourTo } = start();
  await (await scope.start({ connection, clock })).close();
  const backup = await cloneDatabase(inject("postgres"), connection.database);
  onTestFinished(backup.drop);
  const ended = await scope.start({ connection, clock });
  for (const hours of [1, 2]) {
    clock.jump(hourTo(first + hours));
    await ended.settled();
  }
  const published = await ask(ended);
  expect(published.chain.epoch).toBe(first + 2 + 24);
  await ended.close();
  const restored = await scope.start({ connection: backup, clock, environment: CHANGED });
  expect(await ask(restored)).toMatchObject({
    chain: published.chain,
    termsByEpoch: published.termsByEpoch,
  });
});
