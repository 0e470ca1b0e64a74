/**
 * A scaled integer as decimal text with a fixed number of places: `formatScaled(-150n, 2)` is `"-1.50"`.
 * Nothing is rounded: `units` already counts the smallest place shown.
 */
export function formatScaled(units: bigint, places: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * Reads text already known to be an optional sign, digits and at most `places` decimals as an integer that
 * counts units of the last place: `"-1.5"` with 2 places is -150. Nothing is rounded.
 */
export function readScaled(text: string, places: number): bigint {
  const negative = text.startsWith("-");
  const unsigned = text.replace(/^[+-]/, "");
  const [whole = "", fraction = ""] = unsigned.split(".");
  const units = BigInt(whole + fraction.padEnd(places, "0"));
  return negative ? -units : units;
}

/** A sum of balances as text, as it is hashed and signed: eight places, never negative, of any size. */
export const SUM_TEXT = /^(0|[1-9]\d{0,19})\.\d{8}$/;
