import fc from "fast-check";
import { expect, it } from "vitest";
import { exp, log } from "./exact-math.ts";

// Node.js has the same functions. Other engines are compared by the flows in e2e/engines.

const runs = { numRuns: 20_000 };

it("gives the same powers of e as Node.js", () => {
  const near = fc.double({ min: -3, max: 3, noNaN: true });
  const wide = fc.double({ min: -800, max: 700, noNaN: true });
  fc.assert(
    fc.property(fc.oneof(near, wide), (x) => {
      expect(exp(x)).toBe(Math.exp(x));
    }),
    runs,
  );
  for (const x of [0, -0, 1, -1, 0.5, 1e-9, -745.1, -746, -1000, -Infinity, NaN])
    expect(exp(x)).toBe(Math.exp(x));
});

it("gives the same logarithms as Node.js", () => {
  const wide = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
  const near = fc.double({ min: 0.25, max: 4, noNaN: true });
  const besideOne = fc.integer({ min: -4096, max: 4096 }).map((step) => 1 + step * 2 ** -31);
  fc.assert(
    fc.property(fc.oneof(wide, near, besideOne), (x) => {
      expect(log(x)).toBe(Math.log(x));
    }),
    runs,
  );
});
