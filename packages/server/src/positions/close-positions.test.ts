import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import type { Position, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { fromHex } from "@veritick/domain/epochs.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli, priceAsDecimal8, publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import { chanceLeft, saleOf } from "@veritick/domain/sale.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeAll, endPriceOf } from "../../testing/end-price.ts";
import { freeRounds, TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TEST_SECRET } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf } from "../platform/clock.ts";
import { mayStillSettle } from "./end-price.ts";

const scope = useApp();

const order = async (person: Person, duration: number, type = "buy", amount = "10") =>
  (await person.post<Position>("/api/trading/positions", { type, amount, duration })).body;
const as = (app: { url: string }, person: Person): Person =>
  Object.assign(new TestClient(app.url), { cookie: person.cookie, user: person.user });
const receiptOf = async (person: Person, { id }: { id: string }) =>
  (await person.get<PositionReceipt>(`/api/trading/positions/${id}`)).body;
const fairnessOf = async (app: { url: string }) =>
  (await new TestClient(app.url).get<Fairness>("/api/fairness")).body;

/** Starts a server on a database of its own, in a block that takes orders. */
async function usedServer(people = 1) {
  const connection = await scope.clone();
  const app = await scope.start({ connection });
  const persons = await seedPeople(app, people, "1000");
  scope.app.clock.advance(3);
  return { connection, app, persons: persons as [Person, ...Person[]] };
}

/** Computes the closing value independently of the server. */
function valueAt(
  { position: { type, barrierPrice, expiryTick, amount, multiplier } }: PositionReceipt,
  tick: number,
  milli: number,
) {
  const chance = chanceLeft(type, milli, parsePriceMilli(barrierPrice), expiryTick - tick);
  const multiplierHundredths = Math.round(Number(multiplier) * 100);
  const { valueMinor } = saleOf({ stakeMinor: parseMinor(amount), multiplierHundredths }, chance, 0);
  return { chance, valueMinor };
}

it.each([
  ["of a public beacon that was silent here for an hour", "quicknet", 3_600, 1, true],
  ["of a public beacon that has been gone for a day", "quicknet", 86_401, 1, false],
  ["of an own beacon that has just run", "veritick-local", 60, 1, true],
  ["of an own beacon whose key is lost", "veritick-local", 61, 1, false],
  ["that have all expired before the newest round", "quicknet", 0, 0, false],
])("positions %s", (_, beaconID, silentSeconds, left, expected) => {
  const known = { silentSeconds, newestTick: 1_000, lastExpiryTick: 1_000 + left };
  expect(mayStillSettle({ beaconID }, known)).toBe(expected);
});

describe("a price whose beacon is gone", () => {
  it("settles decided positions and closes the others at the last block end", async () => {
    const { connection, app, persons } = await usedServer();
    const [short, long] = [await order(persons[0], 1), await order(persons[0], 10)];
    const before = await receiptOf(persons[0], long);
    await app.close();
    const newest = roundOf(QUICKNET, short.expiryTick + 31);
    const end = blockEnd(QUICKNET, newest);
    scope.app.clock.jump(25 * 3600);
    expect(await endPriceOf(connection, scope.app.clock, newest)).toMatchObject({ settled: 1, positions: 1 });

    const renewed = await scope.start({ connection });
    const again = as(renewed, persons[0]);
    const [settled, closed] = [await receiptOf(again, short), await receiptOf(again, long)];
    expect(settled.position.status).toMatch(/won|lost/);
    const { genesis, ...ending } = (await fairnessOf(renewed)).closings[0]!;
    const states = walk(
      fromHex(TEST_SECRET),
      freeRounds,
      genesis.tick,
      Number(genesis.state),
      end - genesis.tick,
    );
    const milliAt = (tick: number) => publishedPriceMilli(states[tick - genesis.tick - 1]!);
    expect(settled.position.resultPrice).toBe(priceAsDecimal8(milliAt(short.expiryTick)));
    const { chance, valueMinor } = valueAt(closed, end, milliAt(end));
    expect(closed.closing).toEqual({
      tick: end,
      price: priceAsDecimal8(milliAt(end)),
      ticksLeft: long.expiryTick - end,
      chance: String(chance),
      value: formatMinor(valueMinor),
      reason: "beacon",
    });
    expect(closed.position).toMatchObject({
      status: "refunded",
      refundReason: "beacon",
      profit: formatMinor((valueMinor - parseMinor("10")) as never),
    });
    expect([closed.promise, closed.commitments]).toEqual([before.promise, before.commitments]);
    expect(ending).toMatchObject({
      reason: "beacon",
      tick: end,
      positions: 1,
      stake: "10.00000000",
      value: formatMinor(valueMinor),
      beacon: { chainHash: TEST_BEACON_CHAIN.chainHash },
    });
    // Its hour is long over, so no current price follows from the seed.
    expect(ending.epochs.map(({ seed }) => seed)).toEqual(ending.epochs.map(() => expect.any(String)));
    expect(await renewed.checkLedger()).toEqual([]);
  });

  it("gives stakes back without the entry's round, and withholds a running hour's seed", async () => {
    const { connection, app, persons } = await usedServer();
    const position = await order(persons[0], 5);
    scope.app.clock.advance(30);
    await app.close();
    await endPriceOf(connection, scope.app.clock, position.round! - 1);
    const renewed = await scope.start({ connection });
    const again = as(renewed, persons[0]);
    expect((await receiptOf(again, position)).closing).toBeNull();
    expect((await receiptOf(again, position)).position).toMatchObject({
      status: "refunded",
      profit: "0.00000000",
    });
    expect(await again.balance()).toBe("1000.00000000");
    expect((await fairnessOf(renewed)).closings[0]!.epochs.at(-1)!.seed).toBeNull();
    scope.app.clock.jump(3600);
    await renewed.settled();
    expect((await fairnessOf(renewed)).closings[0]!.epochs.at(-1)!.seed).toEqual(expect.any(String));
  });
});

