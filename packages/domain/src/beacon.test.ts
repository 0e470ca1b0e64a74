import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areRoundsSigned,
  beaconKeyOf,
  beaconPublicKey,
  findUnsigned,
  isRoundSigned,
  signRound,
} from "./beacon-signatures.ts";
import {
  blockEnd,
  chainHashOf,
  dueTick,
  faultOf,
  isOpenAt,
  QUICKNET,
  rhoOf,
  roundMessage,
  roundOf,
} from "./beacon.ts";
import type { BeaconChain } from "./beacon.ts";
import { epochOf } from "./epochs.ts";

/** A real round of quicknet. */
const ROUND_42 = {
  round: 42,
  signature:
    "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
};

const periods = fc.constantFrom(1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60);
const times = fc.tuple(periods, fc.integer({ min: 0, max: 10_000_000 })).map(([period, count]) => ({
  period,
  genesisTime: count * period,
}));

describe("a chain's information", () => {
  it("hashes quicknet to its published chain hash", () => {
    expect(chainHashOf(QUICKNET)).toBe(QUICKNET.chainHash);
    expect(faultOf(QUICKNET)).toBeUndefined();
  });

  it("leaves the beacon id out of the hash if it is default", () => {
    expect(chainHashOf({ ...QUICKNET, beaconID: "default" })).toBe(
      chainHashOf({ ...QUICKNET, beaconID: "" }),
    );
    expect(chainHashOf({ ...QUICKNET, beaconID: "default" })).not.toBe(QUICKNET.chainHash);
  });

  const hashed = (chain: Partial<BeaconChain>): BeaconChain => {
    const changed = { ...QUICKNET, ...chain };
    return { ...changed, chainHash: chainHashOf(changed) };
  };

  it.each([
    ["another scheme", { schemeID: "pedersen-bls-chained" }, "scheme"],
    ["a period that straddles minutes", { period: 7 }, "period"],
    ["no period", { period: 0 }, "period"],
    ["a period of less than a second", { period: 0.5 }, "period"],
    ["a period that runs backwards", { period: -3 }, "period"],
    ["a genesis between two blocks", { genesisTime: 1_692_803_368 }, "genesis"],
    ["a genesis that is no whole second", { genesisTime: 1.5 }, "genesis"],
    ["a genesis before 1970", { genesisTime: -3 }, "genesis"],
    ["a genesis whose ticks no number holds exactly", { genesisTime: 3 * 2 ** 60 }, "genesis"],
    ["a key that is too long at its begin", { publicKey: `0${QUICKNET.publicKey}` }, "unreadable"],
    ["a key that is too long at its end", { publicKey: `${QUICKNET.publicKey}0` }, "unreadable"],
    ["a group hash that is too long at its begin", { groupHash: `0${QUICKNET.groupHash}` }, "unreadable"],
    ["a group hash that is too long at its end", { groupHash: `${QUICKNET.groupHash}0` }, "unreadable"],
    ["a beacon id with a line feed", { beaconID: "quick\nnet" }, "unreadable"],
  ] as const)("refuses %s", (_, change, fault) => {
    expect(faultOf({ ...QUICKNET, ...change })).toBe(fault);
  });

  it("may begin in 1970", () => {
    expect(faultOf(hashed({ genesisTime: 0 }))).toBeUndefined();
  });

  it("refuses information that does not hash to the chain's hash", () => {
    const secret = beaconKeyOf("11".repeat(32));
    expect(faultOf({ ...QUICKNET, publicKey: beaconPublicKey(secret) })).toBe("hash");
    expect(faultOf(hashed({ publicKey: beaconPublicKey(secret) }))).toBeUndefined();
    expect(faultOf({ ...QUICKNET, publicKey: QUICKNET.publicKey.toUpperCase() })).toBe("unreadable");
  });
});

describe("rounds and ticks", () => {
  it("gives each round a block of ticks that begins when it is due", () => {
    expect(dueTick(QUICKNET, 1)).toBe(1_692_803_367);
    expect(roundOf(QUICKNET, 1_692_803_366 + 3)).toBe(1);
    expect(roundOf(QUICKNET, 1_692_803_370)).toBe(2);
    expect(blockEnd(QUICKNET, 2)).toBe(1_692_803_372);
    expect(() => roundOf(QUICKNET, 1_692_803_366)).toThrow(RangeError);
  });

  it("puts every tick into one block, and every block into one epoch", () => {
    fc.assert(
      fc.property(times, fc.nat({ max: 100_000_000 }), (chain, after) => {
        const tick = chain.genesisTime + after;
        const round = roundOf(chain, tick);
        expect(dueTick(chain, round)).toBeLessThanOrEqual(tick);
        expect(blockEnd(chain, round)).toBeGreaterThanOrEqual(tick);
        expect(blockEnd(chain, round) + 1).toBe(dueTick(chain, round + 1));
        expect(epochOf(dueTick(chain, round))).toBe(epochOf(blockEnd(chain, round)));
        // A minute after the end of a block, another block ends.
        const end = blockEnd(chain, round);
        expect(blockEnd(chain, roundOf(chain, end + 60))).toBe(end + 60);
      }),
    );
  });

  it("takes orders from a round's due second until half a second before the next round", () => {
    const dueMs = dueTick(QUICKNET, 5) * 1000;
    expect(isOpenAt(QUICKNET, 5, dueMs - 1)).toBe(false);
    expect(isOpenAt(QUICKNET, 5, dueMs)).toBe(true);
    expect(isOpenAt(QUICKNET, 5, dueMs + 2_499)).toBe(true);
    expect(isOpenAt(QUICKNET, 5, dueMs + 2_500)).toBe(false);
    expect(isOpenAt(QUICKNET, 5, dueMs + 3_000)).toBe(false);
  });
});

it("rejects values that are no round or tick", () => {
  expect(() => dueTick(QUICKNET, -1)).toThrow("round must be an integer >= 0");
  expect(() => roundMessage(0.5)).toThrow("round must be an integer >= 0");
  expect(() => roundOf(QUICKNET, -1)).toThrow("tick must be an integer >= 0");
  expect(() => roundOf(QUICKNET, QUICKNET.genesisTime - 1)).toThrow(
    `tick ${QUICKNET.genesisTime - 1} is before the beacon's first round`,
  );
});

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

  it("takes any 64 hex digits as a key, and nothing else", () => {
    for (const hex of ["00".repeat(32), "ff".repeat(32)]) {
      const key = beaconKeyOf(hex);
      expect(isRoundSigned(beaconPublicKey(key), { round: 7, signature: signRound(key, 7) })).toBe(true);
    }
    expect(() => beaconKeyOf("ab")).toThrow("the beacon's key must be 64 hex digits");
  });
});
