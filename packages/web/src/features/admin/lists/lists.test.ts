import { describe, expect, test } from "vitest";
import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import { OPEN_PAGE, PAGE, countNew, extendKept, nextPage, openFirst, rowsOf } from "./pages.ts";
import type { PageQuery } from "./pages.ts";

type Item = { id: string; open?: boolean; name?: string };
const isOpen = ({ open = false }: Item) => open;
const some = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(900 - index) }));

const FIRST: PageQuery = { limit: PAGE };
const next = (page: Item[]) => nextPage([page], [FIRST], isOpen, "others");

test("begins the next page after the last item that is not open", () => {
  expect(next([...some(PAGE), { id: "1", open: true }])).toEqual({
    limit: PAGE,
    before: String(900 - PAGE + 1),
  });
});

test("does not count open items when it tells whether a page is full", () => {
  expect(next([...some(PAGE - 1), { id: "1", open: true }])).toBeUndefined();
  expect(next([])).toBeUndefined();
});

describe("a list with more open items than its first page holds", () => {
  const open = (count: number, from: number): Item[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(from - index), open: true }));
  const first = [...open(MOST_OPEN_SHOWN, 9999), ...some(PAGE)];
  const older: PageQuery = { limit: OPEN_PAGE, before: String(9999 - MOST_OPEN_SHOWN + 1), open: "true" };
  const full = open(OPEN_PAGE, 5000);

  test("asks for the older open ones page by page", () => {
    expect(nextPage([first], [FIRST], isOpen, "open")).toEqual(older);
    expect(nextPage([first, full], [FIRST, older], isOpen, "open")).toEqual({
      ...older,
      before: full.at(-1)!.id,
    });
    // One of them has been decided meanwhile.
    const decided = full.map((item, index) => (index === 3 ? { ...item, open: false } : item));
    expect(nextPage([first, decided], [FIRST, older], isOpen, "open")).toBeDefined();
    expect(nextPage([first, open(OPEN_PAGE - 1, 5000)], [FIRST, older], isOpen, "open")).toBeUndefined();
  });

  test("asks for the others once all open ones have come", () => {
    const others = { limit: PAGE, before: String(900 - PAGE + 1) };
    const last = open(3, 5000);
    expect(nextPage([first], [FIRST], isOpen, "both")).toEqual(older);
    expect(nextPage([first, last], [FIRST, older], isOpen, "both")).toEqual(others);
    expect(nextPage([first, last, some(PAGE - 1)], [FIRST, older, others], isOpen, "both")).toBeUndefined();
    expect(nextPage([first.slice(1)], [FIRST], isOpen, "both")).toEqual(others);
  });
});

test("puts open items first and lists each item once, as the newest page has it", () => {
  const pages: Item[][] = [
    [{ id: "9" }, { id: "8", open: true }, { id: "7", name: "newer" }, { id: "2", open: true }],
    [{ id: "7", name: "older" }, { id: "6" }],
  ];
  expect(openFirst(pages, isOpen)).toEqual([
    { id: "8", open: true },
    { id: "2", open: true },
    { id: "9" },
    { id: "7", name: "newer" },
    { id: "6" },
  ]);
});

type Named = { id: string; status?: string };
const items = (...ids: string[]): Named[] => ids.map((id) => ({ id }));
const idsOf = (list: readonly Named[]) => list.map(({ id }) => id).join("");

describe("a list that somebody is about to use", () => {
  test("keeps its rows when items come or go", () => {
    const kept = items("c", "b", "a");
    expect(extendKept(kept, items("e", "d", "c", "b", "a"))).toBe(kept);
    expect(extendKept(kept, items("c", "a"))).toBe(kept);
    expect(extendKept(kept, items("e"))).toBe(kept);
    expect(extendKept(kept, [])).toBe(kept);
  });

  test("grows at its end", () => {
    const kept = items("d", "c");
    expect(idsOf(extendKept(kept, items("e", "d", "c", "b", "a")))).toBe("dcba");
    expect(idsOf(extendKept(kept, items("d", "b")))).toBe("dcb");
  });

  test("takes all items if it was empty", () => {
    expect(idsOf(extendKept([], items("b", "a")))).toBe("ba");
  });
});

test("shows the newest state of kept rows and marks those that are gone", () => {
  const rows = rowsOf(items("b", "a"), [{ id: "b", status: "confirmed" }, { id: "c" }]);
  expect(rows).toEqual([
    { item: { id: "b", status: "confirmed" }, isGone: false },
    { item: { id: "a" }, isGone: true },
  ]);
});

test("counts the items that wait to be shown", () => {
  expect(countNew(items("c", "b"), items("e", "d", "b"))).toBe(2);
  expect(countNew(items("c"), items("c"))).toBe(0);
});
