import { formatMinor, minor, parseMinor, ZERO } from "../money.ts";
import type { Minor } from "../money.ts";
import { positionOpened, positionRefunded, positionSold, positionWon } from "../postings.ts";
import type { Entry, TransactionKind } from "../postings.ts";
import { parsePriceMilli, priceAsDecimal8 } from "../price.ts";
import { multiplierHundredths } from "../product.ts";
import { settle } from "../settlement.ts";
import type { Settlement } from "../settlement.ts";
import type { Known } from "./epoch-book.ts";
import { unknownStep } from "./epoch-steps.ts";
import type { EntryLine } from "./entry-lines.ts";
import type { PositionEvidence, PositionStatus, StatedPosition } from "./position-evidence.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

export type Price = Known<{ readonly milli: number }>;

/** Checks that the entry price is the one that the seed gives, and that the barrier was computed from it. */
export function entryStep({ position, barrier }: PositionEvidence, price: Price): Step<"entry"> {
  const { entryPrice } = position;
  if (entryPrice === undefined) return stepOf("entry", "wrong", { reason: "unreadable" });
  const same = compared("entry", entryPrice, barrier.entryPrice);
  if (same.outcome === "wrong") return same;
  if (price.state !== "known") return unknownStep("entry", price);
  return compared("entry", priceAsDecimal8(price.milli), entryPrice);
}

/** The time in which an honest platform does its due work, restarts included. */
export const GRACE_TICKS = 120;

/** Makes the step of an undecided position. Its receipt may simply be older than the decision. */
function undecided<N extends string>(
  name: N,
  { position, isPublished, isExpiryKnown, madeAt }: PositionEvidence,
  now: number,
  details: Partial<Step> = {},
): Step<N> {
  // A comparison with an unknown time is false.
  const { expiryTick = Number.NaN } = position;
  if (now < expiryTick) return stepOf(name, "later", { ...details, from: expiryTick });
  const asOf = Math.min(madeAt ?? now, now);
  const isOverdue = isPublished && isExpiryKnown && asOf > expiryTick + GRACE_TICKS;
  return isOverdue && name === "result"
    ? stepOf(name, "wrong", { ...details, reason: "overdue" })
    : stepOf(name, "missing", { ...details, reason: "undecided" });
}

/** Checks that the price that decided, or will decide, is the one that the seed gives. */
export function exitStep({ status, resultPrice }: StatedPosition, price: Price): Step<"exit"> {
  const isDecided = status === "won" || status === "lost";
  if (resultPrice === undefined || (isDecided && resultPrice === null)) {
    return stepOf("exit", "wrong", { reason: "unreadable" });
  }
  if (price.state !== "known") return unknownStep("exit", price);
  const expected = priceAsDecimal8(price.milli);
  if (resultPrice === null) return stepOf("exit", "missing", { expected, reason: "undecided" });
  return compared("exit", expected, resultPrice);
}

/** Returns the settlement that the position must have; undefined if too little is known or readable. */
export function settlementOf(
  position: StatedPosition,
  barrierMilli: number | undefined,
  price: Price,
): Settlement | undefined {
  const { type: side, amount, duration, resultPrice } = position;
  const resultMilli =
    price.state === "known" ? price.milli : resultPrice == null ? undefined : parsePriceMilli(resultPrice);
  if (side === undefined || amount === undefined || duration === undefined) return undefined;
  if (barrierMilli === undefined || resultMilli === undefined) return undefined;
  const hundredths = multiplierHundredths(duration);
  return settle(
    { side, barrierMilli, stakeMinor: parseMinor(amount), multiplierHundredths: hundredths },
    resultMilli,
  );
}

/** Checks that the position won if and only if the price reached its barrier. */
export function resultStep(
  evidence: PositionEvidence,
  settlement: Settlement | undefined,
  now: number,
): Step<"result"> {
  const { status, refundReason } = evidence.position;
  const isRefunded = evidence.closing !== null || refundReason !== null;
  if (status === undefined || isRefunded || isSold(evidence))
    return stepOf("result", "wrong", { reason: "unreadable" });
  if (status === "active") {
    const expected = settlement === undefined ? {} : { expected: settlement.status };
    return undecided("result", evidence, now, { ...expected, found: status });
  }
  if (settlement === undefined) return stepOf("result", "wrong", { found: status, reason: "unreadable" });
  return compared("result", settlement.status, status);
}

/**
 * Checks that profit and ledger entries follow from the result: the stake went out, and the amount due came back.
 *
 * @param endedMinor the amount that a sold or closed position had to be paid
 */
export function moneyStep(
  evidence: PositionEvidence,
  settlement: Settlement | undefined,
  endedMinor: Minor | undefined,
  now: number,
): Step<"money"> {
  const { position, entries, isUnbalanced } = evidence;
  const { userId, amount, status, profit } = position;
  if (userId === undefined || amount === undefined || status === undefined || profit === undefined) {
    return stepOf("money", "wrong", { reason: "unreadable" });
  }
  const stakeMinor = parseMinor(amount);
  if (stakeMinor <= 0n) return stepOf("money", "wrong", { reason: "unreadable" });
  const isOpen = status === "active";
  const isEarly = status === "sold" || status === "refunded";
  if (isEarly && endedMinor === undefined) return stepOf("money", "missing", { reason: "doubtful" });
  const paidMinor = isOpen ? ZERO : isEarly ? endedMinor : settlement?.creditMinor;
  const lines = [
    ...linesOf("position_opened", positionOpened({ userId, stakeMinor })),
    ...paidLines(status, userId, paidMinor ?? ZERO),
  ];
  const gained = paidMinor === undefined ? profit : formatMinor(minor(paidMinor - stakeMinor));
  const step = compared("money", asText(isOpen ? null : gained, lines), asText(profit, entries));
  if (step.outcome === "right" && isUnbalanced)
    return stepOf("money", "wrong", { found: "a transaction that does not sum to zero" });
  if (step.outcome === "wrong" || !isOpen) return step;
  return undecided("money", evidence, now, { expected: step.expected!, found: step.found! });
}

/** Returns true if anything says that the position was sold back. */
export const isSold = ({ position, sale }: Pick<PositionEvidence, "position" | "sale">): boolean =>
  sale !== null || [position.soldTick, position.soldPrice, position.proceeds].some((each) => each !== null);

/** Returns the ledger lines of the amount that came back. */
function paidLines(status: PositionStatus, userId: string, paidMinor: Minor): EntryLine[] {
  if (paidMinor === ZERO) return [];
  if (status === "sold") return linesOf("position_sold", positionSold({ userId, proceedsMinor: paidMinor }));
  return status === "refunded"
    ? linesOf("position_refunded", positionRefunded({ userId, paidMinor }))
    : linesOf("position_won", positionWon({ userId, payoutMinor: paidMinor }));
}

const linesOf = (kind: TransactionKind, entries: readonly Entry[]): EntryLine[] =>
  entries.map(({ account, amountMinor }) => ({ kind, account, amount: formatMinor(amountMinor) }));

const asText = (profit: string | null, lines: readonly EntryLine[]) =>
  [
    `profit ${profit ?? "-"}`,
    ...lines.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`).sort(),
  ].join("\n");
