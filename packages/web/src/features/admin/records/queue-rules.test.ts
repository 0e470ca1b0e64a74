import { parseMinor } from "@veritick/domain/money.ts";
import { expect, test } from "vitest";
import { approvableUpTo, countUpTo, rowToFocus, withOne } from "./queue-rules.ts";
import { readAmount } from "./record-filters.ts";

const PLAIN = {
  id: "a",
  amount: "50.00000000",
  status: "pending",
  attention: null,
  screening: null,
  awaiting: null,
  firstToAddress: false,
  tradingLocked: false,
  withdrawalsLocked: false,
} as const;
const screened = (state: "allow" | "hold" | "unreachable" | "asking") => ({
  screening: {
    state,
    amount: "50.00000000",
    reference: null,
    reason: null,
    at: "2026-09-01T00:00:00.000Z",
    askAgainAt: null,
  },
});
const limit = parseMinor("50");

test("approves plain items of at most the limit together", () => {
  expect(approvableUpTo([PLAIN], limit)).toEqual([PLAIN]);
  expect(approvableUpTo([{ ...PLAIN, amount: "50.01000000" }], limit)).toEqual([]);
});

test.each([
  ["is not pending any more", { status: "processing" }],
  ["needs attention", { attention: "restored" }],
  ["goes to an address for the first time", { firstToAddress: true }],
  ["is of a user whose withdrawals are locked", { withdrawalsLocked: true }],
  ["is of a user whose trading is locked", { tradingLocked: true }],
  ["the screening holds", screened("hold")],
  ["the screening is asked about", screened("asking")],
  ["the screening does not answer about", screened("unreachable")],
  ["has not arrived", { arrived: "49.99000000", sandbox: false }],
] as const)("leaves out what %s", (_what, change) => {
  expect(approvableUpTo([{ ...PLAIN, ...change }], limit)).toEqual([]);
});

test("counts every open item up to the limit, including those left out", () => {
  const first = { ...PLAIN, firstToAddress: true };
  const items = [PLAIN, first, { ...PLAIN, status: "completed" }, { ...PLAIN, amount: "50.01000000" }];
  expect([approvableUpTo(items, limit).length, countUpTo(items, limit)]).toEqual([1, 2]);
});

test("takes an item that the screening allows", () => {
  expect(approvableUpTo([{ ...PLAIN, ...screened("allow") }], limit)).toHaveLength(1);
});

test("takes a deposit that has arrived or is in the sandbox", () => {
  for (const change of [
    { arrived: "50.00000000", sandbox: false },
    { arrived: null, sandbox: true },
  ])
    expect(approvableUpTo([{ ...PLAIN, ...change }], limit)).toHaveLength(1);
});

test.each([
  ["j", -1, 3, 0],
  ["j", 1, 3, 2],
  ["j", 2, 3, undefined],
  ["k", 1, 3, 0],
  ["k", 0, 3, undefined],
  ["k", -1, 3, 0],
  ["k", -1, 0, undefined],
  ["a", 1, 3, undefined],
])("%s at row %i of %i leads to %s", (key, at, count, next) => {
  expect(rowToFocus(key, at, count)).toBe(next);
});

test.each([
  ["1,000", "en", "1000"],
  ["1,234.50", "en", "1234.50"],
  ["12,5", "en", "12.5"],
  ["1 000,5", "fr", "1000.5"],
  ["", "en", ""],
  ["abc", "en", undefined],
] as const)("a filter by the amount %j in %s is one by %s", (typed, language, amount) => {
  expect(readAmount(typed, language)).toBe(amount);
});

test("counts approvals and proposals, and lists the reasons for refusals", () => {
  const none = { done: 0, proposed: 0, refused: [] };
  const all = withOne(withOne(withOne(none, "done"), "proposed"), { refused: "decided already" });
  expect(all).toEqual({ done: 1, proposed: 1, refused: ["decided already"] });
});
