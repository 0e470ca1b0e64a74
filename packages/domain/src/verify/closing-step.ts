import { blockEnd, roundOf } from "../beacon.ts";
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
  /** What a closed position must have been paid. The stake where none of its prices was known. */
  readonly valueMinor: Minor | undefined;
};

/**
 * Tick, price, chance and value of a closing follow from each other. Whether the price had to end, the result says.
 *
 * @param price of the tick that it says; of a lost secret nobody can compute it
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
    // One whose price was known is closed at it, and not at its stake.
    if (ending !== undefined && ending.tick >= entryTick && position.round !== null)
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
  // Nobody has the seed of a lost secret: the price is what the platform says.
  return { step: unknownStep("closing", price, { found: step.found! }), valueMinor };
}

/** A block end within the position: of a beacon that is gone, the newest that the ended price says. */
function isTickOfClosing(
  { position, beacon, ending }: PositionEvidence,
  { tick, reason }: StatedClosing,
): boolean {
  const isOther = reason === "beacon" && ending !== undefined && ending.tick !== tick;
  if (isOther || tick < position.entryTick!) return false;
  if (position.round === null || beacon === undefined) return true;
  return tick >= beacon.genesisTime && blockEnd(beacon, roundOf(beacon, tick)) === tick;
}

const linesOf = ({ tick, price, ticksLeft, chance, value }: StatedClosing) =>
  `tick ${tick}\nprice ${price}\nticksLeft ${ticksLeft}\nchance ${chance}\nvalue ${value}`;

/**
 * Why a position has no result. It is never simply right: a server that stood still could have learnt the results first. A
 * round up to the expiry proves that the beacon was not gone; a lost secret breaks what was promised.
 */
export function closedStep(evidence: PositionEvidence, findUnsigned: FindUnsigned): Step<"result"> {
  const { position, closing, genesis, ending } = evidence;
  const { refundReason, entryTick, round } = position;
  const found = `refunded, ${refundReason}`;
  if (genesis === undefined || entryTick === undefined)
    return stepOf("result", "missing", { found, reason: "no-data" });
  const isKnown = ["beacon", "secret", "price_lost"].includes(refundReason ?? "");
  if (!isKnown || entryTick >= genesis.tick) return stepOf("result", "wrong", { found, reason: "not-lost" });
  if (ending === undefined && evidence.isPublished && refundReason !== "price_lost")
    return stepOf("result", "wrong", { found, reason: "not-listed" });
  const told = [closing?.reason, ending?.reason].filter((reason) => reason !== undefined);
  const other = refundReason === "price_lost" ? undefined : told.find((reason) => reason !== refundReason);
  if (other !== undefined) return stepOf("result", "wrong", { expected: other, found });
  if (refundReason !== "beacon") return stepOf("result", "wrong", { found, reason: "not-kept" });
  if (round === null) return stepOf("result", "missing", { found, reason: "older" });
  const proof = roundAfter(evidence, findUnsigned);
  return proof === undefined
    ? stepOf("result", "missing", { found, reason: "gone" })
    : stepOf("result", "wrong", { found: `round ${proof}`, reason: "round-there" });
}

/** A round that the beacon has signed, and that would have brought the price further. */
function roundAfter(
  { position, closing, beacon, rounds }: PositionEvidence,
  findUnsigned: FindUnsigned,
): number | undefined {
  const { entryTick, expiryTick } = position;
  if (beacon === undefined || entryTick === undefined || expiryTick === undefined) return undefined;
  if (entryTick < beacon.genesisTime || expiryTick - entryTick > MOST_TICKS_LEFT) return undefined;
  // Without a closing, the round of its entry was not there.
  const first = roundOf(beacon, closing == null ? entryTick : Math.max(closing.tick, entryTick) + 1);
  const last = roundOf(beacon, expiryTick);
  const there = [...rounds.signatures].filter(([round]) => round >= first && round <= last);
  // All of them are asked for: a false one must not hide another.
  const signed = there.filter(
    ([round, signature]) => findUnsigned(beacon.publicKey, [{ round, signature }]) === undefined,
  );
  return signed.map(([round]) => round).sort((one, other) => one - other)[0];
}
