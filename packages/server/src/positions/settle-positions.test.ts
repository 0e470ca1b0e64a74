import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "@veritick/domain/price.ts";
import { DURATIONS, multiplierHundredths } from "@veritick/domain/product.ts";
import { settle, wins } from "@veritick/domain/settlement.ts";
import { payoutMinor } from "@veritick/domain/terms.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hold } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { createLog } from "../platform/telemetry/log.ts";
import type { PriceBook } from "../prices/public.ts";
import { offerValues, openPositions } from "./open-positions.sql.ts";
import { settlePositions } from "./settle-positions.ts";
import type { SettledRow } from "./settle-positions.ts";

const scope = useApp();

const open = async (client: TestClient, body: object = {}) =>
  (await client.post<Position>("/api/trading/positions", { type: "buy", amount: "2", duration: 1, ...body }))
    .body;
const priceAt = async (tick: number, url = scope.app.url) =>
  (await new TestClient(url).get(`/api/prices?from=${tick}&to=${tick}`)).body.prices[0] as number;
const hasWon = ({ type, barrierPrice }: Position, result: number) =>
  wins(type, parsePriceMilli(barrierPrice), Math.round(result * 1000));

describe("settlement", () => {
  it("comes exactly with the expiry tick, in the data first and then as a push", async () => {
    const [client] = await seedPeople(scope.app, 1, "100");
    const { socket, pushes } = await client!.live();
    const sides: Position[] = [];
    for (const type of ["buy", "sell"]) sides.push(await open(client!, { type }));
    scope.app.clock.jump(59);
    await scope.app.settled();
    const read = async () => (await client!.get("/api/trading/positions")).body as Position[];
    expect((await read()).map(({ status }) => status)).toEqual(["active", "active"]);
    const before = await client!.balance();

    scope.app.clock.jump(1);
    const resolved = () => pushes.filter((push) => push.type === "positionResolved");
    await until(() => resolved().length === 2, "both results were pushed");
    const settled = await read();
    const result = await priceAt(sides[0]!.expiryTick);
    for (const position of settled) {
      const won = hasWon(position, result);
      expect(position).toMatchObject({
        status: won ? "won" : "lost",
        profit: won ? "5.00000000" : "-2.00000000",
        resultPrice: priceAsDecimal8(Math.round(result * 1000)),
      });
      expect(resolved()).toContainEqual({ type: "positionResolved", position });
    }
    const credit = settled.filter(({ status }) => status === "won").length * 7;
    expect(Number(await client!.balance())).toBe(Number(before) + credit);
    socket.terminate();
  });

  it("pushes results before the balance they lead to, and both only after the commit", async () => {
    const [client] = await seedPeople(scope.app, 1, "1000");
    const { socket, pushes } = await client!.live();
    const isResult = (push: Push) => push.type === "positionResolved";
    for (let round = 0; round < 25; round += 1) {
      for (const type of ["buy", "sell"]) await open(client!, { type });
      await scope.app.settled();
      const heard = pushes.length;
      scope.app.clock.jump(60);
      await until(() => pushes.slice(heard).filter(isResult).length === 2, "both results were pushed");
      const known = (await client!.get("/api/trading/positions")).body as { status: string }[];
      expect(known.some(({ status }) => status === "active")).toBe(false);
      const news = pushes.slice(heard).filter(({ type }) => type !== "price");
      const won = news.filter((push) => push.type === "positionResolved" && push.position.status === "won");
      if (won.length === 0) continue;
      await until(
        () => pushes.slice(heard).some(({ type }) => type === "balanceUpdate"),
        "the balance was pushed",
      );
      const all = pushes.slice(heard).filter(({ type }) => type !== "price");
      expect(all.map(({ type }) => type)).toEqual(["positionResolved", "positionResolved", "balanceUpdate"]);
      expect(all[2]).toEqual({ type: "balanceUpdate", balance: await client!.balance() });
    }
    expect(pushes.some((push) => push.type === "positionResolved" && push.position.status === "won")).toBe(
      true,
    );
    socket.terminate();
  });

  it("uses the price of the expiry tick however late it comes", async () => {
    const connection = await scope.clone();
    const { clock } = scope.app;
    const before = await scope.start({ connection });
    const [client] = await seedPeople(before, 1, "1000");
    const positions: Position[] = [];
    for (const duration of DURATIONS) {
      positions.push(await open(client!, { duration }), await open(client!, { duration, type: "sell" }));
      clock.advance(7);
    }
    await before.close();
    clock.jump(2 * 3600);
    const after = await scope.start({ connection });
    await after.settled();
    const restarted = Object.assign(new TestClient(after.url), { cookie: client!.cookie });
    const settled = (await restarted.get("/api/trading/positions")).body as {
      id: string;
      resultPrice: string;
      status: string;
    }[];
    for (const position of positions) {
      const result = await priceAt(position.expiryTick, after.url);
      const found = settled.find(({ id }) => id === position.id)!;
      expect(Number(found.resultPrice)).toBe(result);
      const won = hasWon(position, result);
      expect(found.status).toBe(won ? "won" : "lost");
    }
    expect(await after.checkLedger()).toEqual([]);
  });
});

