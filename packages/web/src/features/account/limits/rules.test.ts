import type { Limit } from "@veritick/contract/schemas/limits.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { expect, test } from "vitest";
import { breakEnd, changeOf, isBelowDeposit, isSpent, nextChangeMs, readLimit, takenOf } from "./rules.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const DAY_MS = 86_400_000;

const limitOf = (change: Partial<Limit>): Limit => ({
  kind: "stake",
  amount: "50.00000000",
  used: "12.50000000",
  ends: "2026-11-22T00:00:00.000Z",
  next: null,
  ...change,
});

test("applies a tighter limit at once, a looser one in 24 hours, and drops a waiting one for the present one", () => {
  const limit = limitOf({});
  expect(changeOf(limit, parseMinor("49.99"), NOW)).toEqual({ kind: "now" });
  expect(changeOf(limit, parseMinor("50.01"), NOW)).toEqual({ kind: "later", fromMs: NOW + DAY_MS });
  expect(changeOf(limit, null, NOW)).toEqual({ kind: "later", fromMs: NOW + DAY_MS });
  const waiting = limitOf({ next: { amount: "100.00000000", from: "2026-11-22T01:00:00.000Z" } });
  expect(changeOf(waiting, parseMinor("50"), NOW)).toEqual({ kind: "same" });
  expect(changeOf(waiting, parseMinor("40"), NOW)).toEqual({ kind: "now" });
});

test("counts any amount as tighter than no limit", () => {
  const none = limitOf({ amount: null });
  expect(changeOf(none, parseMinor("1000000"), NOW)).toEqual({ kind: "now" });
  expect(changeOf(none, null, NOW)).toEqual({ kind: "same" });
});

test("returns today's use, the amount left, and the share of the bar", () => {
  expect(takenOf(limitOf({}))).toEqual({ taken: "12.50000000", left: "37.50000000", share: 0.25 });
  expect(takenOf(limitOf({ used: "60.00000000" }))).toEqual({
    taken: "60.00000000",
    left: "0.00000000",
    share: 1,
  });
  // A day with gains gives room again.
  expect(takenOf(limitOf({ kind: "loss", used: "-25.00000000" }))).toEqual({
    taken: "0.00000000",
    left: "75.00000000",
    share: 0,
  });
  expect(takenOf(limitOf({ amount: null }))).toMatchObject({ taken: "12.50000000", share: 0 });
});

test("counts a limit as spent when today has used it up", () => {
  expect(isSpent(limitOf({}), parseMinor("12.50"))).toBe(true);
  expect(isSpent(limitOf({}), parseMinor("12.51"))).toBe(false);
  expect(isSpent(limitOf({}), null)).toBe(false);
});

test.each(["", "0", "0.001", "-5", "five", "1e3"])("refuses %j as a limit", (text) => {
  expect(readLimit("stake", text)).toBeUndefined();
});

test("reads minutes and counts as whole numbers within their range", () => {
  expect(readLimit("session", "30")).toBe(parseMinor("30"));
  expect(readLimit("session", "30.5")).toBeUndefined();
  expect(readLimit("session", "10")).toBeUndefined();
  expect(readLimit("open_positions", "1")).toBe(parseMinor("1"));
  expect(readLimit("open_positions", "1001")).toBeUndefined();
});

test("finds the first of the end of the day, of a wait and of a break", () => {
  const day = {
    limits: [limitOf({})],
    dayEnds: "2026-11-22T00:00:00.000Z",
    timeZone: null,
    restUntil: null,
    pause: null,
    reminderMinutes: 60,
  };
  expect(nextChangeMs(day)).toBe(Date.parse(day.dayEnds));
  const from = "2026-11-21T13:00:00.000Z";
  expect(nextChangeMs({ ...day, limits: [limitOf({ next: { amount: null, from } })] })).toBe(
    Date.parse(from),
  );
  expect(nextChangeMs({ ...day, restUntil: from })).toBe(Date.parse(from));
  const until = "2026-11-21T12:30:00.000Z";
  expect(nextChangeMs({ ...day, pause: { kind: "time_out", until } })).toBe(Date.parse(until));
});

test("recognises a limit below the smallest deposit, only for deposits", () => {
  const deposits = limitOf({ kind: "deposit" });
  expect(isBelowDeposit(deposits, parseMinor("14.99"))).toBe(true);
  expect(isBelowDeposit(deposits, parseMinor("15"))).toBe(false);
  expect(isBelowDeposit(limitOf({ kind: "deposit_month" }), parseMinor("14.99"))).toBe(true);
  expect(isBelowDeposit(deposits, null)).toBe(false);
  expect(isBelowDeposit(limitOf({ kind: "stake" }), parseMinor("1"))).toBe(false);
});

test.each([
  ["time_out", 1, "2026-02-28T23:30:00.000Z", "2026-03-01T23:30:00.000Z"],
  ["time_out", 30, "2026-12-15T08:00:00.000Z", "2027-01-14T08:00:00.000Z"],
  ["self_exclusion", 6, "2026-11-21T12:00:00.000Z", "2027-05-21T12:00:00.000Z"],
  ["self_exclusion", 6, "2026-08-31T12:00:00.000Z", "2027-02-28T12:00:00.000Z"],
  ["self_exclusion", 12, "2028-02-29T12:00:00.000Z", "2029-02-28T12:00:00.000Z"],
  ["self_exclusion", 60, "2026-11-21T12:00:00.000Z", "2031-11-21T12:00:00.000Z"],
] as const)("ends a %s of %d that begins at %s", (kind, length, from, to) => {
  expect(breakEnd(kind, length, Date.parse(from)).toISOString()).toBe(to);
});
