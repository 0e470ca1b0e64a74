import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  GROUPS,
  KINDS_OF,
  isDay,
  isFiltered,
  isWrongWayRound,
  readFilters,
  selectionOf,
  writeFilters,
} from "./filters.ts";
import { PAGE, countBefore, nextOf, withNewer } from "./use-statement.ts";
import type { Pages } from "./use-statement.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));
const none = { groups: [], from: "", to: "" };

test("puts every kind in one group", () => {
  const kinds = GROUPS.flatMap((group) => KINDS_OF[group]);
  expect(kinds.toSorted()).toEqual([...STATEMENT_KINDS].toSorted());
});

describe("filters in the address", () => {
  test.each([
    "",
    "kinds=deposits",
    "kinds=trades,withdrawals&from=2026-01-31&to=2026-02-28",
    "to=2026-02-28",
  ])("reads %j and writes it again unchanged", (query) => {
    expect(writeFilters(read(query))).toBe(query);
  });

  test("ignores anything but filters", () => {
    const odd = "kinds=nothing,position_won&from=yesterday&to=2026-02-30&page=2";
    expect(read(odd)).toEqual(none);
    expect(read("from=0026-01-31&to=12026-01-31")).toEqual(none);
  });
});

test("accepts real days of the calendar only", () => {
  for (const day of ["2000-01-01", "2024-02-29", "9999-12-31"]) expect(isDay(day)).toBe(true);
  for (const text of ["", "2026-02-29", "1999-12-31", "2026-13-01", "2026-1-1", "2026-00-10"]) {
    expect(isDay(text)).toBe(false);
  }
});

test("tells whether there are filters and whether the days are in the wrong order", () => {
  expect(isFiltered(none)).toBe(false);
  expect(isFiltered({ ...none, to: "2026-01-01" })).toBe(true);
  expect(isFiltered({ ...none, groups: ["trades"] })).toBe(true);
  expect(isWrongWayRound({ ...none, from: "2026-01-02", to: "2026-01-01" })).toBe(true);
  expect(isWrongWayRound({ ...none, from: "2026-01-01", to: "2026-01-01" })).toBe(false);
  expect(isWrongWayRound({ ...none, from: "2026-01-01" })).toBe(false);
});

describe("selectionOf", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("treats all groups and no group alike", () => {
    expect(selectionOf(none)).toEqual({});
    expect(selectionOf({ ...none, groups: GROUPS })).toEqual({});
    expect(selectionOf({ ...none, groups: ["deposits", "withdrawals"] })).toEqual({
      kinds: "deposit_credited,withdrawal_held,withdrawal_returned",
    });
  });

  test("includes both local days, also where clocks change", () => {
    vi.stubEnv("TZ", "Europe/Paris");
    expect(selectionOf({ groups: [], from: "2026-03-29", to: "2026-03-29" })).toEqual({
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
    vi.stubEnv("TZ", "America/New_York");
    expect(selectionOf({ ...none, to: "2026-12-31" })).toEqual({ to: "2027-01-01T05:00:00.000Z" });
  });

  test("sets no end for the last day of the calendar", () => {
    vi.stubEnv("TZ", "UTC");
    expect(selectionOf({ ...none, to: "9999-12-31" })).toEqual({});
  });
});

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

test("takes an incomplete page as the last", () => {
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