/** Opens one position for each user with a barrier of the test's choosing, through the statement that all orders use. */
async function openWithBarriers(
  userIds: string[],
  orders: {
    side: "buy" | "sell";
    duration: (typeof DURATIONS)[number];
    cents: number;
    barrierMilli: number;
  }[],
  expiryTick: number,
  connection: Queryable = scope.app.database,
): Promise<Map<string, number>> {
  const byId = new Map<string, number>();
  const requests = orders.map((order, n) => {
    const stake = minor(BigInt(order.cents) * 1_000_000n);
    const id = newId(scope.app.clock.nowMs());
    byId.set(id, n);
    const amount = formatMinor(stake);
    return {
      id,
      user_id: userIds[n]!,
      offer: n + 1,
      amount,
      payout: formatMinor(payoutMinor(stake, multiplierHundredths(order.duration))),
      not_after: null,
      key: null,
      order_key: null,
      request: null,
      account_0: `user:${userIds[n]!}`,
      amount_0: `-${amount}`,
      account_1: "house:trading",
      amount_1: amount,
    };
  });
  const batch = {
    stripe: 0,
    at: new Date(scope.app.clock.nowMs()),
    entryTick: expiryTick - 60,
    entryPrice: "152.79000000",
    signature: Buffer.alloc(64),
    leaves: Buffer.alloc(32 * orders.length),
    keyId: 1,
    genesisTick: 0,
    round: 1,
    from: new Date(0),
    until: new Date("2999-01-01"),
    aheadMs: 0,
    delayMs: 0,
    offers: offerValues(
      orders.map((order) => ({
        type: order.side,
        duration: order.duration,
        multiplier: (multiplierHundredths(order.duration) / 100).toFixed(2),
        barrier_price: priceAsDecimal8(order.barrierMilli),
        win_chance: 0.5,
        win_rule: "barrier",
        pull: "1",
        reach: "1",
        expiry_tick: expiryTick,
      })),
    ),
  };
  const { rows } = await connection.query<{ outcome: string }>(
    openPositions(batch, requests, { hasLimits: false, isContested: false }),
  );
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["opened"]));
  return byId;
}

/** Makes a book in which every tick has the price that the test wants. */
const bookAt = (tick: number, milli: number): PriceBook =>
  ({ newestTick: tick, bring: async () => {}, priceMilliAt: () => milli }) as unknown as PriceBook;

const settleAt = async (tick: number, milli: number): Promise<SettledRow[]> => {
  const rows: SettledRow[] = [];
  const { database, clock } = scope.app;
  const log = createLog("silent");
  await settlePositions({ database, clock, log, book: bookAt(tick, milli) }, (batch) => rows.push(...batch));
  return rows;
};

it("settles a position within a minute whose opening was committed after its expiry", async () => {
  const { database, clock, settled } = scope.app;
  const [person] = await seedPeople(scope.app, 1, "100");
  const [id] = await transaction(database, async (connection) => {
    const order = { side: "buy" as const, duration: 1 as const, cents: 100, barrierMilli: 1000 };
    const expiryTick = Math.floor(clock.nowMs() / 1000) + 5;
    const opened = await openWithBarriers([person!.user.id], [order], expiryTick, connection);
    clock.jump(10);
    await settled();
    return [...opened.keys()];
  });
  for (const seconds of [1, 60]) {
    clock.jump(seconds);
    await settled();
  }
  const { rows } = await database.query("select status from trading_positions where id = $1", [id]);
  expect(rows).toEqual([{ status: "won" }]);
  expect(await scope.app.checkLedger()).toEqual([]);
});

