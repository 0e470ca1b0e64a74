import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { candlesOf } from "@veritick/domain/candles.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { CandleHistory, candleHistoryOf, candleSecondsOf, windowParts } from "./candle-history.ts";
import { marketIn, readMarketTerms } from "./market-terms.ts";
import { HistoryLoader, PriceHistory } from "./price-history.ts";
import type { TickRange } from "./price-history.ts";
import { appended, newestTick, withNews } from "./recent-prices.ts";

const computed = computeTerms({ houseEdge: 0.05, winRule: "barrier" });

const published: Fairness = {
  protocol: 2,
  process: {
    mean: "15500000000",
    reversion: "36000",
    scale: "19052559",
    unit: "100000000",
    epochTicks: 3600,
  },
  genesis: { tick: 1_790_000_000, state: "15279000000", previousHead: "00".repeat(32) },
  houseEdge: 0.05,
  winRule: "barrier",
  terms: [...computed].reverse().map(({ duration, multiplierHundredths, winChance, pull, reach }) => ({
    duration,
    multiplier: multiplierHundredths / 100,
    winChance,
    pull: String(pull),
    reach: String(reach),
  })),
  sellFee: 0.01,
  termsByEpoch: [],
  current: { epoch: 497_222, commitment: "00".repeat(32), termsHash: "00".repeat(32) },
  upcoming: [],
  chain: { epoch: 497_246, head: "00".repeat(32) },
  beacon: { kind: "drand", ...QUICKNET, delayMs: 1_500, state: "live", relays: [] },
  closings: [],
  keys: [],
};

test("the published terms give back the server's own terms, shortest first", () => {
  expect(readMarketTerms(published).terms).toEqual(computed);
});

test("the browser computes the specification's barriers from them", () => {
  const { terms } = readMarketTerms(published);
  expect(terms.map((each) => barrierMilli(each, "buy", 152_790))).toEqual([
    152_924, 153_206, 153_456, 153_958,
  ]);
  expect(terms.map((each) => barrierMilli(each, "sell", 152_790))).toEqual([
    152_664, 152_396, 152_161, 151_695,
  ]);
});

test("leaves out a duration that this page does not know", () => {
  const odd = { duration: 2, multiplier: 4, winChance: 0.19, pull: "1", reach: "1" };
  expect(readMarketTerms({ ...published, terms: [...published.terms, odd] }).terms).toHaveLength(4);
});

test("changed terms apply from their epoch on, and are unknown beyond the promised epochs", () => {
  const offer = (fromEpoch: number, houseEdge: number) => ({
    ...published,
    fromEpoch,
    houseEdge,
    text: "",
    hash: "00".repeat(32),
    winRule: "barrier" as const,
    terms: published.terms.map((each) => ({ ...each, winChance: (1 - houseEdge) / (1 + each.multiplier) })),
  });
  const market = readMarketTerms({ ...published, termsByEpoch: [offer(497_200, 0.05), offer(497_230, 0.1)] });
  const edgeIn = (epoch: number) => marketIn(market, epoch)?.houseEdge;
  expect([497_222, 497_229, 497_230, 497_246, 497_247].map(edgeIn)).toEqual([
    0.05,
    0.05,
    0.1,
    0.1,
    undefined,
  ]);
  expect(marketIn(market, 497_230)?.terms[0]?.winChance).toBeCloseTo(0.9 / 3.5, 12);
  expect(edgeIn(497_199)).toBeUndefined();
});

const START = 1_790_000_000;

test("an empty history knows nothing and misses everything", () => {
  const history = new PriceHistory();
  expect(history.newest).toBeUndefined();
  expect(history.priceAt(START)).toBeUndefined();
  expect(history.missing({ from: START, to: START + 4 })).toEqual([{ from: START, to: START + 4 }]);
});

test("missed ticks are runs, and filling them leaves none", () => {
  const history = new PriceHistory();
  history.record(START, 152_790);
  history.record(START + 3, 152_800);
  history.record(START + 9, 152_810);
  const range = { from: START, to: START + 9 };
  expect(history.missing(range)).toEqual([
    { from: START + 1, to: START + 2 },
    { from: START + 4, to: START + 8 },
  ]);
  history.fill(START + 1, [1, 2]);
  history.fill(START + 4, [3, 4, 5, 6, 7]);
  expect(history.missing(range)).toEqual([]);
  expect(history.priceAt(START + 8)).toBe(7);
  expect(history.newest).toBe(START + 9);
});

