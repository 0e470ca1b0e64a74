import { formatScaled, readScaled } from "./numbers.ts";

declare const minorUnit: unique symbol;

/**
 * An amount of money: an integer count of 1e-8 USDMS, the unit of `numeric(18,8)`. The brand keeps plain integers and
 * prices out; `minor` restores it after arithmetic.
 */
export type Minor = bigint & { readonly [minorUnit]: "1e-8 USDMS" };

const MINOR_PLACES = 8;

/** Marks an integer as a count of 1e-8 USDMS. */
export function minor(units: bigint): Minor {
  return units as Minor;
}

export const ZERO = minor(0n);

/** The smallest amount above zero, 0.00000001 USDMS. */
export const SMALLEST = minor(1n);

/** The largest amount that fits `numeric(18,8)`: every storable amount is below 10^10 USDMS. */
export const STORABLE_MAX = minor(10n ** 18n - 1n);

/** Returns the exact sum, in 1e-8 USDMS. */
export function sumMinor(amounts: Iterable<Minor>): Minor {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return minor(total);
}

const FORM_AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;
const SIGNED_FORM_AMOUNT = /^[+-]?\d{1,12}(\.\d{1,2})?$/;

function parseMatching(input: unknown, pattern: RegExp): Minor | undefined {
  // A JSON number is judged by its shortest text, so 0.1 + 0.2, 1e21 and NaN fail as they would as text.
  const text = typeof input === "number" ? String(input) : input;
  if (typeof text !== "string" || !pattern.test(text)) return undefined;
  return minor(readScaled(text, MINOR_PLACES));
}

/**
 * Parses an amount as a form sends it, as text or a JSON number, in 1e-8 USDMS. It takes plain decimal notation: 1 to 12
 * digits, then at most two decimals (the step of the forms). Signs, exponents, blanks and everything else give `undefined`.
 * Nothing is rounded. The caller checks the range: zero passes, and 12 digits exceed what can be stored.
 */
export function parseFormAmount(input: unknown): Minor | undefined {
  return parseMatching(input, FORM_AMOUNT);
}

/** `tooFine`: an amount with more than two decimals. `invalid`: no amount at all, or less than the least one allowed. */
export type AmountFault = "invalid" | "tooFine";

const FINE_FORM_AMOUNT = /^(\d{1,12}\.\d{3,8})\d*$/;

/**
 * Parses as `parseFormAmount` does and says what is wrong with anything else, so that page and server give the same reason.
 * An amount below `least` is `invalid` however many decimals it has.
 */
export function readFormAmount(input: string | number, least: Minor): Minor | AmountFault {
  const amount = parseFormAmount(input);
  if (amount !== undefined) return amount < least ? "invalid" : amount;
  const digits = FINE_FORM_AMOUNT.exec(String(input))?.[1];
  return digits !== undefined && parseMinor(digits) >= least ? "tooFine" : "invalid";
}

/** Parses as `parseFormAmount` does, with at most one leading sign: for an administrator's adjustment of a balance. */
export function parseSignedFormAmount(input: unknown): Minor | undefined {
  return parseMatching(input, SIGNED_FORM_AMOUNT);
}

/**
 * Parses a stored or transmitted decimal such as `"10.00000000"`, in 1e-8 USDMS, of any size.
 *
 * @throws RangeError when the text is no decimal or has more than eight places, as it would need rounding
 */
export function parseMinor(text: string): Minor {
  if (!/^-?\d+(\.\d{1,8})?$/.test(text))
    throw new RangeError(`not an amount with at most 8 decimals: ${text}`);
  return minor(readScaled(text, MINOR_PLACES));
}

/** Formats the amount with all its eight decimals, as it is stored and sent: `"10.00000000"`. */
export function formatMinor(amount: Minor): string {
  return formatScaled(amount, MINOR_PLACES);
}

/**
 * Formats the amount in USDMS with a fixed number of decimals, for display. Further decimals are cut off, toward zero, so a
 * balance never looks larger than it is and a loss rounded away carries no minus sign.
 *
 * @throws RangeError unless `decimals` is an integer from 0 to 8
 */
export function formatFixed(amount: Minor, decimals: number): string {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MINOR_PLACES) {
    throw new RangeError("decimals must be an integer from 0 to 8");
  }
  // Division of bigints cuts toward zero, and -0 does not exist.
  return formatScaled(amount / 10n ** BigInt(MINOR_PLACES - decimals), decimals);
}
