import { describe, expect, test } from "vitest";
import { countNew, extendKept, rowsOf } from "./steady-list.ts";

type Item = { id: string; status?: string };
const items = (...ids: string[]): Item[] => ids.map((id) => ({ id }));
const idsOf = (list: readonly Item[]) => list.map(({ id }) => id).join("");

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
