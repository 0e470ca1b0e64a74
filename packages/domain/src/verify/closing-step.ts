import { blockEnd, roundOf } from "../rounds.ts";
import { formatMinor, parseMinor } from "../money.ts";
import type { Minor } from "../money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "../price.ts";
import { multiplierHundredths } from "../product.ts";
import { closingAt, MOST_TICKS_LEFT } from "../sale.ts";
import type { FindUnsigned } from "./beacon-evidence.ts";
import { unknownStep } from "./epoch-steps.ts";
import { isSold } from "./outcome-steps.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence, StatedClosing } from "./position-evidence.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

type ClosingCheck = {
  readonly step: Step<"closing">;
  /** The amount that a closed position must have been paid, in 1e-8 USDMS: the stake if none of its prices was known. */
  readonly valueMinor: Minor | undefined;
};

/**
 * Checks that tick, price, chance and value of a closing follow from each other. `closedStep` checks if the price had to
 * end.
 *
 * @param price of the closing's tick; nobody can compute it if the secret is lost
 */
export function closingStep(
  evidence: PositionEvidence,
  barrierMilli: number | undefined,
  price: Price,
): ClosingCheck {
  const { position, closing, ending } = evidence;
  const wrong = (details: Partial<Step>) => ({
    step: stepOf("closing", "wrong", details),
    valueMinor: undefined,
  });
  const { amount, type: side, duration, entryTick, expiryTick } = position;
  if (closing === undefined || amount === undefined || entryTick === undefined || isSold(evidence))
    return wrong({ reason: "unreadable" });
  const stakeMinor = parseMinor(amount);
  if (closing === null) {
    // A position whose price was known is closed at that price, not at its stake.
    if (ending !== undefined && ending.tick >= entryTick)
      return wrong({ expected: `tick ${ending.tick}`, found: `stake ${amount}` });
    return { step: stepOf("closing", "right", { found: `stake ${amount}` }), valueMinor: stakeMinor };
  }
  if (barrierMilli === undefined || side === undefined || duration === undefined || expiryTick === undefined)
    return wrong({ reason: "unreadable" });
  const { tick } = closing;
  const left = expiryTick - tick;
  if (!isTickOfClosing(evidence, closing) || left < 1 || left > MOST_TICKS_LEFT) {
    const newest = closing.reason === "beacon" ? ending?.tick : undefined;
    return wrong({ expected: `tick ${newest ?? `${entryTick} - ${expiryTick - 1}`}`, found: `tick ${tick}` });
  }
  const milli = price.state === "known" ? price.milli : parsePriceMilli(closing.price);
  const hundredths = multiplierHundredths(duration);
  const { ticksLeft, chance, valueMinor } = closingAt(
    { side, barrierMilli, stakeMinor, multiplierHundredths: hundredths, expiryTick },
    tick,
    milli,
  );
  const expected = {
    ...closing,
    price: priceAsDecimal8(milli),
    ticksLeft,
    chance,
    value: formatMinor(valueMinor),
  };
  const step = compared("closing", linesOf(expected), linesOf(closing));
  if (step.outcome === "wrong" || price.state === "known") return { step, valueMinor };
  // Nobody has the seed of a lost secret, so the check takes the platform's price.
  return { step: unknownStep("closing", price, { found: step.found! }), valueMinor };
}

/**
 * Returns true if the tick ends a block within the position. If the beacon is gone, it must be the newest tick of the ended
 * price.
 */
function isTickOfClosing(
  { position, beacon, ending }: PositionEvidence,
  { tick, reason }: StatedClosing,
): boolean {
  const isOther = reason === "beacon" && ending !== undefined && ending.tick !== tick;
  if (isOther || tick < position.entryTick!) return false;
  if (beacon === undefined) return true;
  return tick >= beacon.genesisTime && blockEnd(beacon, roundOf(beacon, tick)) === tick;
}

const linesOf = ({ tick, price, ticksLeft, chance, value }: StatedClosing) =>
  `tick ${tick}\nprice ${price}\nticksLeft ${ticksLeft}\nchance ${chance}\nvalue ${value}`;

/**
 * Checks the reason why a position has no result. The step is never `right`: a server that stood still could have learnt
 * the results first. A signed round up to the expiry proves that the beacon was not gone; a lost secret breaks the promise.
 */
export function closedStep(evidence: PositionEvidence, findUnsigned: FindUnsigned): Step<"result"> {
  const { position, closing, genesis, ending } = evidence;
  const { refundReason, entryTick } = position;
  const found = `refunded, ${refundReason}`;
  if (genesis === undefined || entryTick === undefined)
    return stepOf("result", "missing", { found, reason: "no-data" });
  const isKnown = ["beacon", "secret"].includes(refundReason ?? "");
  if (!isKnown || entryTick >= genesis.tick) return stepOf("result", "wrong", { found, reason: "not-lost" });
  if (ending === undefined && evidence.isPublished)
    return stepOf("result", "wrong", { found, reason: "not-listed" });
  const told = [closing?.reason, ending?.reason].filter((reason) => reason !== undefined);
  const other = told.find((reason) => reason !== refundReason);
  if (other !== undefined) return stepOf("result", "wrong", { expected: other, found });
  if (refundReason !== "beacon") return stepOf("result", "wrong", { found, reason: "not-kept" });
  const proof = roundAfter(evidence, findUnsigned);
  return proof === undefined
    ? stepOf("result", "missing", { found, reason: "gone" })
    : stepOf("result", "wrong", { found: `round ${proof}`, reason: "round-there" });
}

/** Finds a round that the beacon has signed and that would have continued the price. */
function roundAfter(
  { position, closing, beacon, rounds }: PositionEvidence,
  findUnsigned: FindUnsigned,
): number | undefined {
  const { entryTick, expiryTick } = position;
  if (beacon === undefined || entryTick === undefined || expiryTick === undefined) return undefined;
  if (entryTick < beacon.genesisTime || expiryTick - entryTick > MOST_TICKS_LEFT) return undefined;
  // Without a closing, the round of the entry was not there.
  const first = roundOf(beacon, closing == null ? entryTick : Math.max(closing.tick, entryTick) + 1);
  const last = roundOf(beacon, expiryTick);
  const there = [...rounds.signatures].filter(([round]) => round >= first && round <= last);
  // Each is checked alone: a false one must not hide another.
  const signed = there.filter(
    ([round, signature]) => findUnsigned(beacon.publicKey, [{ round, signature }]) === undefined,
  );
  return signed.map(([round]) => round).sort((one, other) => one - other)[0];
}
