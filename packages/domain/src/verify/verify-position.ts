import { epochOf } from "../epochs.ts";
import { parsePriceMilli } from "../price-process.ts";
import { expiryTick } from "../settlement.ts";
import { chainStep, headStep } from "./chain-steps.ts";
import { createEpochBook } from "./epoch-book.ts";
import type { EpochBook } from "./epoch-book.ts";
import { mergeRows } from "./epoch-row.ts";
import { commitmentStep, startStep } from "./epoch-steps.ts";
import { entryStep, exitStep, moneyStep, resultStep, settlementOf } from "./outcome-steps.ts";
import type { Price } from "./outcome-steps.ts";
import { readPositionEvidence } from "./position-evidence.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { promisedIn, promiseStep, signatureStep, whyUnsigned } from "./promise-steps.ts";
import { stepOf } from "./step.ts";
import type { Step } from "./step.ts";
import { barrierStep, workTerms } from "./terms-steps.ts";
import type { IsSigned } from "./verify-statements.ts";

/** In the order in which they are told. `commitment` and `start` come once for each epoch of the position. */
export type PositionStepName =
  | "signature"
  | "promise"
  | "chance"
  | "terms"
  | "barrier"
  | "commitment"
  | "chain"
  | "head"
  | "start"
  | "entry"
  | "exit"
  | "result"
  | "money";

export type PositionStep = Step<PositionStepName>;

export type PositionCheck = {
  readonly steps: readonly PositionStep[];
  /** How many ticks of the price were worked out. */
  readonly ticks: number;
};

/**
 * Checks all that can be checked of a position. Nothing that is said is trusted where it can be worked out, and nothing
 * throws, whatever the file holds.
 *
 * @param file a receipt as a file (`docs/fairness.md`), of any origin. Its rows of epochs may be more than a file has, and
 *   of several origins: what they say about one epoch has to agree.
 * @param now the newest second (Unix time) that has begun
 * @param isSigned whether a text is signed (Ed25519) with the private key of a public one, all in hex
 */
export function verifyPosition(
  file: unknown,
  { now, isSigned }: { now: number; isSigned: IsSigned },
): PositionCheck {
  const evidence = readPositionEvidence(file);
  const { position, genesis } = evidence;
  const signature = signatureStep(evidence, isSigned);
  const promised = promisedIn(evidence);
  const promise = promiseStep(evidence, promised);
  // A text that nobody has signed promises nothing.
  const isPromised = promise.outcome === "right" && signature.outcome === "right";
  const binding = signature.outcome === "right" ? promised : undefined;
  const isOlder =
    genesis !== undefined && position.entryTick !== undefined && position.entryTick < genesis.tick;

  const { byEpoch, conflicts } = mergeRows(isOlder ? [] : evidence.rows);
  const spanned = epochsOf(evidence, isOlder);
  const promisedOf = new Map(
    (binding?.commitments ?? evidence.commitments).map((link) => [link.epoch, link.commitment]),
  );
  const book = createEpochBook({
    rows: byEpoch,
    genesis: isOlder ? undefined : genesis,
    now,
    promised: promisedOf,
    statedUpTo: (spanned[0] ?? 0) - 1,
  });
  const { entry, exit } = pricesOf(evidence, book);
  const entryMilli = entry.state === "known" ? entry.milli : milliOf(position.entryPrice);
  const { steps: termSteps, terms } = workTerms(evidence, entryMilli, isPromised);
  const barrier = barrierStep(evidence, terms, entryMilli);
  const isRefunded = position.status === "refunded";
  const settlement = settlementOf(position, barrier.milli, exit);
  const links = { rows: byEpoch, conflicts, genesis, ahead: evidence.ahead, chain: evidence.chain };
  const starts = spanned.map((epoch, index) => startStep(book, epoch, index > 0));
  const steps: readonly PositionStep[] = [
    signature,
    promise,
    ...termSteps,
    barrier.step,
    ...commitmentSteps(spanned, promisedOf, book, isOlder),
    isOlder ? stepOf("chain", "missing") : chainStep(links),
    headOf(evidence, binding, links, isOlder, spanned.at(-1)),
    ...starts,
    entryStep(evidence, entry),
    ...(isRefunded ? [] : [exitStep(position, exit)]),
    resultStep(evidence, settlement, now),
    moneyStep(evidence, settlement, now),
  ];
  return { steps: isOlder ? steps.map(asOlder) : steps, ticks: book.ticks() };
}

/** One commitment was promised for each epoch; a receipt that leaves one out is no receipt. */
function commitmentSteps(
  epochs: readonly number[],
  promised: ReadonlyMap<number, string>,
  book: EpochBook,
  isOlder: boolean,
): Step<"commitment">[] {
  if (epochs.length === 0) return [stepOf("commitment", "wrong", { reason: "unreadable" })];
  return epochs.map((epoch) =>
    isOlder || promised.has(epoch)
      ? commitmentStep(book, epoch)
      : stepOf("commitment", "wrong", { epoch, reason: "unreadable" }),
  );
}

function headOf(
  evidence: PositionEvidence,
  binding: ReturnType<typeof promisedIn>,
  links: Parameters<typeof headStep>[0],
  isOlder: boolean,
  lastEpoch = 0,
): Step<"head"> {
  if (evidence.promise === null) return stepOf("head", "missing", { reason: whyUnsigned(evidence) });
  if (binding === undefined) return stepOf("head", "missing", { reason: "doubtful" });
  // A head that the position's own commitments do not lead to would bind nobody to them.
  if (binding.chain.epoch < lastEpoch) {
    return stepOf("head", "wrong", { expected: `${lastEpoch}`, found: `${binding.chain.epoch}` });
  }
  return isOlder ? stepOf("head", "missing") : headStep(links, binding.chain);
}

/** The epochs whose seeds make the prices from entry to expiry. Genesis itself may lie in one that has no ticks. */
function epochsOf({ position, genesis }: PositionEvidence, isOlder: boolean): number[] {
  const { entryTick, duration } = position;
  if (entryTick === undefined || duration === undefined) return [];
  const earliest = genesis === undefined || isOlder ? 0 : epochOf(genesis.tick + 1);
  const first = Math.max(epochOf(entryTick), earliest);
  const last = epochOf(expiryTick(entryTick, duration));
  return last === first ? [first] : [first, last].filter((epoch, index) => index === 0 || epoch > first);
}

function pricesOf({ position }: PositionEvidence, book: EpochBook): { entry: Price; exit: Price } {
  const { entryTick, duration } = position;
  const unknown = { state: "missing" } as const;
  return {
    entry: entryTick === undefined ? unknown : book.priceAt(entryTick),
    exit:
      entryTick === undefined || duration === undefined
        ? unknown
        : book.priceAt(expiryTick(entryTick, duration)),
  };
}

const milliOf = (price: string | undefined) => (price === undefined ? undefined : parsePriceMilli(price));

/** What nobody publishes any more is missing for a reason. */
const asOlder = (step: PositionStep): PositionStep =>
  step.outcome === "missing" && (step.reason === undefined || step.reason === "no-data")
    ? { ...step, reason: "older" }
    : step;
