import { createHash } from "node:crypto";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { findUnsigned, signRound } from "@veritick/domain/beacon-signatures.ts";
import type { BeaconStandIns } from "../src/beacon/public.ts";
import type { Bls } from "../src/beacon/bls.ts";
import { signerOf } from "../src/beacon/make-rounds.ts";
import type { Signer } from "../src/beacon/make-rounds.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const unsigned = (round: number): string => createHash("sha384").update(`round ${round}`).digest("hex");

/**
 * A local beacon that costs nothing, for servers of which nobody checks a round: a test that moves the clock by a day would
 * else wait two minutes for 28,800 signatures. Its own are of no point of the curve and verify nowhere, and nothing is stored:
 * they are made again.
 */
export function freeBeacon(): BeaconStandIns {
  let newest = 0;
  return {
    signer: { sign: unsigned, atOnce: Infinity },
    store: {
      read: async (from, to) =>
        range(from, Math.min(to, newest)).map((round) => ({ round, signature: unsigned(round) })),
      add: (rounds) => void (newest = rounds.at(-1)?.round ?? newest),
      flush: async () => {},
    },
  };
}

const signed = new Map<string, string>();

/** A real signature, made once for all servers and relays of a test file. */
export function signOnce(key: Uint8Array, round: number): string {
  const name = `${Buffer.from(key).toString("hex")}/${round}`;
  const signature = signed.get(name) ?? signRound(key, round);
  signed.set(name, signature);
  return signature;
}

/** Signs as a real server does, each round once. */
export const memoisedSigner = (key: Uint8Array): Signer => ({
  ...signerOf(key),
  sign: (round) => signOnce(key, round),
});

/** Works without a thread of its own, which takes a moment to start, and remembers what it was asked. */
export function blsInProcess(): Bls {
  const checked = new Map<string, BeaconRound | undefined>();
  return {
    async findUnsigned(publicKey, rounds) {
      const name = JSON.stringify([publicKey, rounds]);
      if (!checked.has(name)) checked.set(name, findUnsigned(publicKey, rounds));
      return checked.get(name);
    },
    sign: async (key, from, count) => range(from, from + count - 1).map((round) => signOnce(key, round)),
    stop: async () => {},
  };
}
