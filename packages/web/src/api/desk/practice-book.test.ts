import { QUICKNET } from "@veritick/domain/beacon.ts";
import { formatMinor, minor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { saleAt } from "@veritick/domain/sale.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { MarketTerms } from "../market/market-terms.ts";
import { advance, dueTicks, isActive, NEW_BOOK, readBook, takeOrder, takeSale } from "./practice-book.ts";
import type { PracticeBook, PracticeOrder } from "./practice-book.ts";

/** The last second of a block. */
const NOW = 1_790_000_000;
const market: MarketTerms = {
  houseEdge: 0.05,
  sellFeeMillionths: 10_000,
  genesisTick: NOW - 1_000,
  beacon: { ...QUICKNET, kind: "local", delayMs: 0 },
  epoch: 0,
  lastEpoch: 0,
  offers: [],
  terms: computeTerms({ houseEdge: 0.05, winRule: "barrier" }),
};
const TEN = parseMinor("10");
const order = (change: Partial<PracticeOrder> = {}): PracticeOrder => ({
  type: "buy",
  stake: TEN,
  duration: 1,
  ...change,
});
const at = (tick: number, id = `order-${tick}`) => ({ id, ms: tick * 1000 + 200, tick, market });
const flat = (newest: number, milli = 152_790) => ({ newest, priceAt: () => milli });

function taken(book: PracticeBook, change: Partial<PracticeOrder> = {}, tick = NOW): PracticeBook {
  const next = takeOrder(book, order(change), at(tick));
  if (typeof next === "string") throw new Error(next);
  return next;
}

describe("an order", () => {
  it("waits for the last tick of its block, with its stake set aside", () => {
    const book = taken(NEW_BOOK, {}, NOW + 1);
    expect(book.balance).toBe("9990.00000000");
    expect(book.waiting).toEqual([expect.objectContaining({ entryTick: NOW + 3, amount: "10.00000000" })]);
    expect(advance(book, flat(NOW + 2), market).book).toBe(book);
    expect(dueTicks(book, NOW + 2)).toEqual([]);
    expect(dueTicks(book, NOW + 3)).toEqual([NOW + 3]);
  });

  it("enters at the price of that tick, on the account's terms", () => {
    const { book, decided } = advance(taken(NEW_BOOK), flat(NOW + 5, 152_800), market);
    expect([book.waiting, decided]).toEqual([[], []]);
    expect(book.positions).toEqual([
      expect.objectContaining({
        entryPrice: "152.80000000",
        barrierPrice: `${(barrierMilli(market.terms[0]!, "buy", 152_800) / 1000).toFixed(3)}00000`,
        winChance: 0.95 / 3.5,
        multiplier: "2.50",
        entryTick: NOW,
        expiryTick: NOW + 60,
        status: "active",
      }),
    ]);
  });

  it("waits on while that price is unknown", () => {
    const book = taken(NEW_BOOK);
    expect(advance(book, { newest: NOW + 90, priceAt: () => undefined }, market).book).toBe(book);
  });

  it("is refused beyond the balance and beyond fifty", () => {
    expect(takeOrder(NEW_BOOK, order({ stake: parseMinor("10000.01") }), at(NOW))).toBe(
      "balance_insufficient",
    );
    let book = NEW_BOOK;
    for (let n = 0; n < 50; n += 1) book = taken(book, {}, NOW + n);
    expect(takeOrder(book, order(), at(NOW))).toBe("practice_full");
  });

  it("is refunded if the price ended before it entered", () => {
    const ended = { ...market, genesisTick: NOW + 500 };
    const { book } = advance(taken(NEW_BOOK), flat(NOW + 600), ended);
    expect(book).toEqual(NEW_BOOK);
  });
});

describe("a position", () => {
  const opened = advance(taken(NEW_BOOK), flat(NOW), market).book;

  it.each([
    ["won", 152_790 + 500, "10025.00000000", "25.00000000"],
    ["lost", 152_790, "9990.00000000", "-10.00000000"],
  ])("is %s at its own tick, however late that is", (status, milli, balance, profit) => {
    const later = NOW + 5_000;
    const priceAt = (tick: number) => (tick === NOW + 60 ? milli : 999_999);
    const { book, decided } = advance(opened, { newest: later, priceAt }, market);
    expect(decided).toEqual([expect.objectContaining({ status, profit })]);
    expect(book.balance).toBe(balance);
    expect(advance(book, { newest: later, priceAt }, market)).toEqual({ book, decided: [], unsold: [] });
  });

  it("enters and is decided at once if the page was closed", () => {
    const { book, decided } = advance(taken(NEW_BOOK), flat(NOW + 9_000), market);
    expect(decided).toHaveLength(1);
    expect(book.positions).toEqual([expect.objectContaining({ status: "lost" })]);
  });

  it("is refunded if its price has ended", () => {
    const { book } = advance(opened, flat(NOW + 600), { ...market, genesisTick: NOW + 500 });
    expect(book.balance).toBe(NEW_BOOK.balance);
    expect(book.positions).toEqual([expect.objectContaining({ status: "refunded", resultPrice: null })]);
  });
});

describe("a sale", () => {
  const opened = advance(taken(NEW_BOOK), flat(NOW), market).book;
  const { id } = opened.positions[0]!;
  const asked = (tick: number, minProceeds = "0.00", book = opened) =>
    takeSale(book, { id, minProceeds }, { tick, market });
  function sold(tick: number, minProceeds?: string): PracticeBook {
    const next = asked(tick, minProceeds);
    if (typeof next === "string") throw new Error(next);
    return next;
  }
  const value = saleAt(
    {
      side: "buy",
      barrierMilli: barrierMilli(market.terms[0]!, "buy", 152_790),
      stakeMinor: TEN,
      multiplierHundredths: 250,
      expiryTick: NOW + 60,
    },
    NOW + 6,
    152_900,
    10_000,
  );
  const proceeds = formatMinor(value.proceedsMinor);

  it("waits for its block's last tick and uses that price, however late it comes", () => {
    const book = sold(NOW + 4);
    expect(book.sales).toEqual([{ id, tick: NOW + 6, minProceeds: "0.00" }]);
    expect(dueTicks(book, NOW + 6)).toEqual([NOW + 6]);
    expect(advance(book, flat(NOW + 5), market).book).toBe(book);
    const priceAt = (tick: number) => (tick === NOW + 6 ? 152_900 : 150_000);
    const { book: after, decided, unsold } = advance(book, { newest: NOW + 500, priceAt }, market);
    expect(unsold).toEqual([]);
    expect(decided).toEqual([
      expect.objectContaining({
        status: "sold",
        soldTick: NOW + 6,
        soldPrice: "152.90000000",
        proceeds,
        profit: formatMinor(minor(value.proceedsMinor - TEN)),
        resultPrice: null,
      }),
    ]);
    expect(after.sales).toEqual([]);
    expect(after.balance).toBe(formatMinor(minor(parseMinor(opened.balance) + value.proceedsMinor)));
  });

  it("sells for the least accepted proceeds, and not for less", () => {
    expect(advance(sold(NOW + 4, proceeds), flat(NOW + 6, 152_900), market).decided).toHaveLength(1);
    const more = formatMinor(minor(value.proceedsMinor + 1_000_000n));
    const { book, decided, unsold } = advance(sold(NOW + 4, more), flat(NOW + 6, 152_900), market);
    expect([decided, unsold]).toEqual([[], [{ id, minProceeds: proceeds }]]);
    expect(book).toEqual(opened);
  });

  it("comes before the expiry if both prices were unknown for long", () => {
    const book = sold(NOW + 4);
    const unknown = {
      newest: NOW + 90,
      priceAt: (tick: number) => (tick === NOW + 60 ? 153_900 : undefined),
    };
    expect(advance(book, unknown, market).book).toBe(book);
    expect(advance(book, flat(NOW + 90), market).decided).toMatchObject([{ status: "sold" }]);
  });

  it("is made once, and refused in the last two blocks and for a decided position", () => {
    const book = sold(NOW + 4);
    expect(asked(NOW + 5, "0.00", book)).toBe(book);
    expect(asked(NOW + 54)).toMatchObject({ sales: [{ tick: NOW + 54 }] });
    expect(asked(NOW + 55)).toBe("position_too_late");
    const decided = advance(opened, flat(NOW + 60), market).book;
    expect(asked(NOW + 61, "0.00", decided)).toBe("position_not_open");
  });

  it("is forgotten if the price has ended", () => {
    const ended = { ...market, genesisTick: NOW + 500 };
    const { book, decided } = advance(sold(NOW + 4), flat(NOW + 600), ended);
    expect(decided).toMatchObject([{ status: "refunded" }]);
    expect(book.sales).toEqual([]);
  });
});

test("money is neither lost nor made by any sequence of steps", () => {
  const step = fc.record({
    stake: fc.bigInt({ min: 1n, max: 500_000n }).map((cents) => minor(cents * 1_000_000n)),
    type: fc.constantFrom("buy", "sell"),
    duration: fc.constantFrom(...DURATIONS),
    wait: fc.integer({ min: 0, max: 200 }),
    milli: fc.integer({ min: 152_000, max: 153_500 }),
    isKnown: fc.boolean(),
    sells: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let book = NEW_BOOK;
      let tick = NOW;
      let won = 0n;
      for (const [index, { stake, type, duration, wait, milli, isKnown, sells }] of steps.entries()) {
        // Several orders of one second make several positions.
        const next = takeOrder(book, { type, stake, duration }, at(tick, `order-${index}`));
        if (typeof next !== "string") book = next;
        const open = sells ? book.positions.find(isActive) : undefined;
        const sale = open && takeSale(book, { id: open.id, minProceeds: "0.00" }, { tick, market });
        if (sale !== undefined && typeof sale !== "string") book = sale;
        tick += wait;
        const prices = { newest: tick, priceAt: () => (isKnown ? milli : undefined) };
        const { book: after, decided } = advance(book, prices, market);
        won += sumMinor(decided.map(({ profit }) => parseMinor(profit!)));
        book = after;
        const left = [...book.waiting, ...book.positions.filter(isActive)];
        const staked = sumMinor(left.map(({ amount }) => parseMinor(amount)));
        expect(formatMinor(minor(parseMinor(book.balance) + staked - won))).toBe(NEW_BOOK.balance);
        expect(parseMinor(book.balance) >= 0n).toBe(true);
      }
    }),
  );
});

