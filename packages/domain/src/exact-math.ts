// Math.exp, Math.log and powers may differ between engines in their last digit. Sums, products, quotients and roots may not.
// These two are fdlibm's e_exp.c and e_log.c, which Node.js and Chromium use too, so their values stay what they were.

/*
 * Copyright (C) 2004 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
 */

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INVERSE_LN2 = 1.442695040888963387;

const words = new DataView(new ArrayBuffer(8));

/** Returns the upper half of a number's bits without its sign: the exponent, and 20 bits of the fraction. */
function highWord(x: number): number {
  words.setFloat64(0, Math.abs(x));
  return words.getUint32(0);
}

/** Returns `value` x 2^`power`. The factors are exact, and only the last product can round. */
function scaled(value: number, power: number): number {
  let factor = power < 0 ? 0.5 : 2;
  let product = value;
  for (let rest = Math.abs(power); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product *= factor;
    factor *= factor;
  }
  return product;
}

/** Returns `terms[0] + x terms[1] + x^2 terms[2] + ...` */
const polynomial = (x: number, terms: readonly number[]): number =>
  terms.reduceRight((sum, term) => term + x * sum);

const EXP_TERMS = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
  4.13813679705723846039e-8,
];

/** Returns e^x with the same digits in every engine, up to e^700. */
export function exp(x: number): number {
  if (x < -746) return 0;
  const size = highWord(x);
  if (size < 0x3e300000) return 1 + x;
  if (x === 1) return Math.E;
  // x is k ln 2 and a rest, which is the difference of two numbers.
  const half = x < 0 ? -0.5 : 0.5;
  const k = size <= 0x3fd62e42 ? 0 : size < 0x3ff0a2b2 ? 2 * half : Math.trunc(INVERSE_LN2 * x + half);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const rest = high - low;
  const square = rest * rest;
  const c = rest - square * polynomial(square, EXP_TERMS);
  if (k === 0) return 1 - ((rest * c) / (c - 2) - rest);
  return scaled(1 - (low - (rest * c) / (2 - c) - high), k);
}

const LOG_ODD_TERMS = [
  6.66666666666673513e-1, 2.857142874366239149e-1, 1.818357216161805012e-1, 1.479819860511658591e-1,
];
const LOG_EVEN_TERMS = [0, 3.999999999940941908e-1, 2.222219843214978396e-1, 1.531383769920937332e-1];

/** Returns the natural logarithm of a positive number with the same digits in every engine. */
export function log(x: number): number {
  let [part, k] = [x, 0];
  for (; part < 1; part *= 2) k -= 1;
  for (; part >= 2; part /= 2) k += 1;
  // x is (1 + f) 2^k, with 1 + f near 1.
  const bits = highWord(part) & 0xfffff;
  if (bits >= 0x6a09c) [part, k] = [part / 2, k + 1];
  const f = part - 1;
  const [high, low] = [k * LN2_HIGH, k * LN2_LOW];
  if (f === 0) return high + low;
  if ((0xfffff & (2 + bits)) < 3) {
    const rest = f * f * (0.5 - 0.33333333333333333 * f);
    return k === 0 ? f - rest : high - (rest - low - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const sum = z * polynomial(w, LOG_ODD_TERMS) + polynomial(w, LOG_EVEN_TERMS);
  if (bits >= 0x6147a && bits <= 0x6b851) {
    const half = 0.5 * f * f;
    if (k === 0) return f - (half - s * (half + sum));
    return high - (half - (s * (half + sum) + low) - f);
  }
  return k === 0 ? f - s * (f - sum) : high - (s * (f - sum) - low - f);
}
