import { epochOf, genesisHead, nextHead } from "../epochs.ts";
import type { ChainLink } from "../epochs.ts";
import type { EpochBook, EpochRow, Genesis, Known } from "./epoch-book.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

/** A step that has to wait, or has nothing to go by. */
export function unknownStep<N extends string>(
  name: N,
  known: Exclude<Known<object>, { state: "known" }>,
  details: Partial<Step> = {},
): Step<N> {
  if (known.state === "later") return stepOf(name, "later", { ...details, from: known.from });
  return stepOf(name, "missing", {
    ...details,
    reason: known.state === "doubtful" ? "doubtful" : "no-data",
  });
}

/**
 * The seed of an epoch is the one that was committed to.
 *
 * @param isDue whether an honest platform would have published it by now
 */
export function commitmentStep(book: EpochBook, epoch: number, isDue = false): Step<"commitment"> {
  const seed = book.seedOf(epoch);
  if (seed.state === "known") return compared("commitment", seed.commitment, seed.commitment, { epoch });
  if (seed.state === "wrong") {
    return stepOf("commitment", "wrong", { epoch, expected: seed.expected, found: seed.found });
  }
  if (seed.state === "missing" && isDue) {
    return stepOf("commitment", "wrong", { epoch, reason: "seed-withheld" });
  }
  return unknownStep("commitment", seed, { epoch });
}

type StartDetails = {
  /** Whether there is a step about the seed of the epoch before. */
  readonly isToldBefore: boolean;
  /** The state that was signed. */
  readonly signed?: string | undefined;
  /** Whether an honest platform would have published the seed of the epoch before by now. */
  readonly isDue?: boolean;
};

/** The start state that is published of an epoch is the one that was signed, and where the epoch before ended. */
export function startStep(
  book: EpochBook,
  epoch: number,
  { isToldBefore, signed, isDue = false }: StartDetails,
): Step<"start"> {
  const row = book.row(epoch);
  const first = book.firstTickOf(epoch);
  if (row !== undefined && row.startTick !== first) {
    return stepOf("start", "wrong", {
      epoch,
      expected: `tick ${first}`,
      found: `tick ${row.startTick ?? "?"}`,
    });
  }
  const stated = row?.startState === undefined ? undefined : String(row.startState);
  if (signed !== undefined && stated !== undefined && stated !== signed) {
    return stepOf("start", "wrong", { epoch, expected: signed, found: stated, reason: "other-start" });
  }
  const worked = book.startOf(epoch);
  if (worked.state === "doubtful" && !isToldBefore) {
    const seed = book.seedOf(epoch - 1);
    const values = seed.state === "wrong" ? { expected: seed.expected, found: seed.found } : {};
    return stepOf("start", "wrong", { epoch, ...values, reason: "doubtful" });
  }
  const isSeedKnown = book.seedOf(epoch - 1).state === "known";
  // What was signed was promised before the position, wherever it came from: nobody needs the rounds of the epoch before.
  if (worked.state === "missing" && isSeedKnown && signed !== undefined && stated !== undefined) {
    return compared("start", signed, stated, { epoch });
  }
  if (worked.state === "missing" && isDue && !isSeedKnown)
    return stepOf("start", "wrong", { epoch, reason: "seed-withheld" });
  if (worked.state !== "known") return unknownStep("start", worked, { epoch });
  if (stated === undefined) return unknownStep("start", { state: "missing" }, { epoch });
  return compared("start", String(worked.start), stated, { epoch });
}

type ChainEvidence = {
  readonly rows: ReadonlyMap<number, EpochRow>;
  readonly conflicts: readonly number[];
  readonly genesis: Genesis | undefined;
  /** Links from the current epoch on, whose heads are not told one by one. */
  readonly ahead: readonly ChainLink[];
  /** How far commitments are published, and the head there. */
  readonly chain: { readonly epoch: number; readonly head: string } | undefined;
};

/** The hash of the terms that a position was sold under, and the epoch of its entry. */
export type TermsOfEpoch = { readonly epoch: number; readonly hash: string };

/** Epochs that must be complete, and the outcome where one is missing. */
export type EpochRange = {
  readonly from: number;
  readonly to: number;
  readonly ifHole: "wrong" | "missing";
};

/** The longest way that is walked: commitments are published far less ahead. */
const MOST_AHEAD = 100;

