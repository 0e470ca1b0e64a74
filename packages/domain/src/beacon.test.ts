import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beaconKeyOf, beaconPublicKey } from "./beacon-signatures.ts";
import { chainHashOf, faultOf, QUICKNET, roundMessage } from "./beacon.ts";
import { blockEnd, dueTick, isOpenAt, roundOf } from "./rounds.ts";
import type { BeaconChain } from "./beacon.ts";
import { epochOf } from "./epoch-times.ts";

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
