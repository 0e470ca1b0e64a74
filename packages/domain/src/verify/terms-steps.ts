import { formatScaled } from "../numbers.ts";
import { PULL_SCALE } from "../distribution.ts";
import { EPOCH_TICKS } from "../epoch-times.ts";
import {
  GRID,
  MEAN_STATE,
  NOISE_SCALE,
  parsePriceMilli,
  priceAsDecimal8,
  REVERSION_TICKS,
  UNIT,
} from "../price.ts";
import { INITIAL_PRICE_MILLI, multiplierHundredths } from "../product.ts";
import type { Duration } from "../product.ts";
import { expiryTick } from "../settlement.ts";
import { barrierMilli, computeTerms, HOUSE_EDGE_MAX, leastHouseEdge, winChanceAt } from "../terms.ts";
import {
  areTermsOwn,
  isWithin1,
  parseTerms,
  termsHash,
  termsText,
  termsWithBeacon,
} from "../signed/terms-text.ts";
import type { PromisedRules } from "../signed/terms-text.ts";
import type { Terms, WinRule } from "../terms.ts";
import type { PositionEvidence, StatedBarrier, StatedPosition } from "./position-evidence.ts";
import type { PromisedBefore } from "./price-endings.ts";
import { secondsOf } from "./read-value.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

/** The tolerance for a chance: other programs may differ in its last digits, but not in the integers computed from it. */
const SAME_CHANCE = 1e-9;

export type EpochTerms = {
  readonly step: Step<"epochTerms">;
  /** The terms that the position had to be sold under; undefined if they are not known. */
  readonly rules: PromisedRules | undefined;
};

/**
 * Checks that a position was sold under the terms that were chained a day ahead for the epoch of its entry, also by a price
 * that ended since.
 *
 * @param chained the hash in the chain of epochs; undefined if it is not known
 * @param signed the hash in the signed promise
 * @param before the terms that ended prices promised for that epoch
 */
export function epochTermsStep(
  { terms, ownTerms, beacon }: Pick<PositionEvidence, "terms" | "ownTerms" | "beacon">,
  chained: string | undefined,
  signed: string | undefined,
  before: PromisedBefore = {},
): EpochTerms {
  const hash = chained ?? signed;
  const text = hash === undefined ? undefined : (terms.get(hash) ?? terms.get(signed ?? hash));
  const rules = text === undefined ? undefined : parseTerms(text);
  const step = (): Step<"epochTerms"> => {
    const found = [signed, ownTerms].find((each) => each !== undefined && each !== hash);
    const wordsOf = (each: string) => terms.get(each) ?? each;
    if (hash !== undefined && found !== undefined) {
      return stepOf("epochTerms", "wrong", { expected: wordsOf(hash), found: wordsOf(found) });
    }
    if (before.fault !== undefined) return stepOf("epochTerms", "wrong", before.fault);
    const due = before.text && beacon && termsWithBeacon(before.text, beacon.chainHash);
    if (hash !== undefined && due !== undefined && termsHash(due) !== hash)
      return stepOf("epochTerms", "wrong", { expected: due, found: wordsOf(hash) });
    if (text === undefined) return stepOf("epochTerms", "missing", { reason: "no-data" });
    if (rules === undefined) return stepOf("epochTerms", "wrong", { found: text, reason: "unreadable" });
    if (!areTermsOwn(rules))
      return stepOf("epochTerms", "wrong", { expected: termsText(rules), found: text });
    if (beacon !== undefined && rules.chainHash !== beacon.chainHash) {
      return stepOf("epochTerms", "wrong", { expected: `beacon ${beacon.chainHash}`, found: text });
    }
    if (chained === undefined) return stepOf("epochTerms", "missing", { found: text, reason: "no-data" });
    return stepOf("epochTerms", "right", { expected: text, found: text });
  };
  return { step: step(), rules };
}

export type RecomputedTerms = {
  readonly steps: readonly [Step<"chance">, Step<"terms">];
  /** Undefined if the rule, the duration, the side or the chance cannot be read. */
  readonly terms: Terms | undefined;
};

/**
 * Checks that the chance follows from the epoch's terms, and that the two integers are those of their text.
 *
 * @param rules the epoch's terms; if they are not known, the position's own chance replaces them
 * @param entryMilli the entry price in thousandths
 */
