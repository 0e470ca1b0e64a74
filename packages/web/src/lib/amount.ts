import type { Language } from "./preferences.ts";

/**
 * The plain decimal text (point, no grouping) of an amount as a person typed it, for the server to judge.
 *
 * French writes 1 000,50 and English 1,000.50. A comma that cannot be an English group is a decimal comma there
 * too, because keyboards do not change with the language of the page. What is no amount comes back as typed.
 */
export function plainAmount(typed: string, language: Language): string {
  const text = typed.replace(/[\s\u00a0\u202f]/g, "");
  if (language === "en" && /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(",", "");
  return /^\d*,\d*$/.test(text) ? text.replace(",", ".") : text;
}

/** A plain amount as a person would type it, for a field that is filled in for them. */
export function typedAmount(plain: string, language: Language): string {
  return language === "fr" ? plain.replace(".", ",") : plain;
}

const CENTS = /^(\d{1,12})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/;

/** Whole cents of a plain amount, or undefined if it is none with at most two decimals. */
export function centsOf(plain: string): bigint | undefined {
  const match = CENTS.exec(plain);
  if (!match) return undefined;
  const [, whole = "0", fraction = match[3] ?? ""] = match;
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** A plain amount moved by one step of 0.01, never below `minimum` cents. */
export function steppedAmount(plain: string, direction: 1 | -1, minimum = 1n): string {
  const next = (centsOf(plain) ?? 0n) + BigInt(direction);
  const cents = next < minimum ? minimum : next;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** A decimal text without the zeros that say nothing: "50.00000000" is "50". For copying, so with a point always. */
export function plainDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
