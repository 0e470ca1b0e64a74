import { genesisHead, nextHead } from "../epochs.ts";
import { epochOf } from "../epoch-times.ts";
import type { ChainLink } from "../epochs.ts";
import type { EpochBook, EpochRow, Genesis, Known } from "./epoch-book.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

/** Makes a step that has to wait, or that lacks its data. */
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
 * Checks that the seed of an epoch is the one that was committed to.
 *
 * @param isDue whether an honest platform would have published it by now
 */
export function commitmentStep(book: EpochBook, epoch: number, isDue: boolean): Step<"commitment"> {
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
  /** True if another step checks the seed of the epoch before. */
  readonly isToldBefore: boolean;
  /** The state that was signed. */
  readonly signed?: string | undefined;
  /** True if an honest platform would have published the seed of the epoch before by now. */
  readonly isDue?: boolean;
};

/** Checks that the published start state of an epoch is the signed one, and is the end of the epoch before. */
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
  // The signed state was promised before the position, so this needs no rounds of the epoch before.
  if (worked.state === "missing" && isSeedKnown && signed !== undefined && stated !== undefined) {
    return compared("start", signed, stated, { epoch });
  }
  if (worked.state === "missing" && isDue && !isSeedKnown)
    return stepOf("start", "wrong", { epoch, reason: "seed-withheld" });
  if (worked.state !== "known") return unknownStep("start", worked, { epoch });
  if (stated === undefined) return stepOf("start", "missing", { epoch, reason: "no-data" });
  return compared("start", String(worked.start), stated, { epoch });
}

type ChainEvidence = {
  readonly rows: ReadonlyMap<number, EpochRow>;
  readonly conflicts: readonly number[];
  readonly genesis: Genesis | undefined;
  /** The links from the current epoch on. Their heads are not published one by one. */
  readonly ahead: readonly ChainLink[];
  /** The last epoch with a published commitment, and the head there. */
  readonly chain: { readonly epoch: number; readonly head: string } | undefined;
};

/** The hash of the terms that a position was sold under, and the epoch of its entry. */
export type TermsOfEpoch = { readonly epoch: number; readonly hash: string };

/** Epochs that must be complete, and the outcome if one is missing. */
export type EpochRange = {
  readonly from: number;
  readonly to: number;
  readonly ifHole: "wrong" | "missing";
};

/** The most epochs that a check follows. Commitments are published far less ahead. */
const MOST_AHEAD = 100;

/** Checks that the heads of consecutive rows follow from one another, up to the furthest one that is published. */
export function chainStep(evidence: ChainEvidence, needed: EpochRange): Step<"chain"> {
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
  if (chain !== undefined && heads.has(chain.epoch)) {
    const step = compared("chain", heads.get(chain.epoch)!, chain.head, { epoch: chain.epoch });
    if (step.outcome === "wrong") return step;
    followed += 1;
  }
  const hole = holeIn(evidence, links, needed);
  if (hole !== undefined) return stepOf("chain", needed.ifHole, { epoch: hole, reason: "hole" });
  return followed > 0 ? stepOf("chain", "right") : stepOf("chain", "missing", { reason: "no-data" });
}

const linkText = ({ commitment, termsHash }: ChainLink) => `${commitment}\n${termsHash}`;

/**
 * Checks that the head signed with a receipt follows from the receipt's own commitments and terms, and all later ones up to
 * there. A head that does not cover them would not bind the platform to them.
 *
 * @param own the signed values of the position, which count before the list
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

/** Returns the links by epoch. Rows count before the links ahead. */
export function linksOf({ ahead, rows }: Pick<ChainEvidence, "ahead" | "rows">): Map<number, ChainLink> {
  const links = new Map<number, ChainLink>(ahead.map((link) => [link.epoch, link]));
  for (const row of rows.values()) links.set(row.epoch, row);
  return links;
}

/** Finds the first epoch at which the chain breaks; undefined if it is complete. */
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

/** Returns the head that an epoch is chained to: that of genesis, or of the row before. */
export const headBefore = (
  { rows, genesis }: Pick<ChainEvidence, "rows" | "genesis">,
  epoch: number,
): string | undefined => firstHead(genesis, epoch) ?? rows.get(epoch - 1)?.head;