describe("the statement that settles", () => {
  it("decides as the domain does, even at exactly the barrier's price", async () => {
    const people = await seedPeople(scope.app, 40, "1000000");
    const userIds = people.map(({ user }) => user.id);
    // Long before any real position, so that the running app does not touch these.
    let tick = 1_000_000;
    const order = fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const),
      duration: fc.constantFrom(...DURATIONS),
      cents: fc.integer({ min: 1, max: 30_000 }),
      fromResult: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -3_000, max: 3_000 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 100_000, max: 200_000 }),
        async (chosen, resultMilli) => {
          tick += 1;
          const orders = chosen.map((one) => ({ ...one, barrierMilli: resultMilli + one.fromResult }));
          const byId = await openWithBarriers(userIds, orders, tick);
          const settled = await settleAt(tick, resultMilli);
          expect(settled).toHaveLength(orders.length);
          for (const row of settled) {
            const { side, barrierMilli, cents, duration } = orders[byId.get(row.id)!]!;
            const stakeMinor = minor(BigInt(cents) * 1_000_000n);
            const expected = settle(
              { side, barrierMilli, stakeMinor, multiplierHundredths: multiplierHundredths(duration) },
              resultMilli,
            );
            expect({ status: row.status, profit: parseMinor(row.profit!) }).toEqual({
              status: expected.status,
              profit: expected.profitMinor,
            });
            expect(parsePriceMilli(row.result_price!)).toBe(resultMilli);
            expect(row.new_balance === null).toBe(expected.creditMinor === 0n);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("settles each position once when several servers begin at the same moment", async () => {
    const people = await seedPeople(scope.app, 300, "100");
    const orders = people.map(() => ({
      side: "buy" as const,
      duration: 1 as const,
      cents: 100,
      barrierMilli: 150_000,
    }));
    await openWithBarriers(
      people.map(({ user }) => user.id),
      orders,
      2_000_000,
    );
    const runs = await Promise.all(Array.from({ length: 6 }, () => settleAt(2_000_000, 150_000)));
    const settled = runs.flat().map(({ id }) => id);
    expect(settled).toHaveLength(300);
    expect(new Set(settled).size).toBe(300);
    expect(await people[0]!.balance()).toBe("102.50000000");
    expect(await settleAt(2_000_000, 150_000)).toEqual([]);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it.each([
    ["more than a first batch", 5],
    ["more than 8,000", 17],
  ])("settles %s in two lanes, each once, and returns those of listening users", async (_many, each) => {
    const people = await seedPeople(scope.app, 500, "1000");
    const userIds = people.map(({ user }) => user.id);
    const order = { side: "buy" as const, duration: 1 as const, cents: 100, barrierMilli: 150_000 };
    for (let round = 0; round < each; round += 1)
      await openWithBarriers(
        userIds,
        userIds.map(() => order),
        2_000_002,
      );
    const [even, odd, late] = [0, 1, 0].map((lane, nth) =>
      userIds.filter((id) => parseInt(id.at(-1)!, 16) % 2 === lane).at(nth),
    ) as [string, string, string];
    const rows: SettledRow[] = [];
    let asked = 0;
    const { database, clock } = scope.app;
    const settled = await settlePositions(
      {
        database,
        clock,
        log: createLog("silent"),
        book: bookAt(2_000_002, 150_000),
        // The last user begins to listen while the first statement runs.
        watched: () => ((asked += 1) === 1 ? [even, odd] : [even, odd, late]),
      },
      (batch) => rows.push(...batch),
    );
    expect(settled).toBe(500 * each);
    const told = Map.groupBy(rows, (row) => row.user_id);
    expect([...told.keys()].toSorted()).toEqual([even, odd, late].toSorted());
    for (const id of [even, odd, late]) expect(new Set(told.get(id)!.map((row) => row.id)).size).toBe(each);
    // Each position wins 2.50 USDMS.
    const balance = (1000 + each * 2.5).toFixed(8);
    expect(told.get(odd)!.at(-1)!.new_balance).toBe(balance);
    expect(await people[0]!.balance()).toBe(balance);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("comes back for positions that another transaction had locked when a batch passed them", async () => {
    const people = await seedPeople(scope.app, 500, "1000");
    const userIds = people.map(({ user }) => user.id).toSorted();
    const order = { side: "buy" as const, duration: 1 as const, cents: 100, barrierMilli: 150_000 };
    for (let round = 0; round < 5; round += 1)
      await openWithBarriers(
        userIds,
        userIds.map(() => order),
        2_000_003,
      );
    const { database, clock } = scope.app;
    const rows = "select from trading_positions where user_id = $1 for update";
    const { letGo } = await hold(database, rows, [userIds[0]]);
    let released: Promise<void> | undefined;
    const settled = await settlePositions(
      { database, clock, log: createLog("silent"), book: bookAt(2_000_003, 150_000) },
      () => void (released ??= letGo()),
    );
    await released;
    expect(settled).toBe(2_500);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("adds up several wins of one user in one run", async () => {
    const [person] = await seedPeople(scope.app, 1, "100");
    for (let number = 0; number < 5; number += 1) {
      await openWithBarriers(
        [person!.user.id],
        [{ side: "buy", duration: 3, cents: 150, barrierMilli: 150_000 }],
        2_000_001,
      );
    }
    const rows = await settleAt(2_000_001, 150_000);
    expect(rows.map(({ new_balance }) => new_balance)).toEqual(Array(5).fill("145.00000000"));
    expect(await scope.app.checkLedger()).toEqual([]);
  });
});
