import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { describe, expect, test } from "vitest";
import { countBefore, nextOf, PAGE, withNewer } from "./use-statement.ts";
import type { Pages } from "./use-statement.ts";

const entry = (id: number): StatementEntry => ({
  transactionId: String(id),
  kind: "position_opened",
  reference: null,
  amount: "-1.00000000",
  balanceAfter: "1.00000000",
  createdAt: "2026-01-01T00:00:00.000Z",
});
/** Entries from `newest` down to `oldest`. */
const entries = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => entry(newest - index));
const pages = (...all: StatementEntry[][]): Pages => ({ pages: all, pageParams: all.map(() => undefined) });
const idsOf = (known: Pages) => known.pages.flat().map(({ transactionId }) => Number(transactionId));

test("takes a page that is not full for the last", () => {
  expect(nextOf(entries(PAGE, 1))).toBe("1");
  expect(nextOf(entries(PAGE - 1, 1))).toBeUndefined();
  expect(nextOf([])).toBeUndefined();
});

describe("withNewer", () => {
  test("puts new entries in front once, however often they arrive", () => {
    const known = pages(entries(9, 5), entries(4, 1));
    const once = withNewer(known, entries(12, 3));
    expect(idsOf(once)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(withNewer(once, entries(12, 3))).toBe(once);
    expect(withNewer(once, entries(10, 1))).toBe(once);
    expect(once.pageParams).toHaveLength(once.pages.length);
  });

  test("compares ids as numbers, not as text", () => {
    expect(idsOf(withNewer(pages(entries(9, 8)), entries(10, 8)))).toEqual([10, 9, 8]);
  });

  test("fills an empty statement", () => {
    expect(idsOf(withNewer(pages([]), entries(2, 1)))).toEqual([2, 1]);
    expect(idsOf(withNewer(pages([], []), []))).toEqual([]);
  });

  test("begins anew when new entries leave a gap", () => {
    const fresh = entries(500, 401);
    expect(withNewer(pages(entries(9, 1)), fresh)).toEqual({ pages: [fresh], pageParams: [undefined] });
  });
});

test("counts how far the former first page has moved down", () => {
  const known = pages(entries(9, 5), entries(4, 1));
  const grown = withNewer(known, entries(12, 3));
  expect(countBefore(known.pages[0], grown.pages)).toBe(3);
  expect(countBefore(grown.pages[0], grown.pages)).toBe(0);
  expect(countBefore(entries(9, 5), grown.pages)).toBe(0);
  expect(countBefore(undefined, grown.pages)).toBe(0);
});
