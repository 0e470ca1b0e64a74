import { expect, test } from "vitest";
import { endOfFirst, isContinued, mergeItems, newestFirst, PAGE } from "./history-list.tsx";

const item = (id: string, status = "done") => ({ id, status });

test("takes an item of both lists from the newer one", () => {
  const merged = mergeItems([item("3"), item("2", "new")], [item("2", "old"), item("1")]);
  expect(merged).toEqual([item("3"), item("2", "new"), item("1")]);
});

test("sorts the newest first", () => {
  expect([item("1"), item("3"), item("2")].sort(newestFirst).map(({ id }) => id)).toEqual(["3", "2", "1"]);
});

test("ends the first answer at its hundredth finished item", () => {
  const isFinished = ({ status }: { status: string }) => status === "done";
  const finished = Array.from({ length: PAGE }, (_, index) => item(String(900 - index)));
  expect(endOfFirst(finished, isFinished)).toBe("801");
  expect(endOfFirst(finished.slice(1), isFinished)).toBeUndefined();
  expect(endOfFirst([item("950", "open"), ...finished, item("100", "open")], isFinished)).toBe("801");
  // A push brought an old item back to the front.
  expect(endOfFirst([item("200"), ...finished], isFinished)).toBe("801");
});

test("sees a possible gap when an answer shares nothing with the one before", () => {
  expect(isContinued([item("4"), item("3")], [item("3"), item("2")])).toBe(true);
  expect(isContinued([item("6"), item("5")], [item("3"), item("2")])).toBe(false);
});
