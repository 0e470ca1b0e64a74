import { EPOCH_TICKS, epochOf, EPOCHS_AHEAD } from "../epoch-times.ts";
import type { CommittedEpoch } from "../epochs.ts";
import { parsePriceMilli } from "../price.ts";
import { expiryTick } from "../settlement.ts";
import { beaconStep, roundsOf, roundsStep } from "./beacon-evidence.ts";
import type { FindUnsigned } from "./beacon-evidence.ts";
import { chainStep, commitmentStep, headStep, linksOf, startStep } from "./epoch-steps.ts";
import type { EpochRange } from "./epoch-steps.ts";
import { createEpochBook, mergeRows, revealTick } from "./epoch-book.ts";
import type { EpochBook, Genesis } from "./epoch-book.ts";
import { closedStep, closingStep } from "./closing-step.ts";
import { entryStep, exitStep, GRACE_TICKS, moneyStep, resultStep, settlementOf } from "./outcome-steps.ts";
import { saleStep, soldIn, soldStep } from "./sale-steps.ts";
import type { Price } from "./outcome-steps.ts";
import { headListed, promisedBefore } from "./price-endings.ts";
import { readPositionEvidence } from "./position-evidence.ts";
import type { PositionEvidence, Published, StatedPosition } from "./position-evidence.ts";
import { promisedIn, promiseStep, signatureStep, signedStep, unsignedStep } from "./promise-steps.ts";
import { receivedStep } from "./received-step.ts";
import { readState } from "./read-value.ts";
import { stepOf } from "./step.ts";
import type { Note, Outcome, Step } from "./step.ts";
import { barrierStep, epochTermsStep, recomputeTerms } from "./terms-steps.ts";
import type { IsSigned } from "../signed/is-signed.ts";

/** The steps in the order of the result. `commitment` and `start` come once for each epoch of the position. */
export type PositionStepName =
  | "signature"
  | "promise"
  | "received"
  | "epochTerms"
  | "chance"
  | "terms"
  | "barrier"
  | "commitment"
  | "chain"
  | "head"
  | "start"
  | "beacon"
  | "rounds"
  | "entry"
  | "exit"
  | "closing"
  | "sale"
  | "saleSignature"
  | "saleReceived"
  | "result"
  | "money";

export type PositionStep = Step<PositionStepName, Outcome | Note>;

export type PositionCheck = {
  readonly steps: readonly PositionStep[];
  /** The number of ticks of the price that were computed. */
  readonly ticks: number;
};

export type CheckOptions = {
  /** The newest second (Unix time) that has begun. */
  readonly now: number;
  /** Returns true if a text is signed (Ed25519) with the private key of a public one, all in hex. */
  readonly isSigned: IsSigned;
  /** Finds the first of some rounds that the beacon has not signed (`beacon-signatures.ts`). */
  readonly findUnsigned: FindUnsigned;
  /** The platform's own data; without it the check relies on the file alone. */
  readonly published?: Published | undefined;
};

/**
 * Checks everything that can be checked of a position. It trusts no value that it can compute, and never throws, whatever
 * the file holds.
 *
 * @param file a receipt as a file (`docs/protocol.md`), of any origin
 */
