import { describe, expect, test } from "vitest";
import { normalCdf, normalQuantile } from "./distribution.ts";
import { parseMinor } from "./money.ts";
import { DURATIONS } from "./product.ts";
import { rangeOfWins, resultsFileText, sumUpResults } from "./results.ts";
import type { EndedPosition } from "./results.ts";
import { computeTerms } from "./terms.ts";

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

  test("count sold and refunded positions in money and not in chances", () => {
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

  /** Returns the exact binomial chance of a number of wins within the range. */
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

  test("holds 95 of 100 cases of successive positions, for every chance sold", () => {
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

test("writes one line a day below the names of the columns", () => {
  const day = { day: "2026-09-21", positions: 4, won: 1, sold: 2, refunded: 1 };
  expect(resultsFileText([])).toBe(
    "day,positions,won,refunded,staked,returned,result,withdrawal_fees,sold\r\n",
  );
  expect(
    resultsFileText([{ ...day, staked: "4.00", returned: "3.50", result: "-0.50", fees: "0.08" }]).split(
      "\r\n",
    ),
  ).toEqual([expect.stringMatching(/^day,/), "2026-09-21,4,1,1,4.00,3.50,-0.50,0.08,2", ""]);
});
