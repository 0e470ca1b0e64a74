import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { rhoOf } from "@veritick/domain/beacon.ts";
import { blockEnd, dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { beaconKeyOf, isRoundSigned, signRound } from "@veritick/domain/beacon-signatures.ts";
import { epochSeed, parseSecret } from "@veritick/domain/epochs.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { extendPath, parsePriceMilli, publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import type { Rounds } from "@veritick/domain/price.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { infoOf, RELAY_KEY, startFakeRelay } from "../testing/fake-relay.ts";
import type { FakeRelay } from "../testing/fake-relay.ts";
import { movableClock } from "../testing/movable-clock.ts";
import { seedPeople } from "../testing/people.ts";
import type { Person } from "../testing/people.ts";
import { blsInProcess, signOnce } from "../testing/signed-rounds.ts";
import { TEST_BEACON_KEY, TEST_PEPPER, TEST_SECRET } from "../testing/test-app.ts";
import { useApp } from "../testing/use-app.ts";
import { openBeacon } from "../src/beacon/public.ts";
import type { Beacon } from "../src/beacon/public.ts";
import { nowTick } from "../src/platform/clock.ts";
import { createSealing } from "../src/platform/sealing.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { createMetrics } from "../src/platform/telemetry/metrics.ts";
import { statesBetween } from "../src/prices/price-book.ts";
import type { BookRounds, PriceBook } from "../src/prices/price-book.ts";
import { openPriceFeed } from "../src/prices/public.ts";

/** Seconds between rounds. Signatures cost time: at one round in twelve seconds, ten minutes take fifty. */
const PERIOD = process.env["VERITICK_LONG"] === undefined ? 12 : 3;
const OUTAGE_SECONDS = 600;
/** The last second of a block, in which the price begins. */
const GENESIS = 1_790_000_003;
vi.setConfig({ testTimeout: 90_000 });
const POLL = { timeout: 60_000, interval: 10 };

const clock = movableClock(GENESIS * 1000);
const environment: Record<string, string> = {};
let relay: FakeRelay;
// The relay starts before the server, which follows it.
beforeAll(async () => {
  relay = await startFakeRelay(clock, PERIOD);
  environment["BEACON"] = JSON.stringify(infoOf(relay.chain));
  environment["BEACON_RELAYS"] = relay.url;
  return relay.close;
});
const scope = useApp(environment, { clock, beacon: { bls: blsInProcess(), answerMs: 200 } });

const secret = parseSecret(TEST_SECRET);
/** The true rounds, which only the beacon's key holders know in advance. */
const truth = (): Rounds => ({ ...relay.chain, rhoOf: (round) => rhoOf(signOnce(RELAY_KEY, round)) });
const trueStates = (fromTick: number, fromState: number, count: number) =>
  walk(secret, truth(), fromTick, fromState, count);

const roundNow = () => roundOf(relay.chain, nowTick(clock));
const ready = async () => (await fetch(`${scope.app.url}/readyz`)).json() as Promise<any>;
/** Waits for a round while a little time passes, because the server asks a failed relay again only after a rest. */
const hears = (round: () => number) =>
  vi.waitFor(async () => {
    clock.jump(0.02);
    expect((await ready()).beacon.newestRound).toBe(round());
  }, POLL);
/** Moves the clock one second into the next block and waits for its round. */
async function enterBlock(): Promise<void> {
  clock.jump(dueTick(relay.chain, roundNow() + 1) + 1 - clock.nowMs() / 1000);
  await hears(roundNow);
}

let people: Person[];
const opened: OpenedPosition[] = [];
/** The last round that arrived, and the last tick of its block. */
let last: { round: number; tick: number };
const order = (who: Person, duration: number, type = "buy") =>
  who.post("/api/trading/positions", { type, amount: "1", duration });

beforeAll(async () => {
  await hears(roundNow);
  people = await seedPeople(scope.app, 3, "100");
  for (const [block, person] of people.entries()) {
    await enterBlock();
    for (const duration of DURATIONS) {
      const { status, body } = await order(person, duration, block % 2 === 0 ? "buy" : "sell");
      expect(status).toBe(201);
      opened.push(body);
    }
  }
  relay.manner = "silent";
  const round = roundNow();
  last = { round, tick: blockEnd(relay.chain, round) };
  clock.jump(last.tick + PERIOD - clock.nowMs() / 1000 + 3);
  await scope.settled();
});

describe("an insider with every secret but without the next round", () => {
  /** Starts another process of the operator with the product's code. `rounds` are those that its prices use. */
  async function insider() {
    const settings = { houseEdge: 0.05, winRule: "barrier", sellFee: 0.01 } as const;
    const log = createLog("silent");
    const sealing = createSealing(parseSecret(TEST_PEPPER));
    const { database } = scope.app;
    const options = { database, clock, log, sealing, metrics: createMetrics(), bls: blsInProcess() };
    const relays = [relay.url];
    const beacon = await openBeacon({ kind: "drand", chain: relay.chain, relays, delayMs: 0 }, options);
    const feed = await openPriceFeed({ database, beacon, clock, secret, settings, log });
    await expect.poll(() => beacon.newestRound(), POLL).toBe(last.round);
    feed.advance(last.tick);
    return { beacon, feed, book: feed.book, rounds: roundsOf(beacon), end: beacon.stop };
  }
  const roundsOf = (beacon: Beacon): BookRounds => ({
    ...relay.chain,
    rhoOf: (round) => (round <= (beacon.newestRound() ?? -1) ? beacon.rhoOf(round) : undefined),
    async readStored(from, to) {
      const rounds = await beacon.wholeRounds(from, to);
      return new Map(rounds.map(({ round, signature }) => [round, rhoOf(signature)]));
    },
  });
  type Insider = Awaited<ReturnType<typeof insider>>;

  const AHEAD = 60;
  const seedNow = () => epochSeed(secret, epochOf(last.tick + 1));
  const newest = ({ book }: { book: PriceBook }) => book.newestTick - last.tick;
  /** Each way to a price in the product's code, with its result for the ticks after the last block: none. */
  const WAYS: [string, (stolen: Insider) => unknown, unknown][] = [
    ["feed.advance", (s) => (s.feed.advance(last.tick + AHEAD), newest(s)), 0],
    ["book.publishUpTo", (s) => (s.book.publishUpTo(last.tick + AHEAD), newest(s)), 0],
    ["book.publishStored", async (s) => (await s.book.publishStored(last.tick + AHEAD), newest(s)), 0],
    ["book.entryOf", ({ book }) => book.entryOf(last.round + 1), undefined],
    ["book.bring", async ({ book }) => (await book.bring(last.tick + 1, last.tick + AHEAD), book.stateAt(last.tick + 1)), /is not published/],
    ["book.stateAt", ({ book }) => book.stateAt(last.tick + 1), /is not published/],
    ["book.priceMilliAt", ({ book }) => book.priceMilliAt(last.tick + 1), /is not published/],
    ["book.startStateOf", ({ book }) => book.startStateOf(epochOf(last.tick) + 1), undefined],
    ["extendPath", ({ rounds, book }) => extendPath(seedNow(), rounds, last.tick, book.stateAt(last.tick), AHEAD).length, 0],
    ["walk", ({ rounds, book }) => walk(secret, rounds, last.tick, book.stateAt(last.tick), AHEAD), /is not there/],
    ["statesBetween", ({ rounds, book }) => statesBetween(secret, rounds, last.tick, book.stateAt(last.tick), AHEAD), /is not stored/],
    ["beacon.rhoOf", ({ beacon }) => beacon.rhoOf(last.round + 1), /is not in hand/],
    ["beacon.storedRounds", ({ beacon }) => beacon.storedRounds(last.round + 1, last.round + AHEAD), []],
    ["beacon.wholeRounds", ({ beacon }) => beacon.wholeRounds(last.round + 1, last.round + AHEAD), []],
    ["beacon.makeDue", ({ beacon }) => (beacon.makeDue(Infinity), beacon.newestRound()! - last.round), 0],
  ]; // oxfmt-ignore

  it("computes no price after the last block", async () => {
    const stolen = await insider();
    const state = stolen.book.stateAt(last.tick);
    for (const [name, way, gives] of WAYS) {
      const tried = (async () => way(stolen))();
      if (gives instanceof RegExp) await expect(tried, name).rejects.toThrow(gives);
      else expect(await tried, name).toEqual(gives);
    }
    await stolen.end();
    // With the next round, the same code and the same secrets give the whole block.
    const told = extendPath(seedNow(), truth(), last.tick, state, PERIOD);
    expect([...told]).toEqual([...trueStates(last.tick, state, PERIOD)]);
    expect(told).toHaveLength(PERIOD);
  });

  it("cannot sign the next round with our own key or an older signature", () => {
    const { publicKey } = relay.chain;
    const next = last.round + 1;
    const own = signRound(beaconKeyOf(TEST_BEACON_KEY), next);
    const before = signOnce(RELAY_KEY, last.round);
    for (const signature of [own, before])
      expect(isRoundSigned(publicKey, { round: next, signature })).toBe(false);
    expect(isRoundSigned(publicKey, { round: last.round, signature: before })).toBe(true);
  });

  it("neither stores nor publishes anything of it", async () => {
    const stored = await scope.app.database.query(
      "select (select max(round) from beacon_rounds) as round, (select count(*)::int from price_epochs where start_state is not null) as starts",
    );
    expect(stored.rows).toEqual([{ round: last.round, starts: 1 }]);
    const ask = async (path: string) => (await people[0]!.get(path)).body;
    expect(await ask(`/api/prices?from=${last.tick + 1}`)).toMatchObject({ code: "price_range_invalid" });
    expect(await ask(`/api/fairness/rounds?from=${last.round + 1}&to=${last.round + 9}`)).toEqual([]);
  });
});

describe("relays that are dead for ten minutes", () => {
  const positions = async () =>
    (await Promise.all(people.map((who) => who.get<Position[]>("/api/trading/positions")))).flatMap(
      ({ body }) => body,
    );
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

  it("let no order in and settle nothing meanwhile", async () => {
    const balances = await Promise.all(people.map((person) => person.balance()));
    for (let passed = 0; passed < OUTAGE_SECONDS; passed += 60) {
      for (const [n, person] of people.entries()) {
        const { status, body } = await order(person, DURATIONS[n]!);
        expect([status, body.code]).toEqual([503, "price_not_current"]);
      }
      clock.advance(60);
      const { status, beacon } = await ready();
      expect([status, beacon]).toEqual(["not ready", { state: "late", newestRound: last.round }]);
    }
    await scope.settled();
    const due = (await positions()).filter(({ status }) => status !== "active");
    expect(due.filter(({ expiryTick }) => expiryTick > last.tick)).toEqual([]);
    expect(await Promise.all(people.map((person) => person.balance()))).toEqual(balances);
  });

  it("leave each position to be settled at its own tick once they are back", async () => {
    const half = last.round + Math.floor((roundNow() - last.round) / 2);
    relay.manner = { upTo: half };
    clock.jump(1);
    await hears(() => half);
    expect((await ready()).beacon.state).toBe("catch_up");
    const { status, body } = await order(people[0]!, 1);
    expect([status, body.code]).toEqual([503, "price_not_current"]);
    relay.manner = "well";
    await hears(roundNow);
    clock.jump(3);
    await expect
      .poll(async () => (await positions()).map(({ status }) => status), POLL)
      .not.toContain("active");
    await scope.settled();

    const settled = await positions();
    expect(idsOf(settled)).toEqual(idsOf(opened));
    const states = trueStates(GENESIS, 15_279_000_000, nowTick(clock) - GENESIS);
    const milliAt = (tick: number) => publishedPriceMilli(states[tick - GENESIS - 1]!);
    for (const position of settled) {
      const { entryTick, expiryTick, type, barrierPrice } = position;
      const [barrier, result] = [parsePriceMilli(barrierPrice), milliAt(expiryTick)];
      expect(parsePriceMilli(position.entryPrice)).toBe(milliAt(entryTick));
      expect(parsePriceMilli(position.resultPrice!)).toBe(result);
      expect(position.status).toBe(wins(type, barrier, result) ? "won" : "lost");
    }
    expect(await scope.app.checkLedger()).toEqual([]);
    await enterBlock();
    expect((await order(people[0]!, 1)).status).toBe(201);
  });
});

it("a round that comes too early stops sales for two blocks and is not published", async () => {
  const [person] = people as [Person];
  relay.manner = "early";
  clock.jump(dueTick(relay.chain, roundNow() + 1) + 1 - clock.nowMs() / 1000);
  const early = roundNow() + 1;
  // The server asks for it as soon as it has this block's round.
  await hears(() => early);
  relay.manner = "well";
  expect((await order(person, 1)).body).toMatchObject({ code: "price_not_current" });
  expect((await person.get(`/api/fairness/rounds?from=${early}&to=${early}`)).body).toEqual([]);
  for (let blocks = 0; blocks < 2; blocks += 1) {
    await enterBlock();
    expect((await order(person, 1)).body).toMatchObject({ code: "price_not_current" });
  }
  await enterBlock();
  expect((await order(person, 1)).status).toBe(201);
});
