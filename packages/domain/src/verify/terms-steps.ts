import { formatScaled } from "../numbers.ts";
import { PULL_SCALE } from "../distribution.ts";
import { GRID, MEAN_STATE, parsePriceMilli, priceAsDecimal8, UNIT } from "../price.ts";
import { multiplierHundredths } from "../product.ts";
import type { Duration } from "../product.ts";
import { expiryTick } from "../settlement.ts";
import { barrierMilli, computeTerms, HOUSE_EDGE_MAX, leastHouseEdge, winChanceAt } from "../terms.ts";
import type { Terms, WinRule } from "../terms.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

/** Machines may differ in the last digits of a chance; in what is sold by it they do not. */
const SAME_CHANCE = 1e-9;

export type RecomputedTerms = {
  readonly steps: readonly [Step<"chance">, Step<"terms">];
  /** Undefined where the rule or the duration cannot be read. */
  readonly terms: Terms | undefined;
};

/**
 * The chance follows from the published house edge, and the two integers from the chance.
 *
 * @param entryMilli the entry price in thousandths
 * @param isSigned whether all of it stands in a signed text: then an edge or a rule that was changed since is no fault
 */
export function recomputeTerms(
  { position, barrier, houseEdge, winRule }: PositionEvidence,
  entryMilli: number | undefined,
  isSigned: boolean,
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
  const least = leastHouseEdge(rule);
  const ownEdge = Math.min(Math.max(edgeOf(chance, duration), least), HOUSE_EDGE_MAX);
  const isOffered = houseEdge !== undefined && houseEdge >= least && houseEdge <= HOUSE_EDGE_MAX;
  const published = isOffered ? houseEdge : undefined;
  const chanceUnder = (edge: number) => {
    const terms = termsOf(rule, duration, edge);
    return entryMilli === undefined ? terms.winChance : winChanceAt(terms, side, entryMilli);
  };
  const agrees = (edge: number) => Math.abs(chanceUnder(edge) - chance) <= SAME_CHANCE;

  const isOther = winRule !== undefined && winRule !== rule;
  const values = { expected: String(chanceUnder(published ?? ownEdge)), found: String(chance) };
  const step = (): Step<"chance"> => {
    if (!isOther && published !== undefined && agrees(published)) return stepOf("chance", "right", values);
    if (!isOther && published === undefined)
      return stepOf("chance", "missing", { ...values, reason: "no-data" });
    if (isSigned && agrees(ownEdge)) return stepOf("chance", "missing", { ...values, reason: "other-edge" });
    return stepOf("chance", "wrong", values);
  };
  const chanceStep = step();
  const edge = chanceStep.outcome === "missing" ? ownEdge : (published ?? ownEdge);
  const terms = termsOf(rule, duration, edge);
  return { steps: [chanceStep, termsStep({ position, barrier }, terms, duration)], terms };
}

const termsOf = (winRule: WinRule, duration: Duration, houseEdge: number): Terms =>
  computeTerms({ houseEdge, winRule }).find((terms) => terms.duration === duration)!;

const edgeOf = (chance: number, duration: Duration) =>
  1 - chance * (1 + multiplierHundredths(duration) / 100);

type Stated = Pick<PositionEvidence, "position" | "barrier">;

function termsStep({ position, barrier }: Stated, terms: Terms, duration: Duration): Step<"terms"> {
  const { entryTick } = position;
  const expiry = entryTick === undefined ? "?" : expiryTick(entryTick, duration);
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
      mean: barrier.mean,
      unit: barrier.unit,
      pullScale: barrier.pullScale,
      grid: barrier.grid,
    }),
  );
}

/** The barrier follows from the terms and the entry price. */
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
