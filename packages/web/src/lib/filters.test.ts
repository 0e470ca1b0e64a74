import { afterEach, describe, expect, test, vi } from "vitest";
import { AUDIT_FILTERS, auditAddress } from "../features/admin/audit/filters.ts";
import { RECORD_FILTERS, recordsAddress } from "../features/admin/records/record-filters.ts";
import { STATEMENT_FILTERS } from "../features/money/statement/filters.ts";
import { isDay, isFiltered, isWrongWayRound, periodOf, readAmount, readFilters } from "./filters.ts";
import { selectionOf, writeFilters } from "./filters.ts";
import type { Rules } from "./filters.ts";

const ID = "0190a000-0000-7000-8000-000000000001";
const rewritten = (rules: Rules, query: string) =>
  writeFilters(readFilters(rules, new URLSearchParams(query)));

test.each([
  [STATEMENT_FILTERS, ""],
  [STATEMENT_FILTERS, "kinds=deposits"],
  [STATEMENT_FILTERS, "kinds=trades,withdrawals&from=2026-01-31&to=2026-02-28"],
  [STATEMENT_FILTERS, "to=2026-02-28"],
  [AUDIT_FILTERS, `action=balance_adjusted&actor=${ID}&subject=${ID}`],
  [RECORD_FILTERS.deposits, "status=open&min=30&sort=smallest"],
  [RECORD_FILTERS.positions, `id=${ID}&user=${ID}&max=10.5&side=buy&duration=5&sort=oldest`],
])("reads the filters of an address and writes them again unchanged", (rules: Rules, query) => {
  expect(rewritten(rules, query)).toBe(query);
});

test.each([
  [STATEMENT_FILTERS, "kinds=nothing,position_won&from=yesterday&to=2026-02-30&page=2"],
  [STATEMENT_FILTERS, "from=0026-01-31&to=12026-01-31"],
  [AUDIT_FILTERS, `action=toString&actor=1&subject=${ID}x`],
  [RECORD_FILTERS.deposits, "status=won&side=buy&duration=5&min=-1&max=1e3&sort=newest"],
  [RECORD_FILTERS.positions, "status=pending&duration=7&sort=largest"],
])("ignores what a filter does not take, and the usual order", (rules: Rules, query) => {
  expect(rewritten(rules, query)).toBe("");
});

test("writes ids in one form and words in one order", () => {
  expect(rewritten(AUDIT_FILTERS, `subject=${ID.toUpperCase()}`)).toBe(`subject=${ID}`);
  expect(rewritten(STATEMENT_FILTERS, "kinds=adjustments,trades")).toBe("kinds=trades,adjustments");
});

test("writes the address of a page with and without filters", () => {
  expect(auditAddress({})).toBe("/admin/audit");
  expect(auditAddress({ subject: ID })).toBe(`/admin/audit?subject=${ID}`);
  expect(recordsAddress("deposits", { id: ID })).toBe(`/admin/deposits?id=${ID}`);
});

test("tells whether there are filters and whether the days are in the wrong order", () => {
  const none = { from: "", to: "" };
  expect(isFiltered(none)).toBe(false);
  expect(isFiltered({ ...none, to: "2026-01-01" })).toBe(true);
  expect(isWrongWayRound({ from: "2026-01-02", to: "2026-01-01" })).toBe(true);
  expect(isWrongWayRound({ from: "2026-01-01", to: "2026-01-01" })).toBe(false);
  expect(isWrongWayRound({ from: "2026-01-01", to: "" })).toBe(false);
});

test("accepts real days of the calendar only", () => {
  for (const day of ["2000-01-01", "2024-02-29", "9999-12-31"]) expect(isDay(day)).toBe(true);
  for (const text of ["", "2026-02-29", "1999-12-31", "2026-13-01", "2026-1-1", "2026-00-10"]) {
    expect(isDay(text)).toBe(false);
  }
});

describe("a period", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("includes both local days, also where clocks change", () => {
    vi.stubEnv("TZ", "Europe/Paris");
    expect(periodOf({ from: "2026-03-29", to: "2026-03-29" })).toEqual({
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
    vi.stubEnv("TZ", "America/New_York");
    expect(periodOf({ from: "", to: "2026-12-31" })).toEqual({ to: "2027-01-01T05:00:00.000Z" });
  });

  test("has no end on the last day of the calendar", () => {
    vi.stubEnv("TZ", "UTC");
    expect(periodOf({ from: "", to: "9999-12-31" })).toEqual({});
  });

  test("is sent beside the other filters that are set", () => {
    vi.stubEnv("TZ", "UTC");
    expect(selectionOf({ from: "2026-01-02", to: "", status: "open", user: "" })).toEqual({
      status: "open",
      from: "2026-01-02T00:00:00.000Z",
    });
  });
});

test.each([
  ["1,234.50", "en", { text: "1234.50" }],
  ["0,00000001", "fr", { text: "0.00000001" }],
  ["", "en", { text: "" }],
  ["abc", "en", { text: "abc", fault: "unreadable" }],
  ["99999999999", "en", { text: "99999999999", fault: "tooLarge" }],
] as const)("a filter by the amount %j in %s is %j", (typed, language, read) => {
  expect(readAmount(typed, language)).toEqual(read);
});