describe("the book kept in the browser", () => {
  it("is read as it was written", () => {
    const book = advance(taken(taken(NEW_BOOK), { type: "sell" }, NOW + 1), flat(NOW), market).book;
    expect(readBook(JSON.stringify(book))).toEqual(book);
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "[]",
    '{"version":2,"balance":"1","waiting":[],"sales":[],"positions":[]}',
    '{"version":1,"balance":"1","waiting":[],"sales":[{"minProceeds":"x"}],"positions":[]}',
    '{"version":1,"balance":"x","waiting":[],"sales":[],"positions":[]}',
    '{"version":1,"balance":"1","waiting":[],"sales":[],"positions":[{}]}',
    '{"version":1,"balance":"1","waiting":[{"amount":"1"}],"sales":[],"positions":[]}',
    '{"version":1,"balance":"1","waiting":[],"positions":[]}',
    '{"version":1,"balance":"1"}',
  ])("is replaced by a new one if it is %s", (text) => {
    expect(readBook(text)).toBe(NEW_BOOK);
  });

  it.each(['"duration":1', '"multiplier":"2.50"'])(
    "is replaced by a new one if somebody has changed %s",
    (kept) => {
      const waiting = JSON.stringify(taken(NEW_BOOK));
      const entered = JSON.stringify(advance(taken(NEW_BOOK), flat(NOW), market).book);
      const texts = [waiting, entered].filter((text) => text.includes(kept));
      expect(texts).not.toEqual([]);
      for (const text of texts) expect(readBook(text.replace(kept, kept.replace(/\d/, "7")))).toBe(NEW_BOOK);
    },
  );

  it("keeps at most a hundred decided positions", () => {
    let book = NEW_BOOK;
    for (let n = 0; n < 130; n += 1) {
      book = advance(taken(book, {}, NOW + 70 * n), flat(NOW + 70 * n + 65, 153_900), market).book;
    }
    expect(book.positions.filter((position) => !isActive(position))).toHaveLength(100);
    expect(book.positions[0]!.entryTick).toBeGreaterThan(book.positions.at(-1)!.entryTick);
  });
});
