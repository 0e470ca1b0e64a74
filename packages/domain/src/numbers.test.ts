import fc from "fast-check";
import { expect, it } from "vitest";
import { ceilDivideBig, exactDivideBig, floorDivide, floorDivideBig, roundDivideBig } from "./numbers.ts";

const divisors = fc.bigInt({ min: 1n, max: 2n ** 80n });
const numerators = fc.bigInt({ min: -(2n ** 120n), max: 2n ** 120n });

it("rounds down below zero as well", () => {
  expect([-11, -10, -1, 0, 9, 10].map((numerator) => floorDivide(numerator, 10))).toEqual([
    -2, -1, -1, 0, 0, 1,
  ]);
});

it("divides all safe integers exactly", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1 }), (numerator, divisor) => {
      const quotient = BigInt(floorDivide(numerator, divisor));
      expect(quotient).toBe(floorDivideBig(BigInt(numerator), BigInt(divisor)));
    }),
    { numRuns: 2000 },
  );
  const largest = Number.MAX_SAFE_INTEGER;
  expect(floorDivide(largest - 1, 2)).toBe(4_503_599_627_370_495);
  expect(floorDivide(-largest, largest - 1)).toBe(-2);
});

it("puts the quotient between floor and ceiling and rounds halves up", () => {
  fc.assert(
    fc.property(numerators, divisors, (numerator, divisor) => {
      const floor = floorDivideBig(numerator, divisor);
      const remainder = numerator - floor * divisor;
      expect(remainder >= 0n && remainder < divisor).toBe(true);
      expect(ceilDivideBig(numerator, divisor)).toBe(remainder === 0n ? floor : floor + 1n);
      expect(roundDivideBig(numerator, divisor)).toBe(2n * remainder >= divisor ? floor + 1n : floor);
    }),
  );
});

it("refuses a quotient that is not whole", () => {
  expect(exactDivideBig(-10n, 5n)).toBe(-2n);
  expect(() => exactDivideBig(10n, 4n)).toThrow(new RangeError("10 is not a multiple of 4"));
});
