import {
  formatFixed,
  formatMinor,
  minor,
  parseFormAmount,
  parseMinor,
  STORABLE_MAX,
  ZERO,
} from "@veritick/domain/money.ts";
import type { AmountFault, Minor } from "@veritick/domain/money.ts";
import { shownWithdrawal } from "@veritick/domain/product.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import type { Language } from "./preferences.ts";

/** Returns a plain amount as a person would type it, to fill in a field for them. */
export function typedAmount(plain: string, language: Language): string {
  return language === "fr" ? plain.replace(".", ",") : plain;
}

/** An amount in 1e-8 USDMS. */
export type Amount = Minor;
export type ReadAmount = Amount | AmountFault;

/** The largest amount that can be typed. */
export const LARGEST = formatMinor(STORABLE_MAX);

/** 0.01 USDMS, the step of the forms. */
export const CENT = minor(1_000_000n);

/**
 * Moves a typed amount by one step of 0.01, never below `least` if there is one. Undefined if the text is no amount, for the user
 * to correct.
 */
export function steppedAmount(
  typed: string,
  language: Language,
  direction: 1 | -1,
  least?: Amount,
): string | undefined {
  const plain = plainAmount(typed, language);
  const size = plain === "" ? ZERO : parseFormAmount(plain.replace(/^-/, ""));
  if (size === undefined) return undefined;
  const next = minor((plain.startsWith("-") ? -size : size) + BigInt(direction) * CENT);
  const most = next > STORABLE_MAX ? STORABLE_MAX : next;
  return typedAmount(formatFixed(least !== undefined && next < least ? least : most, 2), language);
}

/** Removes the trailing zeros of a decimal text: "50.00000000" is "50". It is for copying, so it always has a point. */
export function plainDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** Returns the fee of a withdrawal as people see it, as decimal text: the shown amount less the shown payout. */
export function shownFee({ amount, netAmount }: { amount: string; netAmount: string }): string {
  return formatMinor(shownWithdrawal(parseMinor(amount), parseMinor(netAmount)).fee);
}