export function recomputeTerms(
  { position, barrier, process }: PositionEvidence,
  rules: PromisedRules | undefined,
  entryMilli: number | undefined,
): RecomputedTerms {
  const { duration, type: side, winChance: chance } = position;
  const { rule } = barrier;
  if (duration === undefined || rule === undefined || side === undefined || chance === undefined) {
    const unreadable = { reason: "unreadable" } as const;
    return {
      steps: [stepOf("chance", "wrong", unreadable), stepOf("terms", "wrong", unreadable)],
      terms: undefined,
    };
  }
  const terms =
    rules === undefined ? impliedTerms(rule, chance, duration, barrier) : termsOf(rules.terms, duration);
  const due = entryMilli === undefined ? terms.winChance : winChanceAt(terms, side, entryMilli);
  const step = (): Step<"chance"> => {
    if (terms.winRule !== rule) {
      return stepOf("chance", "wrong", { expected: `${terms.winRule} ${due}`, found: `${rule} ${chance}` });
    }
    const values = { expected: String(due), found: String(chance) };
    if (Math.abs(due - chance) > SAME_CHANCE) return stepOf("chance", "wrong", values);
    if (rules === undefined) return stepOf("chance", "missing", { ...values, reason: "no-data" });
    return stepOf("chance", "right", values);
  };
  return { steps: [step(), termsStep({ position, barrier, process }, terms, duration)], terms };
}

const termsOf = (terms: readonly Terms[], duration: Duration): Terms =>
  terms.find((each) => each.duration === duration)!;

/** Returns the terms that a chance implies, with the integers of the position if they agree with these. */
function impliedTerms(
  winRule: WinRule,
  chance: number,
  duration: Duration,
  { pull, reach }: StatedBarrier,
): Terms {
  const houseEdge = Math.min(Math.max(edgeOf(chance, duration), leastHouseEdge(winRule)), HOUSE_EDGE_MAX);
  const terms = termsOf(computeTerms({ winRule, houseEdge }), duration);
  if (pull === undefined || reach === undefined || !isWithin1(terms, { pull, reach })) return terms;
  return { ...terms, pull, reach };
}

const edgeOf = (chance: number, duration: Duration) =>
  1 - chance * (1 + multiplierHundredths(duration) / 100);

type Stated = Pick<PositionEvidence, "position" | "barrier" | "process">;

/** The constants of the price: mean, reversion, scale, unit, ticks of an epoch, and the first state. */
const PROCESS = [
  MEAN_STATE,
  REVERSION_TICKS,
  NOISE_SCALE,
  UNIT,
  EPOCH_TICKS,
  INITIAL_PRICE_MILLI * GRID,
].join(" ");

/** A price is shown at most this long after its second, in seconds. */
const MOST_DELAY = 10;

function isShownInTime({ expiresAt }: StatedPosition, expiry: number | undefined): boolean {
  if (expiry === undefined) return true;
  const delay = (secondsOf(expiresAt) ?? Number.NaN) - expiry;
  return delay >= 0 && delay <= MOST_DELAY;
}

function termsStep({ position, barrier, process }: Stated, terms: Terms, duration: Duration): Step<"terms"> {
  const { entryTick } = position;
  const expiry = entryTick === undefined ? undefined : expiryTick(entryTick, duration);
  const isTimely = isShownInTime(position, expiry);
  const isOwnProcess = process === undefined || process === PROCESS;
  const lines = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${String(value ?? "?")}`)
      .join("\n");
  return compared(
    "terms",
    lines({
      multiplier: formatScaled(BigInt(terms.multiplierHundredths), 2),
      pull: terms.pull,
      reach: terms.reach,
      expiryTick: expiry,
      ...(isTimely ? {} : { expiresAt: `0 to ${MOST_DELAY} s later` }),
      ...(isOwnProcess ? {} : { process: PROCESS }),
      mean: MEAN_STATE,
      unit: UNIT,
      pullScale: PULL_SCALE,
      grid: GRID,
    }),
    lines({
      multiplier: position.multiplier,
      pull: barrier.pull,
      reach: barrier.reach,
      expiryTick: position.expiryTick,
      ...(isTimely ? {} : { expiresAt: position.expiresAt }),
      ...(isOwnProcess ? {} : { process }),
      mean: barrier.mean,
      unit: barrier.unit,
      pullScale: barrier.pullScale,
      grid: barrier.grid,
    }),
  );
}

/** Checks that the barrier follows from the terms and the entry price. */
export function barrierStep(
  { position, barrier }: PositionEvidence,
  terms: Terms | undefined,
  entryMilli: number | undefined,
): { readonly step: Step<"barrier">; readonly milli: number | undefined } {
  const { type: side, barrierPrice } = position;
  const stated = barrierPrice === undefined ? undefined : parsePriceMilli(barrierPrice);
  if (terms === undefined || side === undefined || entryMilli === undefined) {
    return { step: stepOf("barrier", "wrong", { reason: "unreadable" }), milli: stated };
  }
  const milli = barrierMilli(terms, side, entryMilli);
  const expected = priceAsDecimal8(milli);
  const first = compared("barrier", expected, barrierPrice);
  return { step: first.outcome === "wrong" ? first : compared("barrier", expected, barrier.result), milli };
}