test("keeps the last price recorded for each tick of the last half hour", () => {
  const entry = fc.record({
    tick: fc.integer({ min: 0, max: 6_000 }),
    price: fc.integer({ min: 1, max: 400_000 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const history = new PriceHistory();
      const told = new Map<number, number>();
      let newest = -1;
      for (const { tick, price } of entries) {
        history.record(START + tick, price);
        if (tick > newest - 1800) told.set(tick, price);
        newest = Math.max(newest, tick);
      }
      for (const [tick, price] of told) {
        if (tick > newest - 1800) expect(history.priceAt(START + tick)).toBe(price);
      }
    }),
  );
});

test("the version grows when the past is filled in, not with a new tick", () => {
  const history = new PriceHistory();
  history.record(START, 1);
  history.record(START + 1, 2);
  expect(history.version).toBe(0);
  history.fill(START - 10, [3, 4]);
  expect(history.version).toBe(1);
});

const NOW = 1_790_000_000;

/** A server with a price for every tick from its genesis on. */
function serverSince(genesis: number) {
  const asked: (TickRange | undefined)[] = [];
  let now = NOW;
  const history = new PriceHistory();
  const server = { isDown: false, at: (tick: number) => (now = tick) };
  const loader = new HistoryLoader(
    history,
    async (range) => {
      asked.push(range);
      if (server.isDown) throw new Error("down");
      const { from, to } = range ?? { from: Math.max(genesis, now - 599), to: now };
      if (from < genesis || to > now) throw new Error("refused");
      return { from, prices: Array.from({ length: to - from + 1 }, (_, index) => (from + index) % 1000) };
    },
    () => {},
  );
  return { history, loader, asked, server };
}

test("loads the newest 600 and widens them to 900", async () => {
  const { history, loader, asked } = serverSince(0);
  loader.setGenesis(1);
  await loader.complete();
  expect(asked).toEqual([undefined, { from: NOW - 899, to: NOW - 600 }]);
  expect(history.missing({ from: NOW - 899, to: NOW })).toEqual([]);
  await loader.complete();
  expect(asked).toHaveLength(2);
});

test("asks for nothing before the genesis", async () => {
  const { history, loader, asked } = serverSince(NOW - 50);
  loader.setGenesis(NOW - 50);
  await loader.complete();
  expect(asked).toEqual([undefined]);
  expect(history.priceAt(NOW - 50)).toBeDefined();
});

test("fills what was missed while asleep in one call", async () => {
  const { history, loader, asked, server } = serverSince(1);
  loader.setGenesis(1);
  await loader.complete();
  server.at(NOW + 2_000);
  history.record(NOW + 2_000, 152_790);
  await loader.complete();
  expect(asked.at(-1)).toEqual({ from: NOW + 1_101, to: NOW + 1_999 });
  expect(history.missing({ from: NOW + 1_101, to: NOW + 2_000 })).toEqual([]);
});

test("retries after a failure some ticks later, not with every tick", async () => {
  const { history, loader, asked, server } = serverSince(1);
  loader.setGenesis(1);
  history.record(NOW, 152_790);
  server.isDown = true;
  await loader.complete();
  server.isDown = false;
  server.at(NOW + 5);
  for (let tick = NOW + 1; tick <= NOW + 5; tick++) {
    history.record(tick, 152_790);
    await loader.complete();
  }
  expect(asked.filter((range) => range === undefined)).toHaveLength(2);
  expect(history.missing({ from: NOW - 894, to: NOW + 5 })).toEqual([]);
});

const known = { from: 100, prices: [1, 2, 3] };

test("new prices begin with the newest known tick and replace it", () => {
  const both = appended(known, { from: 102, prices: [3, 4] });
  expect(both).toEqual({ from: 100, prices: [1, 2, 3, 4] });
  expect(newestTick(both)).toBe(103);
});

test("keeps the known prices if nothing is new", () => {
  expect(appended(known, { from: 102, prices: [3] })).toEqual(known);
});

test("keeps no more than ten minutes", () => {
  const full = { from: 1000, prices: Array.from({ length: 600 }, (_, index) => index) };
  const both = appended(full, { from: 1599, prices: [599, 600, 601] });
  expect(both.from).toBe(1002);
  expect(both.prices).toHaveLength(600);
  expect(both.prices.at(-1)).toBe(601);
});

test("keeps only the new prices after a gap or a restart of time", () => {
  for (const from of [104, 50]) {
    const news = { from, prices: [7, 8] };
    expect(appended(known, news)).toBe(news);
  }
  const news = { from: 5, prices: [1] };
  expect(appended(undefined, news)).toBe(news);
});

test("requests the newest prices after an absence that one answer does not cover", async () => {
  const asked: (number | undefined)[] = [];
  const run = (from: number, count: number) => ({ from, prices: Array.from({ length: count }, () => 1) });
  const serverAt = (now: number) => async (query: { from: number } | undefined) => {
    asked.push(query?.from);
    return query ? run(query.from, Math.min(3600, now - query.from + 1)) : run(now - 599, 600);
  };
  expect(newestTick(await withNews(run(100, 600), serverAt(4000)))).toBe(4000);
  expect(newestTick(await withNews(run(100, 600), serverAt(9000)))).toBe(9000);
  expect(newestTick(await withNews(undefined, serverAt(9000)))).toBe(9000);
  expect(asked).toEqual([699, 699, undefined, undefined]);
});

describe("candle history", () => {
  /** The first second of a quarter of an hour. */
  const START = 1_790_000_100 - (1_790_000_100 % 900);
  const priceAt = (tick: number) => 150_000 + ((tick * 7919) % 5_000);
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => priceAt(from + index));

  function follow(now: number) {
    const ticks = new PriceHistory();
    const server = { now, isDown: false, calls: 0 };
    const candles = new CandleHistory(60, ticks, () => {
      server.calls += 1;
      if (server.isDown) return Promise.reject(new Error("down"));
      const from = START;
      const made = candlesOf(range(from, server.now), from, 60);
      const dollars = made.map(({ open, high, low, close }) => ({
        open: open / 1000,
        high: high / 1000,
        low: low / 1000,
        close: close / 1000,
      }));
      return Promise.resolve({ seconds: 60, from, until: server.now, candles: dollars });
    });
    const told = vi.fn();
    const stop = candles.follow(told);
    const tick = (at: number) => ticks.record(at, priceAt(at));
    const known = () => {
      const { from, until } = candles;
      const length = until === undefined ? 0 : Math.floor((until - from) / 60) + 1;
      return Array.from({ length }, (_, index) => candles.candleAt(from + index * 60));
    };
    return { ticks, server, candles, told, stop, tick, known };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test("candles grow with each tick, and the next one begins at its second", async () => {
    const { server, tick, known, told, candles } = follow(START + 130);
    tick(START + 130);
    await settled();
    expect(told).toHaveBeenCalledOnce();
    for (let at = START + 131; at <= START + 200; at += 1) tick(at);
    expect(known()).toEqual(candlesOf(range(START, START + 200), START, 60));
    expect(candles.until).toBe(START + 200);
    expect(server.calls).toBe(1);
  });

  test("a candle waits for a missing tick, and is requested if the tick will not come", async () => {
    const { ticks, server, tick, known, candles } = follow(START + 100);
    tick(START + 100);
    await settled();
    tick(START + 103);
    expect(candles.until).toBe(START + 100);
    ticks.fill(START + 101, range(START + 101, START + 102));
    expect(known()).toEqual(candlesOf(range(START, START + 103), START, 60));

    server.now = START + 1_500;
    tick(START + 1_500);
    await settled();
    expect(server.calls).toBe(2);
    expect(known()).toEqual(candlesOf(range(START, START + 1_500), START, 60));
  });

  test("requests candles that did not arrive some ticks later, not with every tick", async () => {
    const { server, tick, known } = follow(START + 10);
    vi.spyOn(console, "warn").mockImplementation(() => {});
    server.isDown = true;
    tick(START + 10);
    await settled();
    server.isDown = false;
    server.now = START + 15;
    for (let at = START + 11; at <= START + 15; at += 1) {
      tick(at);
      await settled();
    }
    expect(server.calls).toBe(2);
    expect(known()).toHaveLength(1);
  });

  test("drops old candles", async () => {
    const { tick, known, candles } = follow(START);
    tick(START);
    await settled();
    for (let at = START + 1; at <= START + 241 * 60; at += 1) tick(at);
    expect(candles.from).toBe(START + 120 * 60);
    expect(known()).toEqual(candlesOf(range(START, START + 241 * 60), START, 60).slice(120));
  });

  test("short windows show ticks, an hour minutes, and a day quarters of an hour", () => {
    expect([300, 900, 3_600, 86_400].map(candleSecondsOf)).toEqual([undefined, undefined, 60, 900]);
    const ticks = new PriceHistory();
    expect(windowParts(ticks, 300)).toEqual([]);
    ticks.fill(START + 30, range(START + 30, START + 150));
    expect(windowParts(ticks, 300)).toMatchObject([
      { from: START + 30, to: START + 59, open: priceAt(START + 30) },
      { from: START + 60, to: START + 119 },
      { from: START + 120, to: START + 150, close: priceAt(START + 150) },
    ]);
    expect(windowParts(ticks, 3_600)).toEqual([]);
    expect(candleHistoryOf(ticks, 60)).toBe(candleHistoryOf(ticks, 60));
  });
});