describe("money", () => {
  const orders = fc.array(
    fc.record({
      person: fc.nat(2),
      duration: fc.constantFrom(1, 3, 5, 10),
      type: fc.constantFrom("buy", "sell"),
      amount: fc.integer({ min: 100, max: 2_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const moves = fc.array(fc.record({ after: fc.nat(190), milli: fc.integer({ min: -400, max: 400 }) }), {
    maxLength: 4,
  });

  it("adds up to the last cent at any closing price, and no promise remains", async () => {
    const { app } = scope;
    await fc.assert(
      fc.asyncProperty(orders, moves, async (placed, known) => {
        const people = await seedPeople(app, 3, "1000");
        app.clock.advance(3);
        await app.settled();
        const opened: { person: Person; position: Position }[] = [];
        for (const { person, duration, type, amount } of placed) {
          const position = await order(people[person]!, duration, type, (amount / 100).toFixed(2));
          opened.push({ person: people[person]!, position });
        }
        const { entryTick, entryPrice } = opened[0]!.position;
        // Every block end except those of expiries.
        const ticks = known
          .map(({ after, milli }) => [entryTick + 3 * after, parsePriceMilli(entryPrice) + milli] as const)
          .filter(([tick]) => (tick - entryTick) % 60 !== 0 || tick === entryTick);
        await closeAll(app.database, dateOf(app.clock), new Map(ticks));
        for (const { person, position } of opened) {
          const receipt = await receiptOf(person, position);
          const newest = ticks
            .filter(([tick]) => tick >= position.entryTick && tick < position.expiryTick)
            .toSorted(([one], [two]) => two - one)[0];
          const last = ticks.findLast(([tick]) => tick === newest?.[0]);
          const value =
            last === undefined ? parseMinor(position.amount) : valueAt(receipt, ...last).valueMinor;
          expect(parseMinor(receipt.position.profit!)).toBe(value - parseMinor(position.amount));
        }
        const { rows } = await app.database.query(
          "select sum(open_payout)::float8 as promised from house_stripes",
        );
        expect(rows).toEqual([{ promised: 0 }]);
        expect(await app.checkLedger()).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it("is set aside if a balance cannot hold it, and paid once there is room", async () => {
    const { app } = scope;
    const [rich] = (await seedPeople(app, 1, "9999999000")) as [Person];
    const [admin] = (await seedPeople(app, 1, "0")) as [Person];
    await app.database.query("update users set is_admin = true where id = $1", [admin.user.id]);
    app.clock.advance(3);
    await app.settled();
    // Each value of 210 fits the balance, and all six together do not.
    for (let count = 0; count < 6; count += 1) await order(rich, 10);
    const positions = async () => (await rich.get<Position[]>("/api/trading/positions")).body;
    const [{ entryTick, barrierPrice }] = (await positions()) as [Position];
    const known = new Map([[entryTick + 300, parsePriceMilli(barrierPrice) + 5_000]]);
    expect(await closeAll(app.database, dateOf(app.clock), known)).toMatchObject({ positions: 6 });
    const statuses = async () => (await positions()).map(({ status }) => status).toSorted();
    expect(await statuses()).toEqual(["active", ...Array<string>(5).fill("refunded")]);
    const { id } = (await positions()).find(({ status }) => status === "active")!;
    const sale = await rich.post(`/api/trading/positions/${id}/sell`, { minProceeds: "0.00" });
    expect(sale).toMatchObject({ status: 409, body: { code: "position_not_open" } });
    // The end of the next price does not change what this one has decided.
    const next = new Map([[entryTick + 303, parsePriceMilli(barrierPrice) - 5_000]]);
    expect(await closeAll(app.database, dateOf(app.clock), next)).toMatchObject({ positions: 0 });
    const room = await admin.post(`/api/admin/users/${rich.user.id}/adjust-balance`, { amount: -1000 });
    expect(room.status).toBe(200);
    app.clock.jump(660);
    await app.settled();
    expect((await positions()).map(({ status, profit }) => [status, profit])).toEqual(
      Array(6).fill(["refunded", "200.00000000"]),
    );
    expect(await rich.balance()).toBe("9999999200.00000000");
    expect(await app.checkLedger()).toEqual([]);
  });
});
