import { describe, expect, test } from "vitest";
import { normalCdf, normalQuantile } from "./distribution.ts";
import { parseMinor } from "./money.ts";
import { DURATIONS } from "./product.ts";
import { dayAfter, dayAt, dayStarts, rangeOfWins, RESULT_DAYS_MAX, sumUpResults } from "./results.ts";
import type { EndedPosition } from "./results.ts";
import { computeTerms } from "./terms.ts";

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

  test("last 23 or 25 hours where the clock is changed", () => {
    expect(hours(dayStarts("Europe/Paris", "2026-03-28", "2026-03-30"))).toEqual([24, 23, 24]);
    expect(hours(dayStarts("Europe/Paris", "2026-10-24", "2026-10-26"))).toEqual([24, 25, 24]);
    expect(hours(dayStarts("America/New_York", "2026-11-01", "2026-11-01"))).toEqual([25]);
    expect(hours(dayStarts("Australia/Lord_Howe", "2026-10-03", "2026-10-05"))).toEqual([24, 23.5, 24]);
  });

  test("begin later where the clock skips midnight, and once where it shows midnight twice", () => {
    expect(dayStarts("Africa/Cairo", "2026-04-24", "2026-04-24")?.[0]).toBe(at("2026-04-23T22:00:00Z"));
    expect(hours(dayStarts("Africa/Cairo", "2026-04-23", "2026-04-25"))).toEqual([24, 23, 24]);
    expect(hours(dayStarts("America/Havana", "2026-10-31", "2026-11-02"))).toEqual([24, 25, 24]);
    expect(hours(dayStarts("America/Havana", "2026-03-07", "2026-03-09"))).toEqual([24, 23, 24]);
  });

  test.each([
    ["a zone that nobody knows", "Europe/Atlantis", "2026-09-21", "2026-09-21"],
    ["30 February", "UTC", "2026-02-30", "2026-03-01"],
    ["what is no day", "UTC", "yesterday", "2026-03-01"],
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
    expect(() => dayAfter("2026-02-30", 1)).toThrow(RangeError);
  });
});

const NOW = 1_790_000_000;
const STARTS = [0, 100_000, 200_000].map((seconds) => (NOW + seconds) * 1000);

const ended = (entry: number, change: Partial<EndedPosition> = {}): EndedPosition => {
  const { duration = 1 } = change;
  const expiryTick = NOW + entry + 60 * duration;
  return {
    side: "buy",
    duration,
    status: "lost",
    stakeMinor: parseMinor("10"),
    profitMinor: parseMinor("-10"),
    winChance: 0.2,
    entryTick: NOW + entry,
    expiryTick,
    endsMs: expiryTick * 1000,
    ...change,
  };
};
const won = { status: "won", profitMinor: parseMinor("25") } as const;
const sold = { status: "sold", profitMinor: parseMinor("2") } as const;
const refunded = { status: "refunded", profitMinor: parseMinor("-4.5") } as const;

describe("results", () => {
  test("count a position on the day of its expiry, and leave out those of other days", () => {
    const early = ended(-60);
    const late = ended(199_940);
    const { days } = sumUpResults([ended(99_939, won), ended(99_940), early, late, ended(-61)], STARTS);
    expect(days).toEqual([
      {
        positions: 2,
        won: 1,
        sold: 0,
        refunded: 0,
        stakedMinor: parseMinor("20"),
        returnedMinor: parseMinor("35"),
      },
      { positions: 1, won: 0, sold: 0, refunded: 0, stakedMinor: parseMinor("10"), returnedMinor: 0n },
    ]);
  });

  test("count what was sold or closed early in money and not in chances", () => {
    const all = [ended(0, won), ended(60, refunded), ended(120, sold)];
    const { days, durations } = sumUpResults(all, STARTS);
    expect(days[0]).toEqual({
      positions: 3,
      won: 1,
      sold: 1,
      refunded: 1,
      stakedMinor: parseMinor("30"),
      returnedMinor: parseMinor("52.5"),
    });
    expect(durations[0]).toMatchObject({ duration: 1, positions: 3, sold: 1, refunded: 1, expected: 0.2 });
    expect(durations[0]!.variance).toBeCloseTo(0.16, 12);
    expect(durations.slice(1)).toMatchObject(
      [3, 5, 10].map((duration) => ({ duration, positions: 0, variance: 0 })),
    );
  });

  test.each([
    ["one after the other is the sum of theirs", [ended(0), ended(60), ended(500)], 3],
    ["all at once is that of one bet, three times as large", [ended(0), ended(0), ended(0)], 9],
    ["half of whose time is shared lies between", [ended(0), ended(30)], 3],
    ["of both sides is that of each side", [ended(0), ended(0, { side: "sell" }), ended(60)], 3],
  ])("the variance of positions %s", (_how, positions, times) => {
    expect(sumUpResults(positions, STARTS).durations[0]!.variance).toBeCloseTo(0.16 * times, 12);
  });

  test("the variance keeps positions of other durations apart", () => {
    const { durations } = sumUpResults([ended(0), ended(0, { duration: 3 })], STARTS);
    expect(durations.map(({ variance }) => variance)).toEqual([
      expect.closeTo(0.16, 12),
      expect.closeTo(0.16, 12),
      0,
      0,
    ]);
  });
});

test("outcomes of positions covary no more than their shared time allows", () => {
  for (const chance of [0.5, 0.271, 0.136, 0.086, 0.045]) {
    const barrier = -normalQuantile(chance);
    for (let shared = 0.05; shared < 1; shared += 0.05) {
      // Both end above the barrier: the first at x, and the second above it given that.
      let both = 0;
      for (let x = barrier + 0.005; x < 8; x += 0.01) {
        const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
        both += 0.01 * density * normalCdf((shared * x - barrier) / Math.sqrt(1 - shared * shared));
      }
      expect(both - chance * chance).toBeLessThan(shared * chance * (1 - chance));
    }
  }
});

describe("the range of wins", () => {
  test("is rounded outwards and stays between none and all", () => {
    expect(rangeOfWins({ expected: 24.43, variance: 17.8 }, 90)).toEqual({ low: 16, high: 33 });
    expect(rangeOfWins({ expected: 0.3, variance: 0.21 }, 1)).toEqual({ low: 0, high: 1 });
    expect(rangeOfWins({ expected: 0, variance: 0 }, 0)).toEqual({ low: 0, high: 0 });
    expect(rangeOfWins({ expected: 8, variance: 180 }, 30)).toEqual({ low: 0, high: 30 });
  });

  /** The exact binomial chance of a number of wins within the range. */
  function within(chance: number, count: number): number {
    const { low, high } = rangeOfWins(
      { expected: count * chance, variance: count * chance * (1 - chance) },
      count,
    );
    let log = count * Math.log(1 - chance);
    let sum = 0;
    for (let wins = 0; wins <= high; wins += 1) {
      if (wins > 0) log += Math.log(((count - wins + 1) / wins) * (chance / (1 - chance)));
      if (wins >= low) sum += Math.exp(log);
    }
    return sum;
  }

  test("holds 95 of 100 cases of positions one after the other, for every chance that is sold", () => {
    const chances = [0.01, 0.05, 0.2].flatMap((houseEdge) =>
      computeTerms({ houseEdge, winRule: "barrier" }).map(({ winChance }) => winChance),
    );
    expect(chances).toHaveLength(3 * DURATIONS.length);
    for (const chance of [...chances, 0.5]) {
      for (let count = 1; count <= 1500; count += count < 100 ? 1 : 37) {
        expect(within(chance, count)).toBeGreaterThan(0.953);
      }
    }
  });
});
