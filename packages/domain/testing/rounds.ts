import { BEACON_SCHEME, chainHashOf, QUICKNET, rhoOf } from "../src/beacon.ts";
import { roundOf } from "../src/rounds.ts";
import type { BeaconChain, BeaconRound } from "../src/beacon.ts";
import { commitment } from "../src/epochs.ts";
import type { Rounds } from "../src/price.ts";

const chain = {
  ...QUICKNET,
  publicKey: `8${"5".repeat(191)}`,
  groupHash: "6".repeat(64),
  schemeID: BEACON_SCHEME,
  beaconID: "for-tests",
};

/** A beacon whose rounds cost nothing: the tests check which rounds must be signed, not the signatures themselves. */
export const TEST_BEACON: BeaconChain = { ...chain, chainHash: chainHashOf(chain) };

/** A chain, and the function that signs its rounds. */
export type RoundSource = { readonly chain: BeaconChain; readonly signatureOf: (round: number) => string };

export function testSignature(round: number): string {
  const digest = commitment(new TextEncoder().encode(`round ${round}`));
  return digest + digest.slice(32);
}

export const TEST_SOURCE: RoundSource = { chain: TEST_BEACON, signatureOf: testSignature };

/** Returns every round of a chain, past and future. */
export const everyRound = ({ chain, signatureOf }: RoundSource): Rounds => ({
  genesisTime: chain.genesisTime,
  period: chain.period,
  rhoOf: (round) => rhoOf(signatureOf(round)),
});

export const TEST_ROUNDS: Rounds = everyRound(TEST_SOURCE);

export const findUnsigned = (publicKey: string, rounds: readonly BeaconRound[]): BeaconRound | undefined =>
  rounds.find(
    ({ round, signature }) => publicKey !== TEST_BEACON.publicKey || signature !== testSignature(round),
  );

/** Returns the rounds that the prices from one tick to another are made with. */
export function roundsBetween(
  fromTick: number,
  toTick: number,
  { chain, signatureOf }: RoundSource = TEST_SOURCE,
): BeaconRound[] {
  const first = roundOf(chain, fromTick);
  const count = Math.max(0, roundOf(chain, Math.max(toTick, fromTick)) - first + 1);
  return Array.from({ length: count }, (_, index) => ({
    round: first + index,
    signature: signatureOf(first + index),
  }));
}
