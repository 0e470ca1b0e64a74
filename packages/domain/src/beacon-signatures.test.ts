import type { WeierstrassPoint, WeierstrassPointCons } from "@noble/curves/abstract/weierstrass.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, it } from "vitest";
import {
  areRoundsSigned,
  beaconKeyOf,
  beaconPublicKey,
  findUnsigned,
  isRoundSigned,
  roundInField,
  signRound,
} from "./beacon-signatures.ts";
import { QUICKNET, rhoOf, roundMessage } from "./beacon.ts";

const { G1, G2, fields } = bls12_381;

/** A real round of quicknet. */
const ROUND_42 = {
  round: 42,
  signature:
    "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
};

const HALF = (fields.Fp.ORDER - 1n) / 2n;

/** Writes a point without the library's check: its first coordinate, and whether the second is the larger root. */
const compressed = (x: readonly bigint[], isLarger: boolean): string =>
  x
    .map((part, index) => (index === 0 ? part + 2n ** 383n + (isLarger ? 2n ** 381n : 0n) : part))
    .map((part) => part.toString(16).padStart(96, "0"))
    .join("");

/** Returns a point of a curve whose order divides the group's cofactor: only the check of the group can tell it. */
function pointOutside<F>(curve: WeierstrassPointCons<F>, of: (x: number) => F): WeierstrassPoint<F> {
  const { Fp, Fn } = curve;
  for (let x = 1; ; x += 1) {
    try {
      const field = of(x);
      const y = Fp.sqrt(Fp.add(Fp.mul(Fp.mul(field, field), field), curve.CURVE().b));
      const point = curve.fromAffine({ x: field, y });
      return point.multiplyUnsafe(Fn.ORDER - 1n).add(point);
    } catch {
      // No point has this coordinate.
    }
  }
}

