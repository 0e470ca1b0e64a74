import { blockEnd, dueTick, isOpenAt } from "../rounds.ts";
import { formatMinor, parseMinor } from "../money.ts";
import type { Minor } from "../money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "../price.ts";
import { multiplierHundredths } from "../product.ts";
import { isTooLateToSell, MOST_TICKS_LEFT, saleAt } from "../sale.ts";
import { parseSale } from "../signed/sale.ts";
import type { SaleStatement } from "../signed/sale.ts";
import { shareMillionths } from "../signed/terms-text.ts";
import type { TermsRules } from "../signed/terms-text.ts";
import { unknownStep } from "./epoch-steps.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence, StatedSale } from "./position-evidence.ts";
import { secondsOf } from "./read-value.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

type SaleCheck = {
  readonly step: Step<"sale">;
  /** The amount that must have been paid, in 1e-8 USDMS. */
  readonly proceedsMinor: Minor | undefined;
};

/**
 * Checks that the price of a sale is the one that the seed gives, and that chance, value, fee and proceeds follow from it.
 *
 * @param rules the terms of the position's epoch, which set the fee
 * @param price of the tick of the sale
 */
export function saleStep(
  { position, sale }: PositionEvidence,
  rules: TermsRules | undefined,
  barrierMilli: number | undefined,
  price: Price,
): SaleCheck {
  const { amount, type: side, duration, expiryTick } = position;
  const unreadable = {
    step: stepOf("sale", "wrong", { reason: "unreadable" }),
    proceedsMinor: undefined,
  };
  if (sale?.tick === undefined || sale.price === undefined || barrierMilli === undefined) return unreadable;
  if (amount === undefined || side === undefined || duration === undefined || expiryTick === undefined)
    return unreadable;
  const { tick } = sale;
  const left = expiryTick - tick;
  if (left < 1 || left > MOST_TICKS_LEFT) {
    const told = {
      expected: `tick ${expiryTick - MOST_TICKS_LEFT} - ${expiryTick - 1}`,
      found: `tick ${tick}`,
    };
    return { step: stepOf("sale", "wrong", told), proceedsMinor: undefined };
  }
  if (rules === undefined)
    return { step: stepOf("sale", "missing", { reason: "no-data" }), proceedsMinor: undefined };
  const milli = price.state === "known" ? price.milli : parsePriceMilli(sale.price);
  const stakeMinor = parseMinor(amount);
  const { ticksLeft, chance, valueMinor, feeMinor, proceedsMinor } = saleAt(
    { side, barrierMilli, stakeMinor, multiplierHundredths: multiplierHundredths(duration), expiryTick },
    tick,
    milli,
    shareMillionths(rules.sellFee),
  );
  const expected = {
    tick,
    price: priceAsDecimal8(milli),
    ticksLeft,
    chance,
    value: formatMinor(valueMinor),
    fee: formatMinor(feeMinor),
    proceeds: formatMinor(proceedsMinor),
  };
  const step = compared("sale", linesOf(expected), linesOf(sale));
  if (step.outcome === "wrong" || price.state === "known") return { step, proceedsMinor };
  return { step: unknownStep("sale", price, { found: step.found! }), proceedsMinor };
}

type SaleFields = Pick<StatedSale, "tick" | "price" | "ticksLeft" | "chance" | "value" | "fee" | "proceeds">;

const linesOf = ({ tick, price, ticksLeft, chance, value, fee, proceeds }: SaleFields) =>
  `tick ${tick}\nprice ${price}\nticksLeft ${ticksLeft}\nchance ${chance}\nvalue ${value}\nfee ${fee}\nproceeds ${proceeds}`;

/** Reads the statement in the text that was signed at the sale; undefined if it cannot be read. */
export const soldIn = ({ sale }: PositionEvidence): SaleStatement | undefined =>
  sale?.text === undefined ? undefined : parseSale(sale.text);

type Told = Readonly<Record<keyof SaleStatement, string | number | undefined>>;

/**
 * Checks that a position was sold as it was signed, at the end of the block that the sale was made in. A sale at any other
 * price, or with less than two blocks left, is not valid.
 */
export function soldStep(evidence: PositionEvidence, stated: SaleStatement | undefined): Step<"result"> {
  const { position, sale, closing, beacon } = evidence;
  if (sale === null || stated === undefined || closing !== null)
    return stepOf("result", "wrong", { reason: "unreadable" });
  const { id, userId, soldTick, soldPrice, proceeds, resultPrice, refundReason, expiryTick } = position;
  const told: Told = {
    position: id,
    user: userId,
    round: sale.round,
    soldTick: soldTick === sale.tick ? soldTick : undefined,
    soldPrice: soldPrice === sale.price ? soldPrice : undefined,
    value: sale.value,
    fee: sale.fee,
    proceeds: proceeds === sale.proceeds ? proceeds : undefined,
    sold: sale.sold,
    key: sale.publicKey,
  };
  const differing = (Object.keys(told) as (keyof SaleStatement)[]).filter(
    (name) => told[name] !== stated[name],
  );
  const linesOfSale = (from: Told) => differing.map((name) => `${name} ${from[name] ?? "?"}`).join("\n");
  if (differing.length > 0) return compared("result", linesOfSale(stated), linesOfSale(told));
  if (resultPrice !== null || refundReason !== null || expiryTick === undefined)
    return stepOf("result", "wrong", { reason: "unreadable" });
  if (beacon === undefined) return stepOf("result", "missing", { reason: "no-data" });
  const { round, sold } = stated;
  const atMs = Math.round((secondsOf(sold) ?? Number.NaN) * 1000);
  const isTimely = round > 0 && blockEnd(beacon, round) === stated.soldTick && isOpenAt(beacon, round, atMs);
  if (!isTimely) {
    const own = round > 0 ? `round ${round}: ${dueTick(beacon, round)} - ${blockEnd(beacon, round)}` : "";
    const late = { expected: own, found: `soldTick ${stated.soldTick}\nsold ${sold}` };
    return stepOf("result", "wrong", { ...late, reason: "other-block" });
  }
  if (stated.soldTick < position.entryTick! || isTooLateToSell(expiryTick, stated.soldTick, beacon.period)) {
    const span = `soldTick ${position.entryTick} - ${expiryTick - 2 * beacon.period}`;
    return stepOf("result", "wrong", {
      expected: span,
      found: `soldTick ${stated.soldTick}`,
      reason: "sold-late",
    });
  }
  return stepOf("result", "right", { found: "sold" });
}