export function verifyPosition(file: unknown, options: CheckOptions): PositionCheck {
  const { now, isSigned, published } = options;
  const evidence = readPositionEvidence(file, published);
  const { position, genesis } = evidence;
  const signature = signatureStep(evidence, isSigned);
  const promised = promisedIn(evidence);
  const promise = promiseStep(evidence, promised);
  // An unsigned text does not bind the platform.
  const isBound =
    signature.outcome === "right" || ["own-key", "file-differs"].includes(signature.reason ?? "");
  const binding = isBound ? promised : undefined;
  // A position without an entry counts as one of the current price.
  const isOlder = genesis !== undefined && (position.entryTick ?? Infinity) < genesis.tick;
  const { ending } = evidence;
  // After a restart of the price, the listed ending has the data that its last positions need.
  const ownGenesis = isOlder ? ending?.genesis : genesis;

  const { byEpoch, conflicts } = mergeRows(isOlder ? [ending?.rows ?? []] : evidence.rows);
  const span = spanOf(position);
  const spanned = epochsOf(span, ownGenesis);
  const committed = binding?.commitments ?? evidence.commitments;
  const promisedOf = new Map(committed.map((link) => [link.epoch, link.commitment]));
  const book = createEpochBook({
    rows: byEpoch,
    genesis: ownGenesis,
    rounds: roundsOf(evidence.beacon, evidence.rounds),
    // The seeds of a lost secret never come, so no step waits for them.
    now: isOlder && ending?.reason === "secret" ? Number.MAX_SAFE_INTEGER : now,
    promised: promisedOf,
    begun: new Map(
      binding === undefined ? [] : [[binding.start.epoch, readState(String(binding.start.state))]],
    ),
    statedUpTo: (spanned[0] ?? 0) - 1,
  });
  const unknown = { state: "missing" } as const;
  const priceAt = (tick: number | undefined): Price => (tick === undefined ? unknown : book.priceAt(tick));
  const [entry, exit] = [priceAt(position.entryTick), priceAt(span?.to)];
  const entryMilli = entry.state === "known" ? entry.milli : milliOf(position.entryPrice);
  const links = { rows: byEpoch, conflicts, genesis, ahead: evidence.ahead, chain: evidence.chain };
  // The links ahead belong to the price that goes on.
  const chained = (isOlder ? byEpoch : linksOf(links)).get(spanned[0] ?? -1)?.termsHash;
  const before =
    ownGenesis === undefined || spanned[0] === undefined
      ? {}
      : promisedBefore(evidence.endings, { own: ownGenesis, current: genesis!, epoch: spanned[0] });
  const { step: epochTerms, rules } = epochTermsStep(evidence, chained, binding?.terms, before);
  const { steps: termSteps, terms } = recomputeTerms(evidence, rules, entryMilli);
  const barrier = barrierStep(evidence, terms, entryMilli);
  const settlement = settlementOf(position, barrier.milli, exit);
  const earlyTick = earlyTickOf(evidence);
  const earlyPrice = priceAt(earlyTick);
  const closed =
    position.status === "refunded" ? closingStep(evidence, barrier.milli, earlyPrice) : undefined;
  const sold = position.status === "sold" ? saleStep(evidence, rules, barrier.milli, earlyPrice) : undefined;
  const stretch = stretchOf(spanned, binding, evidence.isPublished);
  // No price after a sale counts, so no seed of a later hour does.
  const lastTick = position.status === "sold" ? (earlyTick ?? Infinity) : Infinity;
  const needed = spanned.filter((epoch, index) => index === 0 || epoch * EPOCH_TICKS <= lastTick);
  const isDue = (epoch: number) => evidence.isPublished && !isOlder && now > revealTick(epoch) + GRACE_TICKS;
  const steps: readonly PositionStep[] = [
    signature,
    promise,
    receivedStep(
      "received",
      evidence.received,
      { signed: evidence.promise ?? undefined, round: promised?.round },
      evidence.beacon,
    ),
    epochTerms,
    ...termSteps,
    barrier.step,
    ...commitmentSteps(spanned, committed, isOlder && ownGenesis === undefined, (epoch) =>
      needed.includes(epoch) ? [commitmentStep(book, epoch, isDue(epoch))] : [],
    ),
    isOlder
      ? stepOf("chain", "missing")
      : evidence.otherPrice !== undefined
        ? stepOf("chain", "wrong", { ...evidence.otherPrice, reason: "file-differs" })
        : chainStep(links, stretch),
    headOf(evidence, binding, { genesis: ownGenesis, isOlder }, () => {
      const own = { commitments: promisedOf, terms: { epoch: stretch.from, hash: binding!.terms } };
      return headStep(links, own, binding!.chain, stretch);
    }),
    ...startSteps(needed, isOlder && ending === undefined ? undefined : binding, book, isDue),
    beaconStep(isOlder && ending === undefined ? undefined : evidence.beacon),
    roundsStep(evidence.beacon, evidence.rounds, roundTicks(span, earlyTick, book, spanned), options),
    entryStep(evidence, entry),
    sold?.step ?? closed?.step ?? exitStep(position, exit),
    ...saleSteps(evidence, isSigned),
    sold !== undefined
      ? soldStep(evidence, soldIn(evidence))
      : closed !== undefined
        ? closedStep(evidence, options.findUnsigned)
        : resultStep(evidence, settlement, now),
    moneyStep(evidence, settlement, sold?.proceedsMinor ?? closed?.valueMinor, now),
  ];
  return { steps: isOlder ? steps.map(asOlder) : steps, ticks: book.ticks() };
}

/** Checks the signature of a sale and the time of its answer. A noted answer shows a sale, whatever the receipt says. */
function saleSteps(evidence: PositionEvidence, isSigned: IsSigned): PositionStep[] {
  const { position, sale, saleReceived, beacon } = evidence;
  if (position.status !== "sold" && saleReceived === null) return [];
  const told = { signed: sale ?? undefined, round: soldIn(evidence)?.round };
  return [
    ...(sale === null ? [] : [signedStep("saleSignature", sale, evidence, isSigned)]),
    receivedStep("saleReceived", saleReceived, told, beacon),
  ];
}

type Binding = ReturnType<typeof promisedIn>;

/** Returns the epochs whose commitments must be there: those of the position, and on to the signed head. */
function stretchOf(spanned: readonly number[], binding: Binding, isPublished: boolean): EpochRange {
  const from = spanned[0] ?? 0;
  const to = Math.max(spanned.at(-1) ?? 0, binding?.chain.epoch ?? 0);
  return { from, to, ifHole: isPublished ? "wrong" : "missing" };
}

