import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import type { Row } from "./report.ts";
import { median } from "./statistics.ts";

/** A turn, with the readings of the yardstick right before and right after it. */
type Pair<Turn, Reading> = { readonly turn: Turn; readonly before: Reading; readonly after: Reading };

/** In a noisy pair the two readings differ so much that the machine must have had other work. */
export type Pairs<Turn, Reading> = {
  readonly quiet: readonly Pair<Turn, Reading>[];
  readonly noisy: readonly Pair<Turn, Reading>[];
};

type Plan<Turn, Reading> = {
  /** The number of quiet pairs to measure. */
  wanted: number;
  /** After this time no noisy pair is repeated. */
  limitMs: number;
  turn(): Promise<Turn>;
  yardstick(): Promise<Reading>;
  /** The figure by which two readings are compared. */
  figureOf(reading: Reading): number;
};

/** The largest difference between the readings of a quiet pair, as a share of the smaller one. */
const QUIET = 0.15;

/**
 * Measures in turns with a yardstick. A machine changes within half a minute, so each turn is compared with the readings
 * beside it only. A reading ends one pair and begins the next.
 */
export async function measureInPairs<Turn, Reading>(
  plan: Plan<Turn, Reading>,
): Promise<Pairs<Turn, Reading>> {
  const startedAt = stopwatchMs();
  const quiet: Pair<Turn, Reading>[] = [];
  const noisy: Pair<Turn, Reading>[] = [];
  let before = await plan.yardstick();
  for (let measured = 0; quiet.length < plan.wanted; measured += 1) {
    if (measured >= plan.wanted && stopwatchMs() - startedAt > plan.limitMs) break;
    const turn = await plan.turn();
    const after = await plan.yardstick();
    const [less, more] = [plan.figureOf(before), plan.figureOf(after)].toSorted((a, b) => a - b);
    // A yardstick that came to nothing says nothing, twice over as well.
    const isQuiet = less! > 0 && more! <= less! * (1 + QUIET);
    (isQuiet ? quiet : noisy).push({ turn, before, after });
    before = after;
  }
  return { quiet, noisy };
}

/** Returns the pairs that count: the quiet ones or, so that there are figures, the noisy ones if no pair was quiet. */
const counting = <Turn, Reading>({ quiet, noisy }: Pairs<Turn, Reading>) =>
  quiet.length > 0 ? quiet : noisy;

/** Returns the median of the ratios of each turn to the readings beside it. */
export function compare<Turn, Reading>(
  pairs: Pairs<Turn, Reading>,
  ratioOf: (turn: Turn, reading: Reading) => number,
): Required<Pick<Row, "ratio" | "pairs">> {
  const ratios = counting(pairs).map(
    ({ turn, before, after }) => (ratioOf(turn, before) + ratioOf(turn, after)) / 2,
  );
  return {
    ratio: median(ratios),
    pairs: {
      quiet: pairs.quiet.length,
      noisy: pairs.noisy.length,
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
    },
  };
}

/** Returns the median of a figure of the turns. */
export const ofTurns = <Turn, Reading>(pairs: Pairs<Turn, Reading>, figure: (turn: Turn) => number): number =>
  median(counting(pairs).map(({ turn }) => figure(turn)));

/** Returns the median of a figure of the yardstick. */
export const ofYardstick = <Turn, Reading>(
  pairs: Pairs<Turn, Reading>,
  figure: (reading: Reading) => number,
): number => median(counting(pairs).flatMap(({ before, after }) => [figure(before), figure(after)]));
