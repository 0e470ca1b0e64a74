import { csvHead, csvLine } from "./csv.ts";
import type { Spreadsheet } from "./csv.ts";
import { minor, ZERO } from "./money.ts";
import type { Minor } from "./money.ts";
import { DURATIONS, durationTicks } from "./product.ts";
import type { Duration, Side } from "./product.ts";

export type EndedPosition = {
  readonly side: Side;
  readonly duration: Duration;
  /** Refunded: closed at its value because its price ended, or called off. */
  readonly status: "won" | "lost" | "sold" | "refunded";
  readonly stakeMinor: Minor;
  readonly profitMinor: Minor;
  /** The chance to win that was promised when it was opened. */
  readonly winChance: number;
  readonly entryTick: number;
  readonly expiryTick: number;
  /** The time of its expiry or its sale, Unix milliseconds. The position counts on that day, however late it was settled. */
  readonly endsMs: number;
};

export type ResultSums = {
  readonly positions: number;
  readonly won: number;
  /** Sold and refunded ones count in money but not in chances: they neither won nor lost. */
  readonly sold: number;
  readonly refunded: number;
  readonly stakedMinor: Minor;
  /** The amount credited: stakes that came back, and profits. */
  readonly returnedMinor: Minor;
};

export type ChanceSums = {
  /** The sum of the promised chances of won and lost positions: the expected number of wins. */
  readonly expected: number;
  /** An upper bound on the variance of the number of wins, see `sumUpResults`. */
  readonly variance: number;
};

export type DurationResults = ResultSums & ChanceSums & { readonly duration: Duration };

/**
 * Sums up positions by day, and those of all days by duration. PostgreSQL sums up those of an account in the same way
 * (`results.ts` of the server); a test compares them.
 *
 * The variance allows for positions that run at the same time, which share one price. With the chance p each, positions of
 * one side and duration have outcomes that correlate by at most the share of their time that they have in common: the price
 * moves like a normal value, and functions of two normal values correlate at most as those values do (Gebelein, 1941). So
 * their covariance is at most that share times p (1 - p). The sum over all pairs is the integral over time of the squared
 * weight of the open positions, divided by the duration; each position weighs sqrt(p (1 - p)). A buy and a sell cannot both
 * win. That makes the variance smaller, and this bound leaves it out.
 *
 * @param starts the instants from `dayStarts`; positions that ended before or after are left out
 */
export function sumUpResults(
  positions: readonly EndedPosition[],
  starts: readonly number[],
): { readonly days: readonly ResultSums[]; readonly durations: readonly DurationResults[] } {
  const within = (ms: number, from: number, to: number) => ms >= from && ms < to;
  const all = positions.filter(({ endsMs }) => within(endsMs, starts[0]!, starts.at(-1)!));
  const days = starts
    .slice(1)
    .map((end, index) => sumsOf(all.filter(({ endsMs }) => within(endsMs, starts[index]!, end))));
  const durations = DURATIONS.map((duration) => {
    const ended = all.filter((position) => position.duration === duration);
    const decided = ended.filter(({ status }) => status === "won" || status === "lost");
    return {
      duration,
      ...sumsOf(ended),
      expected: decided.reduce((sum, { winChance }) => sum + winChance, 0),
      variance:
        varianceOf(decided.filter(({ side }) => side === "buy")) +
        varianceOf(decided.filter(({ side }) => side === "sell")),
    };
  });
  return { days, durations };
}

function sumsOf(positions: readonly EndedPosition[]): ResultSums {
  const count = (wanted: EndedPosition["status"]) =>
    positions.filter(({ status }) => status === wanted).length;
  let [staked, returned] = [ZERO, ZERO];
  for (const { stakeMinor, profitMinor } of positions) {
    staked = minor(staked + stakeMinor);
    returned = minor(returned + stakeMinor + profitMinor);
  }
  return {
    positions: positions.length,
    won: count("won"),
    sold: count("sold"),
    refunded: count("refunded"),
    stakedMinor: staked,
    returnedMinor: returned,
  };
}

/** Returns the bound on the variance for positions of one side and duration. */
function varianceOf(positions: readonly EndedPosition[]): number {
  const edges = positions
    .flatMap(({ winChance, entryTick, expiryTick }) => {
      const weight = Math.sqrt(winChance * (1 - winChance));
      return [
        { tick: entryTick, weight },
        { tick: expiryTick, weight: -weight },
      ];
    })
    .toSorted((one, other) => one.tick - other.tick);
  let [open, sum] = [0, 0];
  for (const [index, { tick, weight }] of edges.entries()) {
    open += weight;
    sum += open * open * ((edges[index + 1]?.tick ?? tick) - tick);
  }
  return positions.length === 0 ? 0 : sum / durationTicks(positions[0]!.duration);
}

/** A normal value stays within this many standard deviations in 95 of 100 cases. */
const DEVIATIONS = 1.96;

/**
 * Returns the range of the number of wins that luck stays within in at least 95 of 100 cases, both ends included.
 *
 * It uses the normal approximation (de Moivre and Laplace), rounded outwards to whole wins. For single positions, one after
 * the other, the exact binomial distribution leaves at least 95.3 % within it, for every chance that is sold and up to
 * 1,500 positions. For positions that run at the same time more is within, as their variance is an upper bound. The range
 * says nothing about days that somebody picked because of how they ended.
 *
 * @param decided won and lost positions together
 */
export function rangeOfWins(
  { expected, variance }: ChanceSums,
  decided: number,
): { low: number; high: number } {
  const reach = DEVIATIONS * Math.sqrt(variance);
  return {
    low: Math.max(0, Math.floor(expected - reach)),
    high: Math.min(decided, Math.ceil(expected + reach)),
  };
}

type DayLine = Readonly<
  Record<"day" | "staked" | "returned" | "result" | "fees", string> &
    Record<"positions" | "won" | "sold" | "refunded", number>
>;

const COLUMNS = [
  "day",
  "positions",
  "won",
  "refunded",
  "staked",
  "returned",
  "result",
  "withdrawal_fees",
  "sold",
] as const;

/** Writes the results of days as a CSV file. */
export function resultsFileText(days: readonly DayLine[], spreadsheet?: Spreadsheet): string {
  const lines = days.map((day) => ({ ...day, withdrawal_fees: day.fees }));
  return [
    csvHead(COLUMNS, spreadsheet),
    ...lines.map((line) =>
      csvLine(
        COLUMNS.map((name) => String(line[name])),
        spreadsheet,
      ),
    ),
  ].join("");
}
