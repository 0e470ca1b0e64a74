import { expect, test } from "vitest";
import { breakEnd } from "./break-end.ts";

test.each([
  ["time_out", 1, "2026-02-28T23:30:00.000Z", "2026-03-01T23:30:00.000Z"],
  ["time_out", 30, "2026-12-15T08:00:00.000Z", "2027-01-14T08:00:00.000Z"],
  ["self_exclusion", 6, "2026-11-21T12:00:00.000Z", "2027-05-21T12:00:00.000Z"],
  ["self_exclusion", 6, "2026-08-31T12:00:00.000Z", "2027-02-28T12:00:00.000Z"],
  ["self_exclusion", 12, "2028-02-29T12:00:00.000Z", "2029-02-28T12:00:00.000Z"],
  ["self_exclusion", 60, "2026-11-21T12:00:00.000Z", "2031-11-21T12:00:00.000Z"],
] as const)("%s of %d from %s", (kind, length, from, to) => {
  expect(breakEnd(kind, length, Date.parse(from)).toISOString()).toBe(to);
});
