import { isogenyMap, mapToCurveSimpleSWU } from "@noble/curves/abstract/hash-to-curve.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { ISOGENY } from "./isogeny.ts";

// Reads and adds up many points of G1 in half of the library's time, for public values only: the time depends on them. The
// library clears the cofactor of each hashed point; here, one clearing serves for all.

const { Fp } = bls12_381.fields;
const P = Fp.ORDER;

/**
 * A point in Jacobian coordinates: x / z^2 and y / z^3, or zero if z is 0. Each coordinate is a remainder with the sign that
 * `%` gives, so it lies between -P and P.
 */
export type Jacobian = { readonly x: bigint; readonly y: bigint; readonly z: bigint };
type Affine = { readonly x: bigint; readonly y: bigint };

/** The curve y^2 = x^3 + ax + b, of which the sums need only `a`. */
type Curve = { readonly a: bigint };

const G1: Curve = { a: 0n };

/** The curve E' of RFC 9380 (8.8.1), which texts are mapped to first. */
const BEFORE_ISOGENY = {
  a: 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn,
  b: 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n,
  z: 11n,
};

const ZERO: Jacobian = { x: 1n, y: 1n, z: 0n };

/** Doubles a point (formulas "dbl-2007-bl" of the Explicit-Formulas Database). */
function double({ x, y, z }: Jacobian, { a }: Curve): Jacobian {
  const yy = (y * y) % P;
  const s = (4n * x * yy) % P;
  const zz = a === 0n ? 0n : (z * z) % P;
  const m = (3n * x * x + a * ((zz * zz) % P)) % P;
  const x3 = (m * m - 2n * s) % P;
  return { x: x3, y: (m * (s - x3) - 8n * yy * yy) % P, z: (2n * y * z) % P };
}

/** Adds any two points, also equal or opposite ones ("add-2007-bl" and "madd-2007-bl"). */
function add(one: Jacobian, other: Jacobian, curve: Curve): Jacobian {
  if (one.z === 0n) return other;
  if (other.z === 0n) return one;
  const zz = (one.z * one.z) % P;
  const isAffine = other.z === 1n;
  const otherZz = isAffine ? 1n : (other.z * other.z) % P;
  const u = isAffine ? one.x : (one.x * otherZz) % P;
  const s = isAffine ? one.y : (((one.y * other.z) % P) * otherZz) % P;
  const h = (other.x * zz - u) % P;
  const r = (((other.y * one.z) % P) * zz - s) % P;
  if (h === 0n) return r === 0n ? double(one, curve) : ZERO;
  const hh = (h * h) % P;
  const hhh = (h * hh) % P;
  const v = (u * hh) % P;
  const x = (r * r - hhh - 2n * v) % P;
  const z = ((isAffine ? one.z : (one.z * other.z) % P) * h) % P;
  return { x, y: (r * (v - x) - s * hhh) % P, z };
}

/** Divides by z, with one inversion for all points. Zero stays as it is. */
function normalised(points: readonly Jacobian[]): Jacobian[] {
  const inverses = Fp.invertBatch(points.map(({ z }) => Fp.create(z)));
  return points.map((point, index) => {
    if (point.z === 0n) return ZERO;
    const inverse = inverses[index]!;
    const square = (inverse * inverse) % P;
    return { x: (point.x * square) % P, y: (((point.y * square) % P) * inverse) % P, z: 1n };
  });
}

/** The absolute value of the parameter of BLS12-381. It has few ones, so a product with it is mostly doublings. */
const X_BITS = 0xd201000000010000n.toString(2);

function timesX(point: Jacobian): Jacobian {
  let product = point;
  for (const bit of X_BITS.slice(1)) {
    product = double(product, G1);
    if (bit === "1") product = add(product, point, G1);
  }
  return product;
}

/** A third root of one. */
const BETA = 0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffen;

/** Returns true for a point of the group: -X^2 times it is (BETA x, y). M. Scott, https://eprint.iacr.org/2021/1130. */
function isInGroup(point: Jacobian): boolean {
  const { x, y, z } = timesX(timesX(point));
  const zz = (z * z) % P;
  return (
    z !== 0n && (x - ((point.x * BETA) % P) * zz) % P === 0n && (y + ((point.y * zz) % P) * z) % P === 0n
  );
}

