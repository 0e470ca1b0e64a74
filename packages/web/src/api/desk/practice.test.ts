import type { Position } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import { expect, test } from "vitest";
import { createStore, INITIAL_PRICE } from "../live/live.ts";
import type { LivePrice } from "../live/live.ts";
import type { MarketTerms } from "../market/market-terms.ts";
import { PriceHistory } from "../market/price-history.ts";
import type { TickRange } from "../market/price-history.ts";
import { NEW_BOOK } from "./practice-book.ts";
import { createPractice } from "./practice.ts";

const NOW = 1_790_000_000;
const BUY = { type: "buy", stake: parseMinor("10"), duration: 1 } as const;
const terms = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
const market: MarketTerms = {
  houseEdge: 0.05,
  sellFeeMillionths: 10_000,
  genesisTick: 1,
  beacon: { ...QUICKNET, kind: "local", delayMs: 0 },
  epoch: 0,
  lastEpoch: 0,
  offers: [],
  terms,
};

/** A browser whose tabs share one storage, and a server whose price never moves. */
function browser() {
  let kept: string | null = null;
  const asked: TickRange[] = [];
  const state = { isDown: false };
  /** A tab that receives prices from the tick `since` on. */
  function tab(since = NOW) {
    const price = createStore<LivePrice>(INITIAL_PRICE);
    const history = new PriceHistory();
    const decided: Position[] = [];
    const practice = createPractice({
      read: () => kept,
      write: (text) => (kept = text),
      nowMs: () => (price.get().tick ?? since) * 1000,
    });
    const tickTo = (tick: number) => {
      history.record(tick, 152_790);
      price.set({ ...INITIAL_PRICE, milli: 152_790, tick });
    };
    tickTo(since);
    const stop = practice.follow({
      live: { price, history },
      market,
      async fetchPrices(range) {
        asked.push(range);
        if (state.isDown) throw new Error("down");
        return { from: range.from, prices: Array.from({ length: range.to - range.from + 1 }, () => 152.79) };
      },
      onDecided: (positions) => void decided.push(...positions),
    });
    return { practice, tickTo, decided, stop, book: () => practice.book.get() };
  }
  return { tab, asked, state, kept: () => kept };
}

/** Waits until all fetched prices have arrived. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an order at the end of a block enters at once, and its result is reported", () => {
  const { tickTo, practice, decided, book } = browser().tab();
  expect(practice.order(BUY)).toMatchObject({ entryTick: NOW });
  expect(book()).toMatchObject({ waiting: [], balance: "9990.00000000" });
  tickTo(NOW + 59);
  expect(decided).toEqual([]);
  tickTo(NOW + 60);
  expect(decided).toMatchObject([{ status: "lost", expiryTick: NOW + 60 }]);
});

test("refuses orders before there is a price and after the page is left", () => {
  const { practice, stop } = browser().tab();
  stop();
  expect(practice.order(BUY)).toBe("price_not_current");
});

test("positions that expire while the page is closed are decided later at their own tick", async () => {
  const { tab, asked } = browser();
  const first = tab();
  first.practice.order(BUY);
  first.stop();
  const second = tab(NOW + 4_000);
  await settled();
  expect(asked).toEqual([{ from: NOW + 60, to: NOW + 3_659 }]);
  expect(second.decided).toMatchObject([{ expiryTick: NOW + 60, resultPrice: "152.79000000" }]);
  expect(second.book().positions).toHaveLength(1);
});

test("asks again some ticks later for prices that did not arrive", async () => {
  const { tab, asked, state } = browser();
  const first = tab();
  first.practice.order(BUY);
  first.stop();
  state.isDown = true;
  const second = tab(NOW + 100);
  await settled();
  for (let tick = NOW + 101; tick < NOW + 105; tick += 1) second.tickTo(tick);
  await settled();
  expect(asked).toHaveLength(1);
  state.isDown = false;
  second.tickTo(NOW + 105);
  await settled();
  expect(asked).toHaveLength(2);
  expect(second.decided).toHaveLength(1);
});

test("two tabs keep one balance, and each position is decided once", () => {
  const { tab, kept } = browser();
  const [one, two] = [tab(), tab()];
  one.practice.order(BUY);
  two.practice.order(BUY);
  expect(two.book()).toMatchObject({ balance: "9980.00000000" });
  one.practice.reread();
  expect(one.book()).toEqual(two.book());
  one.tickTo(NOW + 60);
  two.tickTo(NOW + 60);
  expect([one.decided.length, two.decided.length]).toEqual([2, 0]);
  expect(JSON.parse(kept()!)).toEqual(two.book());
});

test("answers a sale at the end of its block, with the actual or the missed proceeds", async () => {
  const { tickTo, practice, decided, book, stop } = browser().tab();
  practice.order(BUY);
  practice.order(BUY);
  tickTo(NOW + 4);
  const [one, other] = book().positions;
  const asked = practice.sell({ id: one!.id, minProceeds: "0.00" });
  const tooMuch = practice.sell({ id: other!.id, minProceeds: "34.00" });
  expect([book().sales.length, decided.length]).toEqual([2, 0]);
  tickTo(NOW + 6);
  const sold = await asked;
  expect(sold).toMatchObject({ id: one!.id, status: "sold", soldTick: NOW + 6, soldPrice: "152.79000000" });
  expect(await tooMuch).toEqual({
    refused: "price_moved",
    proceeds: (sold as Position).proceeds,
  });
  expect(decided).toEqual([sold]);
  expect(await practice.sell({ id: one!.id, minProceeds: "0.00" })).toEqual({ refused: "position_not_open" });
  tickTo(NOW + 55);
  expect(await practice.sell({ id: other!.id, minProceeds: "0.00" })).toEqual({
    refused: "position_too_late",
  });
  stop();
  expect(await practice.sell({ id: other!.id, minProceeds: "0.00" })).toEqual({
    refused: "price_not_current",
  });
});

test("answers a sale that another tab makes in the tab that asked for it", async () => {
  const { tab } = browser();
  const one = tab();
  one.practice.order(BUY);
  one.tickTo(NOW + 4);
  const { id } = one.book().positions[0]!;
  const asked = one.practice.sell({ id, minProceeds: "0.00" });
  tab(NOW + 6);
  one.practice.reread();
  expect(await asked).toMatchObject({ id, status: "sold" });
});

test("starting again forgets everything, in the storage too", () => {
  const { tab, kept } = browser();
  const { practice, book } = tab();
  practice.order(BUY);
  practice.restart();
  expect(book()).toEqual({ ...NEW_BOOK, balance: "10000.00000000" });
  expect(JSON.parse(kept()!)).toEqual(book());
});
