import fc from "fast-check";
import { expect, it } from "vitest";
import { exp, log } from "./exact-math.ts";

// The flows in e2e/engines compare the figures that come of them with those of other engines.

const runs = { numRuns: 20_000 };

/** Expects a value within two units of the last digit. */
function expectNear(value: number, right: number): void {
  expect(Math.abs(value - right)).toBeLessThanOrEqual(
    2 * Number.EPSILON * Math.abs(right) + Number.MIN_VALUE,
  );
}

it("gives powers of e as Math.exp does", () => {
  const near = fc.double({ min: -3, max: 3, noNaN: true });
  const wide = fc.double({ min: -800, max: 700, noNaN: true });
  fc.assert(
    fc.property(fc.oneof(near, wide), (x) => expectNear(exp(x), Math.exp(x))),
    runs,
  );
  for (const x of [0, -0, -746, -1000, 710, 1_500, 1e300, -Infinity, Infinity, NaN])
    expect(exp(x)).toBe(Math.exp(x));
});

it("gives logarithms as Math.log does", () => {
  const wide = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
  const near = fc.double({ min: 0.25, max: 4, noNaN: true });
  const besideOne = fc.integer({ min: -4096, max: 4096 }).map((step) => 1 + step * 2 ** -31);
  fc.assert(
    fc.property(fc.oneof(wide, near, besideOne), (x) => expectNear(log(x), Math.log(x))),
    runs,
  );
  for (const x of [1, 0, -0, -1, -Infinity, Infinity, NaN]) expect(log(x)).toBe(Math.log(x));
});
