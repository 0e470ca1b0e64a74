import { expect, it } from "vitest";
import { faultsAt, lostMs } from "./losses.ts";

const order = (id: string, sentMs: number) => ({ id, sentMs, answeredMs: sentMs + 10 });
const journal = [order("a", 100), order("b", 200), order("c", 300), order("d", 400)];

it("measures from the oldest lost order to the end", () => {
  expect(lostMs(journal, new Set("abcd"), 500)).toEqual({ ms: 0, orders: 0 });
  expect(lostMs(journal, new Set("ab"), 500)).toEqual({ ms: 190, orders: 2 });
  // A lost order counts although later ones are there.
  expect(lostMs(journal, new Set("acd"), 500)).toEqual({ ms: 290, orders: 1 });
});

it("expects what was answered before a moment, nothing that was sent after it, and either between", () => {
  expect(faultsAt(journal, new Set("ab"), 305)).toEqual([]);
  expect(faultsAt(journal, new Set("abc"), 305)).toEqual([]);
  expect(faultsAt(journal, new Set("a"), 305)).toEqual(["b was acknowledged before it and is gone"]);
  expect(faultsAt(journal, new Set("abcd"), 305)).toEqual(["d was sent after it and is there"]);
});
