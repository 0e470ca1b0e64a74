import fc from "fast-check";
import { expect, it } from "vitest";
import { normalCdf, normalQuantile } from "./normal.ts";

/** Computed with 60 digits by mpmath. */
const TAILS = [
  { x: -37, p: 5.7255712225245768227e-300 },
  { x: -20, p: 2.7536241186062336951e-89 },
  { x: -8, p: 6.2209605742717841235e-16 },
  { x: -5, p: 2.8665157187919391167e-7 },
  { x: -3, p: 0.0013498980316300945267 },
  { x: -2, p: 0.0227501319481792072 },
  { x: -1.5, p: 0.066807201268858066004 },
  { x: -1.0625, p: 0.14400437900197094344 },
  { x: -1, p: 0.15865525393145705141 },
  { x: -0.984375, p: 0.16246558273841861648 },
  { x: -0.5, p: 0.30853753872598689636 },
  { x: -0.0078125, p: 0.49688329513915741955 },
];
const QUANTILES = [
  { p: 0.2714285714285714, x: -0.60849813449988345655 },
  { p: 0.1357142857142857, x: -1.0997786623089359659 },
  { p: 0.08636363636363636, x: -1.3634927344325489374 },
  { p: 0.04523809523809524, x: -1.692891138019851718 },
  { p: 0.975, x: 1.9599639845400538556 },
  { p: 0.000001, x: -4.7534243088228989573 },
  { p: 0.499999, x: -2.5066282745665593779e-6 },
];

it.each(TAILS)("gives the tail below $x", ({ x, p }) => {
  expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(1e-13);
  expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(1e-14 * (1 + Math.abs(x)));
});

it.each(QUANTILES)("gives the quantile of $p", ({ p, x }) => {
  expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(1e-14 * (1 + Math.abs(x)));
});

it("is symmetric", () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 15);
  expect(normalQuantile(0.5)).toBe(0);
  fc.assert(
    fc.property(fc.double({ min: -9, max: 9, noNaN: true }), (x) => {
      expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThan(1e-15);
    }),
  );
});

it("rises", () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 5, noNaN: true }), fc.double({ min: 1e-6, max: 3 }), (x, more) => {
      expect(normalCdf(x + more)).toBeGreaterThan(normalCdf(x));
    }),
  );
});

it("inverts the distribution over all its range", () => {
  fc.assert(
    fc.property(fc.double({ min: Number.MIN_VALUE, max: 0.5, noNaN: true }), (p) => {
      expect(Math.abs(normalCdf(normalQuantile(p)) - p)).toBeLessThanOrEqual(1e-12 * p + Number.MIN_VALUE);
    }),
    { numRuns: 1000 },
  );
});

it.each([0, 1, -0.1, 1.1, NaN])("has no quantile of %d", (p) => {
  expect(() => normalQuantile(p)).toThrow(RangeError);
});
