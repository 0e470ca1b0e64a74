// The last digit of Math.exp and Math.log differs between engines. Here there are only sums, products and quotients, which
// are rounded in the same way everywhere.

/** ln 2 in two parts. The first has 32 bits, so its products with whole numbers are exact. */
const LN2_HIGH = 2_977_044_471 / 0x1_0000_0000;
const LN2_LOW = 1.9082149292705877e-10;

/** 1 / 14!, 1 / 13!, ... 1: enough terms for a rest of at most half of ln 2. */
const INVERSE_FACTORIALS = [...Array(14).keys()]
  .map((last) => Array.from({ length: last + 1 }, (_, index) => index + 1).reduce((a, b) => a * b))
  .map((factorial) => 1 / factorial)
  .toReversed();

const bits = new DataView(new ArrayBuffer(8));

/** Returns 2^`power`, exactly, from -1022 to 1023: the bits of its exponent. */
function powerOfTwo(power: number): number {
  bits.setUint32(0, (1023 + power) << 20);
  return bits.getFloat64(0);
}

/** Returns e^x to about one unit of the last digit: e^rest x 2^k, with the series of e^rest. */
export function exp(x: number): number {
  if (x < -746) return 0;
  if (x > 710) return Infinity;
  const k = Math.round(x / Math.LN2);
  const rest = x - k * LN2_HIGH - k * LN2_LOW;
  let series = 0;
  for (const inverse of INVERSE_FACTORIALS) series = inverse + rest * series;
  // Twice half of the way: a result may be smaller than the smallest power.
  const half = Math.trunc(k / 2);
  return (1 + rest * series) * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Enough terms for numbers between the root of a half and the root of 2. */
const LOG_TERMS = 12;

/**
 * Returns the natural logarithm of a number to about one unit of the last digit: k ln 2 + log(part), with the
 * series 2 (s + s^3 / 3 + s^5 / 5 + ...) of log(part), where s = (part - 1) / (part + 1).
 */
export function log(x: number): number {
  // Engines agree on the rest: -Infinity, Infinity and NaN.
  if (!(x > 0 && x < Infinity)) return Math.log(x);
  let [part, k] = [x, 0];
  for (; part < Math.SQRT1_2; part *= 2) k -= 1;
  for (; part > Math.SQRT2; part /= 2) k += 1;
  const s = (part - 1) / (part + 1);
  const square = s * s;
  let series = 0;
  for (let odd = 2 * LOG_TERMS - 1; odd > 1; odd -= 2) series = square * (1 / odd + series);
  return k * LN2_HIGH + (k * LN2_LOW + 2 * (s + s * series));
}