/** The heads of all rows that follow each other lead on from one another, and on to the furthest that is published. */
export function chainStep(evidence: ChainEvidence, needed?: EpochRange): Step<"chain"> {
  const { rows, conflicts, ahead, chain, genesis } = evidence;
  const [conflict] = conflicts;
  if (conflict !== undefined) return stepOf("chain", "wrong", { epoch: conflict, reason: "doubtful" });
  const heads = new Map<number, string>();
  let followed = 0;
  const links = linksOf(evidence);
  for (const link of [...links.values()].sort((one, other) => one.epoch - other.epoch)) {
    const { epoch } = link;
    const row = rows.get(epoch);
    const other = ahead.find((each) => each.epoch === epoch && linkText(each) !== linkText(link));
    if (other !== undefined) {
      return stepOf("chain", "wrong", { epoch, expected: linkText(link), found: linkText(other) });
    }
    const before = firstHead(genesis, epoch) ?? heads.get(epoch - 1);
    const head = before === undefined ? undefined : nextHead(before, link);
    if (row !== undefined && head !== undefined) {
      const step = compared("chain", head, row.head, { epoch });
      if (step.outcome === "wrong") return step;
      followed += 1;
    }
    const known = row === undefined ? head : row.head;
    if (known !== undefined) heads.set(epoch, known);
  }
  const reached = chain === undefined ? undefined : heads.get(chain.epoch);
  if (chain !== undefined && reached !== undefined) {
    const step = compared("chain", reached, chain.head, { epoch: chain.epoch });
    if (step.outcome === "wrong") return step;
    followed += 1;
  }
  const hole = needed === undefined ? undefined : holeIn(evidence, links, needed);
  if (hole !== undefined) return stepOf("chain", needed!.ifHole, { epoch: hole, reason: "hole" });
  return followed > 0 ? stepOf("chain", "right") : stepOf("chain", "missing", { reason: "no-data" });
}

const linkText = ({ commitment, termsHash }: ChainLink) => `${commitment}\n${termsHash}`;

/**
 * The head that a receipt was signed with is the one that its own commitments and terms, and all that follow them up to there,
 * lead to: a head that they are not part of would bind nobody to them.
 *
 * @param own what was signed with the position, which counts before the list
 */
export function headStep(
  evidence: ChainEvidence,
  own: { readonly commitments: ReadonlyMap<number, string>; readonly terms: TermsOfEpoch },
  promised: { readonly epoch: number; readonly head: string },
  needed: EpochRange,
): Step<"head"> {
  const links = linksOf(evidence);
  for (const [epoch, commitment] of own.commitments) {
    const termsHash = epoch === own.terms.epoch ? own.terms.hash : links.get(epoch)?.termsHash;
    if (termsHash !== undefined) links.set(epoch, { epoch, commitment, termsHash });
  }
  const hole = holeIn(evidence, links, needed);
  if (hole !== undefined) return stepOf("head", needed.ifHole, { epoch: hole, reason: "hole" });
  let head = headBefore(evidence, needed.from)!;
  for (let epoch = needed.from; epoch <= promised.epoch; epoch += 1) head = nextHead(head, links.get(epoch)!);
  return compared("head", promised.head, head);
}

/** By epoch; rows count before what is told ahead. */
export function linksOf({ ahead, rows }: Pick<ChainEvidence, "ahead" | "rows">): Map<number, ChainLink> {
  const links = new Map<number, ChainLink>(ahead.map((link) => [link.epoch, link]));
  for (const row of rows.values()) links.set(row.epoch, row);
  return links;
}

/** The first epoch at which the chain breaks; undefined where it is complete. */
function holeIn(
  evidence: ChainEvidence,
  links: ReadonlyMap<number, ChainLink>,
  { from, to }: EpochRange,
): number | undefined {
  if (headBefore(evidence, from) === undefined) return from - 1;
  for (let epoch = from; epoch <= to; epoch += 1) {
    if (!links.has(epoch) || epoch > from + MOST_AHEAD) return epoch;
  }
  return undefined;
}

const firstHead = (genesis: Genesis | undefined, epoch: number): string | undefined =>
  genesis !== undefined && epoch === epochOf(genesis.tick + 1)
    ? genesisHead(genesis, genesis.previousHead)
    : undefined;

const headBefore = ({ rows, genesis }: ChainEvidence, epoch: number): string | undefined =>
  firstHead(genesis, epoch) ?? rows.get(epoch - 1)?.head;