describe("signatures of rounds", () => {
  it("accepts a real round of quicknet, and only as that round", () => {
    expect(isRoundSigned(QUICKNET.publicKey, ROUND_42)).toBe(true);
    expect(isRoundSigned(QUICKNET.publicKey, { ...ROUND_42, round: 43 })).toBe(false);
    expect(rhoOf(ROUND_42.signature)).toBe(
      "8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3",
    );
  });

  const secret = beaconKeyOf("0123456789abcdef".repeat(4));
  const publicKey = beaconPublicKey(secret);
  const made = Array.from({ length: 6 }, (_, index) => ({
    round: 1000 + index,
    signature: signRound(secret, 1000 + index),
  }));

  it("signs as the same key always would", () => {
    expect(signRound(secret, 1000)).toBe(made[0]!.signature);
    expect(isRoundSigned(publicKey, made[0]!)).toBe(true);
    expect(isRoundSigned(QUICKNET.publicKey, made[0]!)).toBe(false);
  });

  it("accepts any number of right rounds at once, and finds the wrong one among them", () => {
    expect(areRoundsSigned(publicKey, [])).toBe(true);
    expect(areRoundsSigned(publicKey, made)).toBe(true);
    expect(findUnsigned(publicKey, made)).toBeUndefined();
    const swapped = made.with(4, { round: 1004, signature: made[3]!.signature });
    expect(areRoundsSigned(publicKey, swapped)).toBe(false);
    expect(findUnsigned(publicKey, swapped)).toEqual(swapped[4]);
  });

  it("refuses two wrong rounds whose errors cancel each other out", () => {
    const [a, b] = [made[0]!, made[1]!];
    const crossed = [
      { round: a.round, signature: b.signature },
      { round: b.round, signature: a.signature },
    ];
    expect(areRoundsSigned(publicKey, crossed)).toBe(false);
  });

  it.each([
    ["no hex", "zz".repeat(48)],
    ["capital letters", ROUND_42.signature.toUpperCase()],
    ["too short", ROUND_42.signature.slice(2)],
    ["no point of the curve", `8${"1".repeat(95)}`],
    ["the point at infinity", `c0${"00".repeat(47)}`],
    ["nothing", ""],
  ])("refuses a signature that is %s", (_, signature) => {
    expect(isRoundSigned(QUICKNET.publicKey, { round: 42, signature })).toBe(false);
    expect(areRoundsSigned(QUICKNET.publicKey, [ROUND_42, { round: 43, signature }])).toBe(false);
  });

  it("refuses any other spelling of a signature's point, which would give another random value", () => {
    const field = BigInt(
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );
    const above = 2n ** 381n;
    const valueOf = ({ signature }: { signature: string }) => BigInt(`0x${signature}`);
    // For a quarter of all points, the first coordinate can be written twice in 381 bits.
    const round = made.find((each) => (valueOf(each) % above) + field < above)!;
    const value = valueOf(round);
    const flags = Array.from({ length: 8 }, (_, index) => BigInt(index) * above);
    const written = [value + field, ...flags.map((flag) => flag + (value % above))];
    for (const other of written.filter((each) => each !== value)) {
      const signature = other.toString(16).padStart(96, "0");
      expect(isRoundSigned(publicKey, { ...round, signature })).toBe(false);
    }
    expect(written).toContain(value);
  });

  // Such a point pairs to one: added to a right signature, it gives another one, with another random value.
  it("refuses a right signature or key that is moved out of its group", () => {
    const outside = pointOutside(G1.Point, (x) => fields.Fp.create(BigInt(x)));
    const { x, y } = G1.Point.fromHex(made[0]!.signature).add(outside).toAffine();
    const signature = compressed([x], y > HALF);
    expect(isRoundSigned(publicKey, { ...made[0]!, signature })).toBe(false);
    const outsideToo = pointOutside(G2.Point, (number) => fields.Fp2.create({ c0: BigInt(number), c1: 0n }));
    const key = G2.Point.fromHex(publicKey).add(outsideToo).toAffine();
    const text = compressed([key.x.c1, key.x.c0], key.y.c1 > HALF);
    expect(() => isRoundSigned(text, made[0]!)).toThrow("not in prime-order subgroup");
  });

  it("refuses a key of zero, with which a signature of zero would fit every round", () => {
    expect(() => areRoundsSigned(G2.Point.ZERO.toHex(), made)).toThrow("the beacon's public key is zero");
  });

  it("uses the random factors, and never one of zero", () => {
    const zeros = (count: number) => new Uint8Array(count);
    expect(areRoundsSigned(publicKey, made, zeros)).toBe(true);
    const wrong = made.with(2, { round: 1002, signature: made[0]!.signature });
    expect(areRoundsSigned(publicKey, wrong, zeros)).toBe(false);
    const asked: number[] = [];
    areRoundsSigned(publicKey, made, (count) => {
      asked.push(count);
      return new Uint8Array(count).fill(asked.length);
    });
    expect(asked).toEqual(made.map(() => 16));
  });
});

describe("a beacon's key", () => {
  it("is any 64 hex digits, brought into the group's order", () => {
    const hexOf = (hex: string) => Buffer.from(beaconKeyOf(hex)).toString("hex");
    const order = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
    expect(hexOf("00".repeat(32))).toBe("01".padStart(64, "0"));
    expect(hexOf((order - 2n).toString(16))).toBe((order - 1n).toString(16));
    expect(hexOf((order - 1n).toString(16))).toBe("01".padStart(64, "0"));
    expect(hexOf("ABCDEF".padStart(64, "0"))).toBe("abcdf0".padStart(64, "0"));
    for (const hex of ["00".repeat(32), "ff".repeat(32)]) {
      const key = beaconKeyOf(hex);
      expect(isRoundSigned(beaconPublicKey(key), { round: 7, signature: signRound(key, 7) })).toBe(true);
    }
  });

  it.each([
    ["too short", "ab"],
    ["too long", "1".repeat(65)],
    ["no hex", "g".repeat(64)],
    ["empty", ""],
  ])("is refused if it is %s, without being repeated", (_, hex) => {
    expect(() => beaconKeyOf(hex)).toThrow(new RangeError("the beacon's key must be 64 hex digits"));
  });
});

it("maps a round's text to the field as RFC 9380 says", () => {
  // The types of the library differ from the function.
  const map = G1.mapToCurve as unknown as (element: bigint) => WeierstrassPoint<bigint>;
  const [first, second] = roundInField(42).map(map);
  const hashed = bls12_381.shortSignatures.hash(
    roundMessage(42),
    "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
  );
  expect(first!.add(second!).equals(hashed)).toBe(true);
});
