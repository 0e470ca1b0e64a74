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

/** The reasons why text is no amount that a form takes. */
export type AmountFault = "empty" | "unreadable" | "tooSmall" | "tooLarge" | "tooFine";

const PLAIN_AMOUNT = /^(-?)(\d+)(?:\.(\d+))?$/;
const MOST_WHOLE_DIGITS = 12;

/**
 * Reads an amount in plain decimal notation, in 1e-8 USDMS, and says what is wrong with anything else, so that page and
 * server give the same reason. Nothing is rounded. No amount is larger than what can be stored.
 *
 * @param least the smallest amount allowed, at least zero
 * @param places the most decimals, from 0 to 8
 */
export function readFormAmount(input: string | number, least: Minor, places = 2): Minor | AmountFault {
  // A JSON number is judged by its shortest text, so 0.1 + 0.2, 1e21 and NaN fail as they would as text.
  const text = String(input);
  const [, sign, whole = "", decimals = ""] = PLAIN_AMOUNT.exec(text) ?? [];
  if (sign === undefined) return text === "" ? "empty" : "unreadable";
  if (sign === "-") return "tooSmall";
  if (whole.length > MOST_WHOLE_DIGITS) return "tooLarge";
  const amount = minor(readScaled(`${whole}.${decimals.slice(0, MINOR_PLACES)}`, MINOR_PLACES));
  if (amount > STORABLE_MAX) return "tooLarge";
  if (amount < least) return "tooSmall";
  return decimals.length > places ? "tooFine" : amount;
}

/**
 * Parses an amount as a form sends it, in 1e-8 USDMS: text or a JSON number in plain decimal notation with at most two decimals
 * (the step of the forms). Everything else gives `undefined`. The caller checks the least amount: zero passes.
 */
export function parseFormAmount(input: unknown): Minor | undefined {
  if (typeof input !== "string" && typeof input !== "number") return undefined;
  const amount = readFormAmount(input, ZERO);
  return typeof amount === "bigint" ? amount : undefined;
}

/** Reads as `readFormAmount` does, with at most one leading sign. Zero is too small: nothing would be adjusted. */
export function readAdjustment(input: string | number): Minor | AmountFault {
  const text = String(input);
  const size = readFormAmount(text.replace(/^[+-]/, ""), SMALLEST);
  return typeof size === "bigint" && text.startsWith("-") ? minor(-size) : size;
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
