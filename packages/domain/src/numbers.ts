/**
 * Returns the exact floor of the quotient: `floorDivide(-1, 10)` is -1. The remainder of two safe integers is exact and
 * `numerator - remainder` is a multiple of the divisor, so the division that follows has an integer result and rounds
 * nothing.
 *
 * @param numerator a safe integer
 * @param divisor a positive safe integer
 */
export function floorDivide(numerator: number, divisor: number): number {
  const remainder = numerator % divisor;
  const truncated = (numerator - remainder) / divisor;
  return remainder < 0 ? truncated - 1 : truncated;
}

/** Returns the floor of the quotient of two integers of any size. The divisor is positive. */
export function floorDivideBig(numerator: bigint, divisor: bigint): bigint {
  const truncated = numerator / divisor;
  return numerator % divisor < 0n ? truncated - 1n : truncated;
}

/** Returns the ceiling of the quotient of two integers of any size. The divisor is positive. */
export function ceilDivideBig(numerator: bigint, divisor: bigint): bigint {
  return -floorDivideBig(-numerator, divisor);
}

/** Returns the quotient rounded to the nearest integer, halves upward: `floor(v + 1/2)`. The divisor is positive. */
export function roundDivideBig(numerator: bigint, divisor: bigint): bigint {
  return floorDivideBig(2n * numerator + divisor, 2n * divisor);
}

/**
 * Returns the quotient of two integers that must be whole.
 *
 * @throws RangeError when there is a remainder, so that no fraction of an amount is ever lost silently
 */
export function exactDivideBig(numerator: bigint, divisor: bigint): bigint {
  if (numerator % divisor !== 0n) throw new RangeError(`${numerator} is not a multiple of ${divisor}`);
  return numerator / divisor;
}

/** @throws RangeError unless `value` is a safe integer of at least 0; the message calls it `name` */
export function assertIndex(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be an integer >= 0`);
}

/**
 * Formats a scaled integer as decimal text with a fixed number of places: `formatScaled(-150n, 2)` is `"-1.50"`. Nothing is
 * rounded: `units` already counts the smallest place shown.
 */
export function formatScaled(units: bigint, places: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * Reads decimal text as an integer that counts units of the last place: `"-1.5"` with 2 places is -150. The text must
 * already be known to be an optional sign, digits and at most `places` decimals. Nothing is rounded.
 */
export function readScaled(text: string, places: number): bigint {
  const negative = text.startsWith("-");
  const unsigned = text.replace(/^[+-]/, "");
  const [whole = "", fraction = ""] = unsigned.split(".");
  const units = BigInt(whole + fraction.padEnd(places, "0"));
  return negative ? -units : units;
}
