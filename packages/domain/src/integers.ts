/**
 * Floor of the quotient, exactly: `floorDivide(-1, 10)` is -1.
 * The remainder of two safe integers is exact and `numerator - remainder` is a multiple of the divisor,
 * so the division that follows has an integer result and nothing is left to round.
 *
 * @param numerator a safe integer
 * @param divisor a positive safe integer
 */
export function floorDivide(numerator: number, divisor: number): number {
  const remainder = numerator % divisor;
  const truncated = (numerator - remainder) / divisor;
  return remainder < 0 ? truncated - 1 : truncated;
}

/** Floor of the quotient of two integers of any size. The divisor is positive. */
export function floorDivideBig(numerator: bigint, divisor: bigint): bigint {
  const truncated = numerator / divisor;
  return numerator % divisor < 0n ? truncated - 1n : truncated;
}

/** Ceiling of the quotient of two integers of any size. The divisor is positive. */
export function ceilDivideBig(numerator: bigint, divisor: bigint): bigint {
  return -floorDivideBig(-numerator, divisor);
}

/** The quotient rounded to the nearest integer, halves upward: `floor(v + 1/2)`. The divisor is positive. */
export function roundDivideBig(numerator: bigint, divisor: bigint): bigint {
  return floorDivideBig(2n * numerator + divisor, 2n * divisor);
}

/**
 * The quotient of two integers that is known to be whole.
 *
 * @throws RangeError when there is a remainder, so that no fraction of an amount is ever lost silently
 */
export function exactDivideBig(numerator: bigint, divisor: bigint): bigint {
  if (numerator % divisor !== 0n) throw new RangeError(`${numerator} is not a multiple of ${divisor}`);
  return numerator / divisor;
}

/** @throws RangeError unless `value` is a safe integer of at least 0; `name` says what it is */
export function assertIndex(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be an integer >= 0`);
}
