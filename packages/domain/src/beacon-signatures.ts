import { hash_to_field } from "@noble/curves/abstract/hash-to-curve.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { randomBytes } from "@noble/hashes/utils.js";
import { readPoint, sumInG1, sumOfHashed } from "./beacon-points.ts";
import type { Jacobian } from "./beacon-points.ts";
import { roundMessage } from "./beacon.ts";
import type { BeaconRound } from "./beacon.ts";
import { fromHex, toHex } from "./epochs.ts";

// The curve takes some 50 kB, so only code that checks or makes signatures imports this file.

const { shortSignatures, G1, G2, fields } = bls12_381;
type G1Point = InstanceType<typeof G1.Point>;
type G2Point = InstanceType<typeof G2.Point>;

const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/** Bytes of each random factor in a batch: a batch with a false round passes with a chance of one in 2^127. */
const FACTOR_BYTES = 16;

const pointOf = (round: number): G1Point => shortSignatures.hash(roundMessage(round), DOMAIN);

/** Returns the two field elements that a round's text is hashed to, before they are mapped to the curve (RFC 9380, 5.2). */
export function roundInField(round: number): readonly [bigint, bigint] {
  const options = { DST: DOMAIN, p: fields.Fp.ORDER, m: 1, k: 128, expand: "xmd", hash: sha256 } as const;
  const [[first], [second]] = hash_to_field(roundMessage(round), 2, options) as [[bigint], [bigint]];
  return [first, second];
}

/** Reads a public key as a point of its group. @throws Error for a key that is no point of G2 */
function readKey(publicKey: string): G2Point {
  const point = G2.Point.fromHex(publicKey);
  if (point.is0()) throw new Error("the beacon's public key is zero");
  return point;
}

/** Returns true if `e(signature, g2) = e(hashed, key)`. */
function isPaired(signature: G1Point, hashed: G1Point, key: G2Point): boolean {
  const product = bls12_381.pairingBatch([
    { g1: signature, g2: G2.Point.BASE.negate() },
    { g1: hashed, g2: key },
  ]);
  return fields.Fp12.eql(product, fields.Fp12.ONE);
}

/**
 * Returns true if a round is signed with a beacon's key. Takes some 30 ms.
 *
 * @param publicKey of the chain, in hex
 */
export function isRoundSigned(publicKey: string, { round, signature }: BeaconRound): boolean {
  return areRoundsSigned(publicKey, [{ round, signature }]);
}

/**
 * Returns true if all of these rounds are signed with a beacon's key. Takes some 1 ms for each: it adds up the signatures
 * and the texts with random factors, so two pairings are enough for any number of rounds.
 *
 * @param random bytes from a source that the maker of the rounds cannot foresee
 */
export function areRoundsSigned(
  publicKey: string,
  rounds: readonly BeaconRound[],
  random: (count: number) => Uint8Array = randomBytes,
): boolean {
  const key = readKey(publicKey);
  const signatures: Jacobian[] = [];
  for (const { signature } of rounds) {
    const point = readPoint(signature);
    if (point === undefined) return false;
    signatures.push(point);
  }
  if (rounds.length === 0) return true;
  const factors = rounds.length === 1 ? [1n] : rounds.map(() => factorOf(random(FACTOR_BYTES)));
  const [left, right] = [
    sumInG1(signatures, factors),
    sumOfHashed(
      rounds.map(({ round }) => roundInField(round)),
      factors,
    ),
  ];
  // With random factors a sum is never zero by chance. If it is, each round is checked alone.
  if (left === undefined || right === undefined) return false;
  return isPaired(G1.Point.fromAffine(left), G1.Point.fromAffine(right).clearCofactor(), key);
}

/** Returns an odd factor. A factor of zero would leave its round unchecked. */
const factorOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`) | 1n;

/**
 * Finds the first of these rounds that is not signed with a beacon's key; undefined if all are. It halves a batch that
 * fails until the round at fault is alone.
 */
export function findUnsigned(publicKey: string, rounds: readonly BeaconRound[]): BeaconRound | undefined {
  if (areRoundsSigned(publicKey, rounds)) return undefined;
  if (rounds.length === 1) return rounds[0];
  const half = Math.ceil(rounds.length / 2);
  return findUnsigned(publicKey, rounds.slice(0, half)) ?? findUnsigned(publicKey, rounds.slice(half));
}

/**
 * Signs a round with a beacon's secret key.
 *
 * @param secretKey 32 bytes, see `beaconKeyOf`
 */
export function signRound(secretKey: Uint8Array, round: number): string {
  return toHex(shortSignatures.Signature.toBytes(shortSignatures.sign(pointOf(round), secretKey)));
}

/**
 * Returns the public key of a secret one, in hex. Takes some 40 ms, in constant time like a signature. With the base point
 * itself, the library would first make a table in 200 ms, although a process needs the key only once.
 */
export function beaconPublicKey(secretKey: Uint8Array): string {
  const base = G2.Point.fromAffine(G2.Point.BASE.toAffine());
  return toHex(base.multiply(G2.Point.Fn.fromBytes(secretKey)).toBytes());
}

/**
 * Reads a secret key from 64 hex digits and brings it into the group's order, so that any digits are valid.
 *
 * @throws RangeError on anything else. The message leaves the text out: it may be most of a secret.
 */
export function beaconKeyOf(hex: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) throw new RangeError("the beacon's key must be 64 hex digits");
  const order = fields.Fr.ORDER;
  const scalar = (BigInt(`0x${hex}`) % (order - 1n)) + 1n;
  return fromHex(scalar.toString(16).padStart(64, "0"));
}
