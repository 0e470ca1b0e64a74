import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import {
  barrierMilli,
  expectedResultPerUnit,
  maxProfitMinor,
  payoutMinor,
  winChanceAt,
} from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";

const STAKE = parseMinor("10");

/** What a position of 10.00 opened at a price would need, and what it would come to. Prices in thousandths, money as text. */
export type Offer = {
  readonly barrierMilli: number;
  readonly distanceMilli: number;
  readonly chance: number;
  readonly gain: string;
  readonly back: string;
  readonly loss: string;
  /** Rounded to cents: for information, no amount comes of it. */
  readonly expectedForTen: string;
};

export function offerAt(terms: Terms, side: Side, entryMilli: number): Offer {
  const barrier = barrierMilli(terms, side, entryMilli);
  const expectedCents = Math.round(1000 * expectedResultPerUnit(terms, side, entryMilli));
  return {
    barrierMilli: barrier,
    distanceMilli: Math.abs(barrier - entryMilli),
    chance: winChanceAt(terms, side, entryMilli),
    gain: formatMinor(maxProfitMinor(STAKE, terms.multiplierHundredths)),
    back: formatMinor(payoutMinor(STAKE, terms.multiplierHundredths)),
    loss: formatMinor(minor(-STAKE)),
    expectedForTen: (expectedCents / 100).toFixed(2),
  };
}
