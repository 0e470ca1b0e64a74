import { bls12_381 } from "@noble/curves/bls12-381.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readPoint, sumInG1, sumOfHashed } from "./beacon-points.ts";
import { roundInField } from "./beacon-signatures.ts";
import { roundMessage } from "./beacon.ts";

// The library is the reference, and the standalone verifier uses nothing else.
const { G1, shortSignatures } = bls12_381;
const Point = G1.Point;
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

const factor = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n });
/** Few different ones, so that sums meet equal and opposite points. */
const term = fc.record({
  times: fc.constantFrom(1n, 2n, 3n, 5n, Point.Fn.ORDER - 1n, Point.Fn.ORDER - 2n),
  factor: fc.oneof(fc.constantFrom(1n, 2n, 3n, 2n ** 127n), factor),
});

it("adds up points of the group as the library does", () => {
  const expectSame = (terms: readonly { times: bigint; factor: bigint }[]) => {
    const points = terms.map(({ times }) => Point.BASE.multiplyUnsafe(times));
    const due = terms.reduce((sum, each, at) => sum.add(points[at]!.multiplyUnsafe(each.factor)), Point.ZERO);
    const read = points.map((point) => readPoint(point.toHex())!);
    const sum = sumInG1(
      read,
      terms.map((each) => each.factor),
    );
    if (due.is0()) expect(sum).toBeUndefined();
    else expect(sum).toEqual(due.toAffine());
  };
  fc.assert(fc.property(fc.array(term, { minLength: 1, maxLength: 4 }), expectSame), { numRuns: 60 });
  fc.assert(fc.property(fc.array(term, { minLength: 16, maxLength: 20 }), expectSame), { numRuns: 3 });
  expectSame([1n, Point.Fn.ORDER - 1n].map((times) => ({ times, factor: 7n })));
});

it("hashes rounds to the curve as the library does", () => {
  const rounds = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 18 });
  const expectSame = (list: readonly number[], random: bigint) => {
    const factors = list.map((_, index) => random >> BigInt(index) || 1n);
    const due = list
      .map((round, at) => shortSignatures.hash(roundMessage(round), DOMAIN).multiplyUnsafe(factors[at]!))
      .reduce((sum, point) => sum.add(point));
    const sum = sumOfHashed(list.map(roundInField), factors)!;
    expect(Point.fromAffine(sum).clearCofactor().toAffine()).toEqual(due.toAffine());
  };
  fc.assert(fc.property(rounds, factor, expectSame), { numRuns: 12 });
  // The same round twice meets equal points, and 0 has a case of its own in the map.
  expectSame([7, 7], 1n);
  const zero = (G1.mapToCurve as unknown as (element: bigint) => typeof Point.BASE)(0n);
  const sum = sumOfHashed([[0n, 0n]], [1n])!;
  expect(Point.fromAffine(sum).clearCofactor().equals(zero.double())).toBe(true);
});

it("reads the points that the library reads, and no others", () => {
  const digit = fc.integer({ min: 0, max: 95 });
  const change = fc.tuple(digit, fc.constantFrom(..."0123456789abcdef"));
  const accepts = (hex: string) => {
    try {
      return !Point.fromHex(hex).is0();
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(factor, fc.option(change), (times, changed) => {
      const hex = Point.BASE.multiplyUnsafe(times).toHex();
      const text = changed === null ? hex : hex.slice(0, changed[0]) + changed[1] + hex.slice(changed[0] + 1);
      const read = readPoint(text);
      expect(read !== undefined).toBe(accepts(text));
      if (read !== undefined) expect({ x: read.x, y: read.y }).toEqual(Point.fromHex(text).toAffine());
    }),
    { numRuns: 150 },
  );
});
