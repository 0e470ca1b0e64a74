import fc from "fast-check";
import { expect, it } from "vitest";
import { normalCdf, normalQuantile } from "./distribution.ts";

/** Computed with 60 digits and rounded to the nearest double. */
const TAILS = [
  { x: -37, p: 5.725571222524577e-300 },
  { x: -20, p: 2.7536241186062337e-89 },
  { x: -8, p: 6.220960574271784e-16 },
  { x: -5, p: 2.866515718791939e-7 },
  { x: -3, p: 0.0013498980316300946 },
  { x: -2, p: 0.02275013194817921 },
  { x: -1.5, p: 0.06680720126885807 },
  { x: -1.0625, p: 0.14400437900197094 },
  { x: -1, p: 0.15865525393145705 },
  { x: -0.984375, p: 0.16246558273841863 },
  { x: -0.5, p: 0.3085375387259869 },
  { x: -0.0078125, p: 0.4968832951391574 },
];
const QUANTILES = [
  { p: 0.2714285714285714, x: -0.6084981344998834 },
  { p: 0.1357142857142857, x: -1.099778662308936 },
  { p: 0.08636363636363636, x: -1.363492734432549 },
  { p: 0.04523809523809524, x: -1.6928911380198517 },
  { p: 0.975, x: 1.9599639845400538 },
  { p: 0.000001, x: -4.753424308822899 },
  { p: 0.499999, x: -2.5066282745665593e-6 },
];

it.each(TAILS)("gives the tail below $x", ({ x, p }) => {
  expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(1e-13);
  expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(1e-14 * (1 + Math.abs(x)));
});

it.each(QUANTILES)("gives the quantile of $p", ({ p, x }) => {
  expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(1e-14 * (1 + Math.abs(x)));
});

it("gives both tails the same chance", () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 15);
  expect(normalQuantile(0.5)).toBe(0);
  fc.assert(
    fc.property(fc.double({ min: -9, max: 9, noNaN: true }), (x) => {
      expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThan(1e-15);
    }),
  );
});

it("never falls as the value rises", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -30, max: 5, noNaN: true }),
      fc.double({ min: 1e-6, max: 3, noNaN: true }),
      (x, more) => {
        expect(normalCdf(x + more)).toBeGreaterThan(normalCdf(x));
      },
    ),
  );
});

it("finds the value again from its chance", () => {
  fc.assert(
    fc.property(fc.double({ min: Number.MIN_VALUE, max: 0.5, noNaN: true }), (p) => {
      expect(Math.abs(normalCdf(normalQuantile(p)) - p)).toBeLessThanOrEqual(1e-12 * p + Number.MIN_VALUE);
    }),
    { numRuns: 1000 },
  );
});

it("accepts infinities and passes NaN on", () => {
  expect(normalCdf(Infinity)).toBe(1);
  expect(normalCdf(-Infinity)).toBe(0);
  expect(normalCdf(NaN)).toBeNaN();
});

it.each([0, 1, -0.1, 1.1, NaN])("refuses to find the quantile of %d", (p) => {
  expect(() => normalQuantile(p)).toThrow(
    new RangeError("a quantile needs a probability strictly between 0 and 1"),
  );
});
