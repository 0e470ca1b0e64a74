import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { findUnsigned, signRound } from "@veritick/domain/beacon-signatures.ts";
import type { Bls } from "../src/beacon/bls.ts";
import { openLocalKey } from "../src/beacon/make-rounds.ts";
import type { LocalKey } from "../src/beacon/make-rounds.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const signed = new Map<string, string>();

/** A real signature, made once for all servers and relays of a test file. */
export function signOnce(key: Uint8Array, round: number): string {
  const name = `${Buffer.from(key).toString("hex")}/${round}`;
  const signature = signed.get(name) ?? signRound(key, round);
  signed.set(name, signature);
  return signature;
}

/** Signs as a real server does, each round once. */
export async function memoisedKey(secret: Uint8Array): Promise<LocalKey> {
  const local = await openLocalKey(secret);
  return { ...local, signer: { ...local.signer, sign: (round) => signOnce(local.key, round) } };
}

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
