import { describe, expect, test } from "vitest";
import { dayAfter, dayAt, dayStarts, isNight, isZone, periodAt, RESULT_DAYS_MAX } from "./calendar.ts";

const at = (instant: string) => Date.parse(instant);
const hours = (starts: readonly number[] | undefined) =>
  starts?.slice(1).map((end, index) => (end - starts[index]!) / 3_600_000);

describe("local days", () => {
  test("begin at midnight of their zone", () => {
    expect(dayStarts("UTC", "2026-09-21", "2026-09-22")).toEqual([
      at("2026-09-21T00:00:00Z"),
      at("2026-09-22T00:00:00Z"),
      at("2026-09-23T00:00:00Z"),
    ]);
    expect(dayStarts("Asia/Kathmandu", "2026-09-21", "2026-09-21")?.[0]).toBe(at("2026-09-20T18:15:00Z"));
    expect(dayStarts("Pacific/Kiritimati", "2026-09-21", "2026-09-21")?.[0]).toBe(at("2026-09-20T10:00:00Z"));
  });

  test("are found for instants with fractions of a millisecond", () => {
    const late = at("2026-09-21T23:59:59.999Z") + 0.9478;
    expect(dayAt("UTC", late)).toBe("2026-09-21");
    expect(periodAt("Europe/Paris", "day", late)).toEqual(periodAt("Europe/Paris", "day", Math.floor(late)));
    expect(isNight("Europe/Paris", late)).toBe(true);
  });

  test("last 23 or 25 hours when the clock changes", () => {
    expect(hours(dayStarts("Europe/Paris", "2026-03-28", "2026-03-30"))).toEqual([24, 23, 24]);
    expect(hours(dayStarts("Europe/Paris", "2026-10-24", "2026-10-26"))).toEqual([24, 25, 24]);
    expect(hours(dayStarts("America/New_York", "2026-11-01", "2026-11-01"))).toEqual([25]);
    expect(hours(dayStarts("Australia/Lord_Howe", "2026-10-03", "2026-10-05"))).toEqual([24, 23.5, 24]);
  });

  test("begin later if the clock skips midnight, and once if it shows midnight twice", () => {
    expect(dayStarts("Africa/Cairo", "2026-04-24", "2026-04-24")?.[0]).toBe(at("2026-04-23T22:00:00Z"));
    expect(hours(dayStarts("Africa/Cairo", "2026-04-23", "2026-04-25"))).toEqual([24, 23, 24]);
    expect(hours(dayStarts("America/Havana", "2026-10-31", "2026-11-02"))).toEqual([24, 25, 24]);
    expect(hours(dayStarts("America/Havana", "2026-03-07", "2026-03-09"))).toEqual([24, 23, 24]);
  });

  test.each([
    ["a zone that nobody knows", "Europe/Atlantis", "2026-09-21", "2026-09-21"],
    ["30 February", "UTC", "2026-02-30", "2026-03-01"],
    ["30 February at the end", "UTC", "2026-02-28", "2026-02-30"],
    ["what is no day", "UTC", "yesterday", "2026-03-01"],
    ["a day of the century before", "UTC", "1999-12-31", "1999-12-31"],
    ["a day of the century after", "UTC", "2100-01-01", "2100-01-01"],
    ["a day with a time", "UTC", "2026-09-21T10:00", "2026-09-21T10:00"],
    ["a day with a sign", "UTC", "+002026-09-21", "+002026-09-21"],
    ["days the wrong way round", "UTC", "2026-09-22", "2026-09-21"],
    ["too many days", "UTC", "2026-01-01", dayAfter("2026-01-01", RESULT_DAYS_MAX)],
  ])("are not counted for %s", (_what, zone, from, to) => {
    expect(dayStarts(zone, from, to)).toBeUndefined();
  });

  test("may be as many as a quarter has", () => {
    expect(dayStarts("UTC", "2026-01-01", dayAfter("2026-01-01", RESULT_DAYS_MAX - 1))).toHaveLength(
      RESULT_DAYS_MAX + 1,
    );
  });

  test("are those of the zone, at both ends of a day", () => {
    for (const zone of ["Europe/Paris", "America/Havana", "Asia/Kolkata", "UTC"]) {
      const days = Array.from({ length: 60 }, (_, index) => dayAfter("2026-10-01", index));
      const starts = dayStarts(zone, days[0]!, days.at(-1)!)!;
      for (const [index, day] of days.entries()) {
        expect([dayAt(zone, starts[index]!), dayAt(zone, starts[index + 1]! - 1)]).toEqual([day, day]);
      }
    }
  });

  test("follow each other through every year of the century", () => {
    let day = "2000-01-01";
    for (let ms = at("2000-01-01T00:00:00Z"); day < "2099-12-31"; ms += 86_400_000) {
      expect(day).toBe(new Date(ms).toISOString().slice(0, 10));
      day = dayAfter(day, 1);
    }
    expect(dayAfter("2024-03-01", -1)).toBe("2024-02-29");
    expect(() => dayAfter("2026-02-30", 1)).toThrow(new RangeError("not a day of this century: 2026-02-30"));
  });
});