/**
 * Checks that one commitment was promised for each epoch and no other: with several, a fitting one could be chosen later.
 */
function commitmentSteps(
  epochs: readonly number[],
  committed: readonly CommittedEpoch[],
  isUnlisted: boolean,
  check: (epoch: number) => Step<"commitment">[],
): Step<"commitment">[] {
  if (epochs.length === 0) return [stepOf("commitment", "wrong", { reason: "unreadable" })];
  const countOf = (epoch: number) => committed.filter((link) => link.epoch === epoch).length;
  const foreign = new Set(committed.map(({ epoch }) => epoch).filter((epoch) => !epochs.includes(epoch)));
  return [
    ...epochs.flatMap((epoch) => {
      const count = countOf(epoch);
      if (count > 1) return stepOf("commitment", "wrong", { epoch, reason: "not-spanned" });
      // If the end of its price is not listed, its genesis is unknown. That would tell if the first epoch has a seed.
      if (count === 0 && !isUnlisted) return stepOf("commitment", "wrong", { epoch, reason: "unreadable" });
      return check(epoch);
    }),
    ...[...foreign].map((epoch) => stepOf("commitment", "wrong", { epoch, reason: "not-spanned" })),
  ];
}

function headOf(
  evidence: PositionEvidence,
  binding: Binding,
  { genesis, isOlder }: { genesis: Genesis | undefined; isOlder: boolean },
  check: () => Step<"head">,
): Step<"head"> {
  if (evidence.promise === null) return unsignedStep("head");
  if (binding === undefined) return stepOf("head", "missing", { reason: "doubtful" });
  const first = genesis === undefined ? 0 : epochOf(genesis.tick + 1);
  const nearest = Math.max(epochOf(binding.entryTick), first) + EPOCHS_AHEAD;
  if (binding.chain.epoch < nearest) {
    const values = { expected: `${nearest}`, found: `${binding.chain.epoch}` };
    return stepOf("head", "wrong", { ...values, reason: "too-near" });
  }
  if (!isOlder) return check();
  const listed = evidence.ending && headListed(evidence.ending, binding.chain.epoch);
  return listed === undefined || listed === binding.chain.head
    ? stepOf("head", "missing")
    : stepOf("head", "wrong", { expected: listed, found: binding.chain.head });
}

/** Checks the start of each epoch. The promise holds the first one. */
function startSteps(
  spanned: readonly number[],
  binding: Binding,
  book: EpochBook,
  isDue: (epoch: number) => boolean,
): Step<"start">[] {
  return spanned.map((epoch, index) => {
    const isToldBefore = index > 0;
    const details = { isToldBefore, isDue: isDue(epoch - 1) };
    if (isToldBefore || binding === undefined) return startStep(book, epoch, details);
    const { start } = binding;
    if (start.epoch === epoch) return startStep(book, epoch, { ...details, signed: String(start.state) });
    const values = { expected: `epoch ${epoch}`, found: `epoch ${start.epoch}` };
    return stepOf("start", "wrong", { epoch, ...values, reason: "other-start" });
  });
}

/** The first and the last of some ticks. */
type Span = { readonly from: number; readonly to: number };

/** Returns the ticks from entry to expiry; undefined if the entry or the duration cannot be read. */
const spanOf = ({ entryTick, duration }: StatedPosition): Span | undefined =>
  entryTick === undefined || duration === undefined
    ? undefined
    : { from: entryTick, to: expiryTick(entryTick, duration) };

/** Returns the epochs whose seeds make the prices from entry to expiry. The epoch of genesis itself may have no ticks. */
function epochsOf(span: Span | undefined, genesis: Genesis | undefined): number[] {
  if (span === undefined) return [];
  const earliest = genesis === undefined ? 0 : epochOf(genesis.tick + 1);
  const first = Math.max(epochOf(span.from), earliest);
  const last = epochOf(span.to);
  return last === first ? [first] : [first, last];
}

/** Returns the tick that a position was sold or closed at before its expiry. */
const earlyTickOf = ({ position: { status }, sale, closing }: PositionEvidence): number | undefined =>
  status === "sold" ? sale?.tick : status === "refunded" ? closing?.tick : undefined;

/**
 * Returns the ticks whose rounds a position needs: from the first one made with the seed that its receipt names, to the
 * expiry, the sale or the closing.
 */
function roundTicks(
  span: Span | undefined,
  earlyTick: number | undefined,
  book: EpochBook,
  spanned: readonly number[],
): Span | undefined {
  if (span === undefined) return undefined;
  return { from: book.firstTickOf(spanned[0]!), to: Math.min(earlyTick ?? span.to, span.to) };
}

const milliOf = (price: string | undefined) => (price === undefined ? undefined : parsePriceMilli(price));

/** Gives a missing step the reason that its data is no longer published. */
const asOlder = (step: PositionStep): PositionStep =>
  step.outcome === "missing" && (step.reason === undefined || step.reason === "no-data")
    ? { ...step, reason: "older" }
    : step;
