import { describe, expect, it } from "vitest";
import { pauseEnd, pauseOf } from "./pause.ts";

const at = (iso: string) => new Date(iso);

describe("a pause", () => {
  it.each([
    ["time_out", 1, "2026-09-21T14:13:20.123Z", "2026-09-22T14:13:20.123Z"],
    ["time_out", 30, "2027-02-10T00:00:00.000Z", "2027-03-12T00:00:00.000Z"],
    ["self_exclusion", 6, "2026-09-21T14:13:20.123Z", "2027-03-21T14:13:20.123Z"],
    // These end on the last day of a shorter month, also in February of leap years and others.
    ["self_exclusion", 6, "2026-08-31T23:59:59.999Z", "2027-02-28T23:59:59.999Z"],
    ["self_exclusion", 6, "2027-08-30T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["self_exclusion", 12, "2028-02-29T12:00:00.000Z", "2029-02-28T12:00:00.000Z"],
    ["self_exclusion", 60, "2026-12-31T12:00:00.000Z", "2031-12-31T12:00:00.000Z"],
  ] as const)("(%s) of %i from %s ends at %s", (kind, length, from, end) => {
    expect(pauseEnd(kind, length, at(from)).toISOString()).toBe(end);
  });

  it("lasts until its end; of two, the one that ends later counts", () => {
    const [soon, later] = [at("2026-09-22T00:00:00.000Z"), at("2027-03-21T00:00:00.000Z")];
    const now = at("2026-09-21T23:59:59.999Z");
    expect(pauseOf({ timeOut: null, selfExclusion: null }, now)).toBeNull();
    expect(pauseOf({ timeOut: soon, selfExclusion: null }, now)).toEqual({
      kind: "time_out",
      until: "2026-09-22T00:00:00.000Z",
    });
    expect(pauseOf({ timeOut: soon, selfExclusion: null }, soon)).toBeNull();
    for (const [timeOut, selfExclusion, kind] of [
      [soon, later, "self_exclusion"],
      [later, soon, "time_out"],
      [later, later, "self_exclusion"],
    ] as const) {
      expect(pauseOf({ timeOut, selfExclusion }, now)).toEqual({ kind, until: later.toISOString() });
    }
  });
});