describe("periods", () => {
  const spanOf = (zone: string, period: "day" | "week" | "month", instant: string) => {
    const { startsMs, endsMs } = periodAt(zone, period, at(instant));
    return [new Date(startsMs).toISOString().slice(0, 16), (endsMs - startsMs) / 3_600_000];
  };

  test("are the day, the week from Monday and the month of the zone", () => {
    expect(spanOf("UTC", "day", "2026-09-21T23:59:59Z")).toEqual(["2026-09-21T00:00", 24]);
    expect(spanOf("UTC", "week", "2026-09-27T12:00:00Z")).toEqual(["2026-09-21T00:00", 168]);
    expect(spanOf("UTC", "week", "2026-09-28T00:00:00Z")).toEqual(["2026-09-28T00:00", 168]);
    expect(spanOf("Asia/Tokyo", "month", "2026-09-30T15:00:00Z")).toEqual(["2026-09-30T15:00", 31 * 24]);
    expect(spanOf("Pacific/Kiritimati", "week", "2026-09-20T10:00:00Z")).toEqual(["2026-09-20T10:00", 168]);
    expect(spanOf("UTC", "month", "2028-02-29T10:00:00Z")).toEqual(["2028-02-01T00:00", 29 * 24]);
  });

  test("keep their days when the clock changes", () => {
    expect(spanOf("Europe/Paris", "day", "2026-03-29T12:00:00Z")).toEqual(["2026-03-28T23:00", 23]);
    expect(spanOf("Europe/Paris", "week", "2026-03-29T12:00:00Z")).toEqual(["2026-03-22T23:00", 167]);
    expect(spanOf("Europe/Paris", "month", "2026-10-31T12:00:00Z")).toEqual(["2026-09-30T22:00", 745]);
    expect(spanOf("America/Havana", "day", "2026-11-01T04:30:00Z")).toEqual(["2026-11-01T04:00", 25]);
    expect(spanOf("America/Havana", "day", "2026-11-01T05:30:00Z")).toEqual(["2026-11-01T04:00", 25]);
  });

  test("follow each other without a gap, and hold the given instant", () => {
    for (const zone of [
      "Europe/Paris",
      "America/Havana",
      "Africa/Cairo",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
    ])
      for (const period of ["day", "week", "month"] as const)
        for (let ms = at("2026-01-01T00:00:00Z"); ms < at("2027-01-15T00:00:00Z");) {
          const { startsMs, endsMs } = periodAt(zone, period, ms);
          expect(startsMs <= ms && ms < endsMs).toBe(true);
          expect(periodAt(zone, period, startsMs)).toEqual({ startsMs, endsMs });
          expect(periodAt(zone, period, endsMs - 1)).toEqual({ startsMs, endsMs });
          expect(periodAt(zone, period, endsMs).startsMs).toBe(endsMs);
          ms = endsMs;
        }
  });

  test("tell if it is night in the zone", () => {
    expect(isNight("UTC", at("2026-09-21T00:00:00Z"))).toBe(true);
    expect(isNight("UTC", at("2026-09-21T04:59:59Z"))).toBe(true);
    expect(isNight("UTC", at("2026-09-21T05:00:00Z"))).toBe(false);
    expect(isNight("Asia/Kathmandu", at("2026-09-20T18:15:00Z"))).toBe(true);
    expect(isNight("America/New_York", at("2026-09-21T03:00:00Z"))).toBe(false);
  });
});

test.each(["UTC", "Europe/Paris", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])(
  "knows the zone %s",
  (zone) => {
    expect(isZone(zone)).toBe(true);
  },
);

test.each(["", "+02:00", "Europe/Atlantis", "Paris; drop", "A".repeat(65), "../etc/passwd"])(
  "refuses %j as a zone",
  (zone) => {
    expect(isZone(zone)).toBe(false);
  },
);
