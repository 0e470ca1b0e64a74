import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "./epochs.ts";
import { assertIndex } from "./numbers.ts";

/** The only supported scheme: unchained rounds, signatures in G1, hashed to the curve as in RFC 9380. */
export const BEACON_SCHEME = "bls-unchained-g1-rfc9380";

/**
 * A public beacon compatible with drand (https://docs.drand.love/developer/http-api/). Every `period` seconds it signs the
 * number of a round, and nobody knows the signature before. The chain's hash covers all other fields but `schemeID`.
 */
export type BeaconChain = {
  /** Hex, 64 digits: identifies the chain, see `chainHashOf`. */
  readonly chainHash: string;
  /** A point of G2 in its compressed form: hex, 192 digits. */
  readonly publicKey: string;
  /** Unix seconds at which round 1 is due. */
  readonly genesisTime: number;
  /** Seconds from one round to the next. */
  readonly period: number;
  /** Hex, 64 digits: identifies the group that holds the shares of the key. */
  readonly groupHash: string;
  readonly schemeID: string;
  readonly beaconID: string;
};

/** drand's quicknet, which some twenty independent organisations run together. */
export const QUICKNET: BeaconChain = {
  chainHash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesisTime: 1_692_803_367,
  period: 3,
  groupHash: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
  schemeID: BEACON_SCHEME,
  beaconID: "quicknet",
};

/** A round as the beacon publishes it; the signature in hex, 96 digits. */
export type BeaconRound = { readonly round: number; readonly signature: string };

function bigEndian(value: number, bytes: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return new Uint8Array(view.buffer, 8 - bytes);
}

/**
 * Returns the hash that identifies a chain: SHA-256 over the period (32 bits), the genesis time (64 bits, both big-endian),
 * public key, group hash and beacon id. The id `default` is left out.
 */
export function chainHashOf(chain: Omit<BeaconChain, "chainHash">): string {
  const id = chain.beaconID === "default" ? "" : chain.beaconID;
  return toHex(
    sha256(
      concatBytes(
        bigEndian(chain.period, 4),
        bigEndian(chain.genesisTime, 8),
        fromHex(chain.publicKey),
        fromHex(chain.groupHash),
        utf8ToBytes(id),
      ),
    ),
  );
}

/** The reason why prices cannot be made from a chain's rounds. */
export type ChainFault = "scheme" | "period" | "genesis" | "hash" | "unreadable";

/**
 * Returns the fault in a chain's information; undefined if prices can be made from its rounds. The period divides a minute
 * and the genesis time, so every duration is a whole number of blocks, and no block straddles two epochs.
 */
export function faultOf(chain: BeaconChain): ChainFault | undefined {
  const { period, genesisTime, schemeID } = chain;
  if (schemeID !== BEACON_SCHEME) return "scheme";
  if (!Number.isSafeInteger(period) || period < 1 || 60 % period !== 0) return "period";
  if (!Number.isSafeInteger(genesisTime) || genesisTime < 0 || genesisTime % period !== 0) return "genesis";
  const isReadable =
    /^[0-9a-f]{192}$/.test(chain.publicKey) &&
    /^[0-9a-f]{64}$/.test(chain.groupHash) &&
    /^[\w.-]{0,64}$/.test(chain.beaconID);
  if (!isReadable) return "unreadable";
  return chainHashOf(chain) === chain.chainHash ? undefined : "hash";
}

/** Returns the random value of a round: the SHA-256 of its signature, in lower-case hex. */
export function rhoOf(signature: string): string {
  return toHex(sha256(fromHex(signature)));
}

/** Returns the message that the beacon signs for a round: the SHA-256 of its number as 64 big-endian bits. */
export function roundMessage(round: number): Uint8Array {
  assertIndex(round, "round");
  return sha256(bigEndian(round, 8));
}