const BITS = 381n;
const HALF = (P - 1n) / 2n;

/** Reads a compressed point of G1 from 96 hex digits; undefined for zero, any other text, and a point outside the group. */
export function readPoint(hex: string): Jacobian | undefined {
  if (!/^[0-9a-f]{96}$/.test(hex)) return undefined;
  const number = BigInt(`0x${hex}`);
  const flags = number >> BITS;
  const x = number & ((1n << BITS) - 1n);
  // The flags say: compressed, not zero, and which of both roots y is.
  if ((flags !== 0b100n && flags !== 0b101n) || x >= P) return undefined;
  const square = (x * x * x + 4n) % P;
  const root = Fp.pow(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) return undefined;
  const point = { x, y: root > HALF === (flags === 0b101n) ? root : P - root, z: 1n };
  return isInGroup(point) ? point : undefined;
}

let mapping: { toCurve: (element: bigint) => Affine; toG1: (x: bigint, y: bigint) => Affine } | undefined;

/** Makes the maps when they are needed, because the library checks the curve first. */
const mappings = () =>
  (mapping ??= {
    toCurve: mapToCurveSimpleSWU(Fp, { A: BEFORE_ISOGENY.a, B: BEFORE_ISOGENY.b, Z: BEFORE_ISOGENY.z }),
    toG1: isogenyMap(
      Fp,
      ISOGENY.map((row) => row.map((hex) => BigInt(`0x${hex}`))) as [bigint[], bigint[], bigint[], bigint[]],
    ),
  });

/** Returns the sum of points of G1, each multiplied with its factor; undefined for zero. */
export const sumInG1 = (points: readonly Jacobian[], factors: readonly bigint[]): Affine | undefined =>
  affine(weightedSum(points, factors, G1));

/**
 * Hashes field elements to the curve in pairs (RFC 9380) and returns the sum of these points, each multiplied with its
 * factor; undefined for zero. Its cofactor is not cleared. Map and clearing commute with sums, so one of each serves for all.
 */
export function sumOfHashed(
  pairs: readonly (readonly [bigint, bigint])[],
  factors: readonly bigint[],
): Affine | undefined {
  const { toCurve, toG1 } = mappings();
  const mapped = (element: bigint): Jacobian => ({ ...toCurve(element), z: 1n });
  const points = pairs.map(([one, other]) => add(mapped(one), mapped(other), BEFORE_ISOGENY));
  const sum = affine(weightedSum(normalised(points), factors, BEFORE_ISOGENY));
  return sum && toG1(sum.x, sum.y);
}

function affine(point: Jacobian): Affine | undefined {
  const [{ x, y, z }] = normalised([point]) as [Jacobian];
  return z === 0n ? undefined : { x: Fp.create(x), y: Fp.create(y) };
}

/** Pippenger's method: points with the same digit of their factors are added up before they are multiplied with it. */
function weightedSum(points: readonly Jacobian[], factors: readonly bigint[], curve: Curve): Jacobian {
  const width = points.length < 16 ? 3 : 5;
  const longest = Math.max(...factors.map((factor) => factor.toString(2).length));
  let sum = ZERO;
  for (let at = longest - (longest % width); at >= 0; at -= width) {
    for (let bit = 0; bit < width; bit++) sum = double(sum, curve);
    const byDigit = Array.from({ length: 1 << width }, () => ZERO);
    for (const [index, point] of points.entries()) {
      const digit = Number(BigInt.asUintN(width, factors[index]! >> BigInt(at)));
      byDigit[digit] = add(byDigit[digit]!, point, curve);
    }
    // The sum of digit x point is the sum of these partial sums.
    let partial = ZERO;
    for (const ofDigit of byDigit.slice(1).toReversed()) {
      partial = add(partial, ofDigit, curve);
      sum = add(sum, partial, curve);
    }
  }
  return sum;
}
