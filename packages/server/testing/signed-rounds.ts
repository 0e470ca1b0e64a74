import { beaconPublicKey, findUnsigned, signRound } from "@veritick/domain/beacon-signatures.ts";
import type { Bls } from "../src/beacon/bls.ts";
import { openLocalKey } from "../src/beacon/make-rounds.ts";
import type { LocalKey } from "../src/beacon/make-rounds.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const signed = new Map<string, Map<number, string>>();
/** The keys of this process, by their public halves. */
const keys = new Map<string, Uint8Array>();

/** Returns a real signature, made once for all servers and relays of a test file. */
export function signOnce(key: Uint8Array, round: number): string {
  const name = Buffer.from(key).toString("hex");
  let ofKey = signed.get(name);
  if (ofKey === undefined) {
    signed.set(name, (ofKey = new Map()));
    keys.set(beaconPublicKey(key), key);
  }
  const signature = ofKey.get(round) ?? signRound(key, round);
  ofKey.set(round, signature);
  return signature;
}

/** Opens a key that signs as a real server does, but each round once. */
export async function memoisedKey(secret: Uint8Array): Promise<LocalKey> {
  const local = await openLocalKey(secret);
  return { ...local, signer: { ...local.signer, sign: (round) => signOnce(local.key, round) } };
}

/**
 * Checks signatures in this thread, because starting another takes a moment. A key has one signature for each round. So for
 * known keys the check compares signatures instead of computing on the curve, which would take most of a relay test's time.
 */
export function blsInProcess(): Bls {
  return {
    async findUnsigned(publicKey, rounds) {
      const key = keys.get(publicKey);
      if (key === undefined) return findUnsigned(publicKey, rounds);
      return rounds.find(({ round, signature }) => signature !== signOnce(key, round));
    },
    sign: async (key, from, count) => range(from, from + count - 1).map((round) => signOnce(key, round)),
    stop: async () => {},
  };
}
