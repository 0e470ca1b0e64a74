import type { Candles } from "@veritick/contract/schemas/fairness.ts";
import { candlesOf, candleStart } from "@veritick/domain/candles.ts";
import { describe, expect, it } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";

const GENESIS = 1_790_000_000;
const scope = useApp();
const ask = (query: string, app: { url: string } = scope.app) =>
  new TestClient(app.url).get(`/api/prices${query}`);

const inMilli = (candle: Candles["candles"][number]) =>
  Object.fromEntries(Object.entries(candle).map(([name, price]) => [name, Math.round(price * 1000)]));

async function pricesOf(app: TestApp, from: number, to: number): Promise<number[]> {
  const prices: number[] = [];
  for (let start = from; start <= to; start += 3600) {
    const answer = await ask(`?from=${start}&to=${Math.min(to, start + 3599)}`, app);
    expect(answer.status).toBe(200);
    prices.push(...answer.body.prices);
  }
  return prices;
}

describe("/api/prices", () => {
  it("answers all ticks while there are fewer than 600", async () => {
    expect((await ask("")).body).toEqual({ from: GENESIS, prices: [152.79] });
    scope.app.clock.advance(3);
    expect((await ask("")).body).toEqual({ from: GENESIS, prices: [152.79, 152.761, 152.747, 152.728] });
  });

  it("answers the newest 600 without a range, each with three decimals at most", async () => {
    scope.app.clock.jump(4_997);
    const { body } = await ask("");
    expect(body.from).toBe(GENESIS + 5_000 - 599);
    expect(body.prices).toHaveLength(600);
    expect(body.prices.every((price: number) => /^\d+(\.\d{1,3})?$/.test(String(price)))).toBe(true);
  });

  it.each([
    ["both ends", `?from=${GENESIS}&to=${GENESIS + 3}`, GENESIS, 4],
    ["one tick", `?from=${GENESIS + 7}&to=${GENESIS + 7}`, GENESIS + 7, 1],
    ["the most", `?from=${GENESIS + 1}&to=${GENESIS + 3600}`, GENESIS + 1, 3600],
    ["a start alone", `?from=${GENESIS + 100}`, GENESIS + 100, 3600],
    ["a start near the end", `?from=${GENESIS + 4990}`, GENESIS + 4990, 11],
    ["an end alone", `?to=${GENESIS + 1000}`, GENESIS + 401, 600],
    ["an end near genesis", `?to=${GENESIS + 10}`, GENESIS, 11],
  ])("takes %s", async (_name, query, from, count) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    expect(body.from).toBe(from);
    expect(body.prices).toHaveLength(count);
  });

  it.each([
    ["more than 3600", `?from=${GENESIS}&to=${GENESIS + 3600}`, "from"],
    ["the next second", `?to=${GENESIS + 5001}`, "to"],
    ["a range into the future", `?from=${GENESIS + 4990}&to=${GENESIS + 5001}`, "from"],
    ["a start in the future", `?from=${GENESIS + 5001}`, "from"],
    ["what was before genesis", `?from=${GENESIS - 1}&to=${GENESIS}`, "from"],
    ["an end before genesis", `?to=${GENESIS - 1}`, "to"],
    ["a range backwards", `?from=${GENESIS + 5}&to=${GENESIS + 4}`, "from"],
    ["a fraction", "?from=1.5", "from"],
    ["words", "?to=now", "to"],
    ["a sign", `?from=-1`, "from"],
    ["nothing", "?from=", "from"],
    ["two starts", `?from=${GENESIS}&from=${GENESIS}`, "from"],
  ])("refuses %s", async (_name, query, field) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "price_range_invalid", field });
  });
});

