import { nextHead } from "../epochs.ts";
import { priceNumber, publishedPriceMilli } from "../price.ts";
import { beaconStep, readBeacon, readRounds, roundsOf, roundsStep } from "./beacon-evidence.ts";
import type { FindUnsigned } from "./beacon-evidence.ts";
import { commitmentStep, headBefore, startStep, unknownStep } from "./epoch-steps.ts";
import { createEpochBook, mergeRows, readEpochRows, readGenesis, revealTick } from "./epoch-book.ts";
import type { EpochBook, EpochRow, Genesis } from "./epoch-book.ts";
import { fieldsOf } from "./read-value.ts";
import { compared, stepOf } from "./step.ts";
import type { Note, Step } from "./step.ts";

/** The steps in the order of the result. `prices` comes only if published prices are given. */
export type EpochStepName = "commitment" | "chain" | "start" | "beacon" | "rounds" | "end" | "prices";

export type EpochStep = Step<Exclude<EpochStepName, "beacon">> | Step<"beacon", "right" | Note>;

export type EpochCheck = {
  readonly epoch: number;
  readonly steps: readonly EpochStep[];
  /** The number of ticks computed for this epoch. */
  readonly ticks: number;
};

export type EpochsInput = {
  /** The first and the last epoch to check. */
  readonly from: number;
  readonly to: number;
  /** Rows of `GET /api/fairness/epochs`. The epoch before and the one after allow more comparisons. */
  readonly epochs: unknown;
  /** The genesis from `GET /api/fairness`. */
  readonly genesis: unknown;
  /** The beacon from `GET /api/fairness`. */
  readonly beacon: unknown;
  /** Rows of `GET /api/fairness/rounds`. */
  readonly rounds: unknown;
  /** The newest second that has begun. */
  readonly now: number;
  /** The last epoch whose seed an honest platform has published. Without it, no missing seed is held against the platform. */
  readonly dueUpTo?: number;
  /** Published prices as numbers, by epoch, from its first tick on, as `GET /api/prices` gives them. */
  readonly prices?: Readonly<Record<number, unknown>>;
};

const MOST_EPOCHS = 1000;

/**
 * Checks consecutive epochs one by one, so that the caller can show the progress. It trusts no value that it can compute,
 * and never throws.
 */
export function* verifyEpochs(
  input: EpochsInput,
  findUnsigned: FindUnsigned,
): Generator<EpochCheck, void, void> {
  const { from, to, now, prices, dueUpTo = -Infinity } = input;
  const { byEpoch, conflicts } = mergeRows([readEpochRows(input.epochs)]);
  const genesis = readGenesis(input.genesis);
  const beacon = readBeacon(input.beacon);
  const read = readRounds(input.rounds);
  const rounds = roundsOf(beacon, read);
  const book = createEpochBook({ rows: byEpoch, genesis, rounds, now, statedUpTo: Number.MAX_SAFE_INTEGER });
  const ticksOf = (epoch: number) => ({ from: book.firstTickOf(epoch), to: revealTick(epoch) - 1 });
  for (let epoch = from; epoch <= Math.min(to, from + MOST_EPOCHS - 1); epoch += 1) {
    const before = book.ticks();
    const steps: EpochStep[] = [
      commitmentStep(book, epoch, epoch <= dueUpTo),
      linkStep(byEpoch, conflicts, genesis, epoch),
      startStep(book, epoch, { isToldBefore: epoch > from }),
      { ...beaconStep(beacon), epoch },
      { ...roundsStep(beacon, read, ticksOf(epoch), { now, findUnsigned }), epoch },
      endStep(book, epoch),
      ...(prices === undefined ? [] : [pricesStep(book, epoch, prices[epoch])]),
    ];
    yield { epoch, steps, ticks: book.ticks() - before };
  }
}

/** Checks that the head of an epoch follows from the one before it. */
function linkStep(
  rows: ReadonlyMap<number, EpochRow>,
  conflicts: readonly number[],
  genesis: Genesis | undefined,
  epoch: number,
): Step<"chain"> {
  if (conflicts.includes(epoch)) return stepOf("chain", "wrong", { epoch, reason: "doubtful" });
  const row = rows.get(epoch);
  const before = headBefore({ rows, genesis }, epoch);
  if (row === undefined || before === undefined)
    return stepOf("chain", "missing", { epoch, reason: "no-data" });
  const step = compared("chain", nextHead(before, row), row.head, { epoch });
  return step.outcome === "wrong" ? step : stepOf("chain", "right", { epoch });
}

/** Checks that the path ends at the stated start of the next epoch. */
function endStep(book: EpochBook, epoch: number): Step<"end"> {
  const walked = book.pathOf(epoch);
  if (walked.state !== "known") return unknownStep("end", walked, { epoch });
  const next = book.row(epoch + 1)?.startState;
  if (next === undefined) return stepOf("end", "missing", { epoch, reason: "no-data" });
  return compared("end", String(walked.path.at(-1)), String(next), { epoch });
}

/** Checks that the published prices are those that the seed gives. */
function pricesStep(book: EpochBook, epoch: number, published: unknown): Step<"prices"> {
  const walked = book.pathOf(epoch);
  if (walked.state !== "known") return unknownStep("prices", walked, { epoch });
  if (!Array.isArray(published) || published.length !== walked.path.length) {
    return stepOf("prices", "missing", { epoch, reason: "no-data" });
  }
  const at = walked.path.findIndex(
    (state, index) => priceNumber(publishedPriceMilli(state)) !== published[index],
  );
  if (at < 0) return stepOf("prices", "right", { epoch });
  const tick = `tick ${book.firstTickOf(epoch) + at}`;
  return stepOf("prices", "wrong", {
    epoch,
    expected: `${tick} ${priceNumber(publishedPriceMilli(walked.path[at]!))}`,
    found: `${tick} ${typeof published[at] === "number" ? published[at] : "?"}`,
  });
}

/** The published prices of an epoch, in thousandths, from its first tick on. */
export type EpochPath = { readonly firstTick: number; readonly milli: Float64Array };

/**
 * Computes the price of each tick of an epoch from its seed, its start state and its rounds. Undefined if they are not
 * given or do not belong to the commitment. The signatures of the rounds are not checked.
 *
 * @param row a row of `GET /api/fairness/epochs`
 * @param fairness the reply of `GET /api/fairness`
 * @param rounds rows of `GET /api/fairness/rounds`
 */
export function epochPath(row: unknown, fairness: unknown, rounds: unknown): EpochPath | undefined {
  const { genesis, beacon } = fieldsOf(fairness);
  const [read] = readEpochRows([row]);
  if (read === undefined) return undefined;
  const { epoch } = read;
  const book = createEpochBook({
    rows: new Map([[epoch, read]]),
    genesis: readGenesis(genesis),
    rounds: roundsOf(readBeacon(beacon), readRounds(rounds)),
    // The caller has the seed, so the time does not matter.
    now: 0,
    statedUpTo: epoch,
  });
  const walked = book.pathOf(epoch);
  if (walked.state !== "known") return undefined;
  return { firstTick: book.firstTickOf(epoch), milli: walked.path.map(publishedPriceMilli) };
}
