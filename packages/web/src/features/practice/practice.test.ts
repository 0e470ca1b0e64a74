import { minor } from "@veritick/domain/money.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { expect, test } from "vitest";
import { advance, NEW_BOOK, takeOrder, takeSale } from "../../api/desk/practice-book.ts";
import type { PracticeBook } from "../../api/desk/practice-book.ts";
import type { MarketTerms } from "../../api/market/market-terms.ts";
import { movementsFile } from "./practice-page.tsx";

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

test("the practice file has its movements in the columns of the statement", () => {
  const take = (book: PracticeBook, type: "buy" | "sell", tick: number) =>
    takeOrder(
      book,
      { type, stake: minor(1_000_000_000n), duration: 1 },
      { id: `${type}-${tick}`, ms: tick * 1000, tick, market },
    ) as PracticeBook;
  let book = take(take(NEW_BOOK, "buy", NOW - 1), "sell", NOW);
  // It rises by a dollar: the buy position wins, the sell position loses.
  const priceAt = (tick: number) => (tick > NOW ? 153_790 : 152_790);
  book = advance(book, { newest: NOW + 60, priceAt }, market).book;
  book = take(book, "buy", NOW + 90);

  const [header, ...lines] = movementsFile(book).split("\r\n");
  expect(header).toBe("time,kind,reference,amount,balance_after,transaction_id");
  expect(lines.map((line) => line.slice(line.indexOf(",") + 1))).toEqual([
    `position_opened,buy-${NOW + 90},-10.00000000,10005.00000000,`,
    `position_won,buy-${NOW - 1},35.00000000,10015.00000000,`,
    `position_opened,buy-${NOW - 1},-10.00000000,9980.00000000,`,
    `position_opened,sell-${NOW},-10.00000000,9990.00000000,`,
    "",
  ]);
  const { id } = book.waiting[0]!;
  book = advance(book, { newest: NOW + 90, priceAt }, market).book;
  book = takeSale(book, { id, minProceeds: "0.00" }, { tick: NOW + 93, market }) as PracticeBook;
  book = advance(book, { newest: NOW + 93, priceAt }, market).book;
  expect(movementsFile(book)).toContain(
    `\r\n${new Date((NOW + 93) * 1000).toISOString()},position_sold,buy-${NOW + 90},`,
  );
  expect(lines[0]).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z,/);
});
