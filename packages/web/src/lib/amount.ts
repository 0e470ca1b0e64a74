import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { shownWithdrawal } from "@veritick/domain/product.ts";
import type { Language } from "./preferences.ts";

/**
 * Converts a typed amount to plain decimal text (a point, no grouping), for the server to check.
 *
 * French writes 1 000,50 and English 1,000.50. On an English page, a comma that cannot group thousands is a decimal comma
 * too, because keyboards do not change with the page's language. Text that is no amount stays as typed.
 */
export function plainAmount(typed: string, language: Language): string {
  const text = typed.replace(/[\s\u00a0\u202f]/g, "");
  if (language === "en" && /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(",", "");
  return /^\d*,\d*$/.test(text) ? text.replace(",", ".") : text;
}

/** Returns a plain amount as a person would type it, to fill in a field for them. */
export function typedAmount(plain: string, language: Language): string {
  return language === "fr" ? plain.replace(".", ",") : plain;
}

const CENTS = /^(\d{1,12})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/;

/** Returns the whole cents of a plain amount; undefined if it is no amount with at most two decimals. */
export function centsOf(plain: string): bigint | undefined {
  const match = CENTS.exec(plain);
  if (!match) return undefined;
  const [, whole = "0", fraction = match[3] ?? ""] = match;
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** Moves a plain amount by one step of 0.01, never below `minimum` cents. */
export function steppedAmount(plain: string, direction: 1 | -1, minimum = 1n): string {
  const next = (centsOf(plain) ?? 0n) + BigInt(direction);
  const cents = next < minimum ? minimum : next;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** Removes the trailing zeros of a decimal text: "50.00000000" is "50". It is for copying, so it always has a point. */
export function plainDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** Returns the fee of a withdrawal as people see it, as decimal text: the shown amount less the shown payout. */
export function shownFee({ amount, netAmount }: { amount: string; netAmount: string }): string {
  return formatMinor(shownWithdrawal(parseMinor(amount), parseMinor(netAmount)).fee);
}
