import { hash } from "node:crypto";
import { rhoOf } from "@veritick/domain/beacon.ts";
import { localChainOf } from "../src/beacon/make-rounds.ts";
import type { LocalKey } from "../src/beacon/make-rounds.ts";
import type { BookRounds } from "../src/prices/price-book.ts";
import type { BeaconStandIns } from "../src/beacon/public.ts";

/** The chain of TEST_BEACON_KEY, precomputed, so that no test needs the curve for it. */
export const TEST_BEACON_CHAIN = localChainOf(
  "8c03aaf55a15dc84f58018429d63c69483d7a0a0acee78aeec30dd60fa18620d5667f436e6d5aff1af7ee5604baf604e1726e5e7dd8dd1e4107066aa2e75df8a1d8402aff387a736ec8ac69c36785bf98762d14a2e416fe0954b78f3fdce5866",
);

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** Returns a made-up signature, which is no point of the curve. */
export const unsigned = (round: number): string => hash("sha384", `round ${round}`, "hex");

/** The rounds of this beacon, for tests that compute prices beside the server. */
export const freeRounds: BookRounds = {
  genesisTime: TEST_BEACON_CHAIN.genesisTime,
  period: TEST_BEACON_CHAIN.period,
  rhoOf: (round) => rhoOf(unsigned(round)),
  readStored: async (from, to) => new Map(range(from, to).map((round) => [round, rhoOf(unsigned(round))])),
};

/** A key whose rounds cost nothing and verify nowhere. */
export const freeKey: LocalKey = {
  chain: TEST_BEACON_CHAIN,
  key: new Uint8Array(32),
  signer: { sign: unsigned, atOnce: Infinity },
};

/** A free beacon that a test can hold. Its rounds come only after it is let go, however late. */
export function heldBeacon(): BeaconStandIns & { hold(): void; letGo(): void } {
  let isHeld = false;
  const released: (() => void)[] = [];
  const letGo = () => {
    isHeld = false;
    for (const release of released.splice(0)) release();
  };
  const signer = {
    sign: unsigned,
    get atOnce() {
      return isHeld ? 0 : Infinity;
    },
  };
  return {
    ...freeBeacon(),
    local: { ...freeKey, signer },
    bls: {
      findUnsigned: async () => undefined,
      async sign(_key, from, count) {
        if (isHeld) await new Promise<void>((resolve) => void released.push(resolve));
        return range(from, from + count - 1).map(unsigned);
      },
      stop: async () => letGo(),
    },
    hold: () => void (isHeld = true),
    letGo,
  };
}

/**
 * A local beacon that costs nothing, for servers whose rounds nobody checks. Otherwise a test that moves the clock by a day
 * would wait two minutes for 28,800 signatures. Its rounds verify nowhere unless it is given a key. It stores nothing and
 * makes them again.
 */
export function freeBeacon(local: LocalKey = freeKey): BeaconStandIns {
  let newest = 0;
  return {
    local: { ...local, signer: { ...local.signer, atOnce: Infinity } },
    store: {
      read: async (from, to) =>
        range(from, Math.min(to, newest)).map((round) => ({ round, signature: local.signer.sign(round) })),
      add: (rounds) => void (newest = rounds.at(-1)?.round ?? newest),
      flush: async () => {},
    },
  };
}