describe("/api/prices/candles", () => {
  const candles = async (query: string) =>
    (await new TestClient(scope.app.url).get(`/api/prices/candles${query}`)) as {
      status: number;
      body: Candles;
    };

  it("answers the newest 120 minutes without a range, made of the published prices", async () => {
    scope.app.clock.jump(10_000);
    const newest = GENESIS + 15_000;
    const { body } = await candles("");
    const from = candleStart(newest, 60) - 119 * 60;
    expect(body).toMatchObject({ seconds: 60, from, until: newest });
    const prices = (await pricesOf(scope.app, from, newest)).map((price) => Math.round(price * 1000));
    expect(body.candles.map((candle) => inMilli(candle))).toEqual(candlesOf(prices, from, 60));
  });

  it("answers the whole candles of a range, even of hours that are over", async () => {
    const to = GENESIS + 9_000;
    const end = candleStart(to, 900) + 899;
    const prices = (await pricesOf(scope.app, GENESIS, end)).map((price) => Math.round(price * 1000));
    for (const _again of [1, 2]) {
      const { body } = await candles(`?seconds=900&from=${GENESIS}&to=${to}`);
      expect(body).toMatchObject({ seconds: 900, from: candleStart(GENESIS, 900), until: end });
      expect(body.candles.map((candle) => inMilli(candle))).toEqual(candlesOf(prices, GENESIS, 900));
    }
  });

  it("lets the last candle grow with the price", async () => {
    const before = (await candles("")).body;
    scope.app.clock.advance(1);
    const { body } = await candles("");
    expect(body.until).toBe(before.until + 1);
    const { prices } = (await ask("")).body;
    expect(body.candles.at(-1)!.close).toBe(prices.at(-1));
  });

  it.each([
    ["another length", "?seconds=61", "seconds"],
    ["words for a length", "?seconds=minute", "seconds"],
    ["more than 120", `?from=${GENESIS}&to=${GENESIS + 7_200}`, "from"],
    ["the next second", `?seconds=900&to=${GENESIS + 15_100}`, "to"],
    ["what was before genesis", `?seconds=900&from=${GENESIS - 1}`, "from"],
  ])("refuses %s", async (_name, query, field) => {
    const { status, body } = await candles(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "price_range_invalid", field });
  });
});

describe("several servers", () => {
  it("compute the same price from the same secret, whatever their start", async () => {
    const late = await scope.start();
    scope.app.clock.advance(2);
    const range = [GENESIS, GENESIS + 15_003] as const;
    const own = await pricesOf(scope.app, ...range);
    expect(await pricesOf(late, ...range)).toEqual(own);
  });

  it("agree on the genesis when they start at the same moment at different seconds", async () => {
    const connection = await scope.clone();
    const clocks = [0, 1, 2, 3].map((seconds) => movableClock((GENESIS + seconds) * 1000));
    const apps = await Promise.all(clocks.map((clock) => scope.start({ connection, clock })));
    const geneses = await Promise.all(
      apps.map(
        async (app) => (await new TestClient(app.url).get("/api/fairness")).body.genesis.tick as number,
      ),
    );
    expect(new Set(geneses).size).toBe(1);
  });
});

describe("old prices", () => {
  it("that must be recomputed are rate-limited", async () => {
    const connection = await scope.clone();
    const clock = movableClock(GENESIS * 1000);
    const app = await scope.start({ connection, clock });
    clock.jump(120 * 3600);
    const client = new TestClient(app.url);
    const candles = (query: string) => client.get(`/api/prices/candles?seconds=900${query}`);
    expect((await candles("")).status).toBe(200);
    const statuses = [];
    for (let hour = 0; hour < 66; hour += 1) {
      const from = GENESIS + hour * 3600;
      statuses.push((await client.get(`/api/prices?from=${from}&to=${from + 9}`)).status);
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses.slice(60)).toContain(429);
    expect((await candles(`&from=${GENESIS}`)).status).toBe(429);
    // Hours that were requested before stay in memory as candles.
    expect((await candles("")).status).toBe(200);
    expect((await client.get("/api/prices")).status).toBe(200);
  });
});

describe("a restart", () => {
  it("after a long gap continues the path of a server that never stopped", async () => {
    const connection = await scope.clone();
    const clock = movableClock(GENESIS * 1000);
    const before = await scope.start({ connection, clock });
    clock.advance(100);
    await before.close();
    // Three epochs pass without a server.
    clock.jump(11_000);
    const after = await scope.start({ connection, clock });
    scope.app.clock.jump(clock.nowMs() / 1000 - scope.app.clock.nowMs() / 1000);
    const range = [GENESIS, GENESIS + 11_100] as const;
    expect(await pricesOf(after, ...range)).toEqual(await pricesOf(scope.app, ...range));
  });
});
