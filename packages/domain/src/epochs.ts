import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { assertIndex } from "./numbers.ts";

/** Bytes of the price secret and of every seed. */
const KEY_BYTES = 32;

/** Writes bytes as lower-case hex. */
export const toHex: (bytes: Uint8Array) => string = bytesToHex;

/** Reads hex of either case as bytes. Throws on anything else. */
export const fromHex: (hex: string) => Uint8Array = hexToBytes;

/**
 * Reads the secret that all prices come from, from its 64 hex digits.
 *
 * @throws RangeError on anything else. The message leaves the text out: it may be most of a secret.
 */
export function parseSecret(hex: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) throw new RangeError("the price secret must be 64 hex digits");
  return fromHex(hex);
}

/**
 * Returns the seed of an epoch: `HMAC-SHA256(secret, "veritick/epoch/" + epoch)`. With the seed and the beacon's rounds,
 * anyone can compute every price of the epoch, so the seed stays secret until `isRevealed`.
 *
 * @throws RangeError when the secret is not 32 bytes
 */
export function epochSeed(secret: Uint8Array, epoch: number): Uint8Array {
  if (secret.length !== KEY_BYTES) throw new RangeError(`the price secret must be ${KEY_BYTES} bytes`);
  assertIndex(epoch, "epoch");
  return hmac(sha256, secret, utf8ToBytes(`veritick/epoch/${epoch}`));
}

/** Returns the commitment to a seed, published ahead of its epoch: the SHA-256 of the seed, in lower-case hex. */
export function commitment(seed: Uint8Array): string {
  return toHex(sha256(seed));
}

/** An epoch with the commitment to its seed, in lower-case hex. */
export type CommittedEpoch = { readonly epoch: number; readonly commitment: string };

/**
 * A link of the chain of commitments and terms. A head is a SHA-256 in lower-case hex over the epoch, its commitment, the
 * hash of its terms (`termsHash`) and the head before, so a change to any link changes every later head. All hashed text is
 * ASCII with numbers in decimal.
 */
export type ChainLink = CommittedEpoch & { readonly termsHash: string };

/** The head before the very first genesis. */
export const NO_HEAD = "0".repeat(64);

const hashOf = (text: string): string => toHex(sha256(utf8ToBytes(text)));

/**
 * Returns the head that the first epoch of a genesis is chained to.
 *
 * @param state the price at genesis, in units of 1e-8
 * @param previousHead the last head under the genesis before this one; `NO_HEAD` if there was none
 */
export function genesisHead(genesis: { tick: number; state: number }, previousHead: string): string {
  return hashOf(`veritick/chain/genesis/${genesis.tick}/${genesis.state}/${previousHead}`);
}

/** Returns the head after one more epoch. */
export function nextHead(head: string, { epoch, commitment, termsHash }: ChainLink): string {
  return hashOf(`veritick/chain/epoch/2/${epoch}/${commitment}/${termsHash}/${head}`);
}

/**
 * Returns the head after consecutive epochs, in their order.
 *
 * @throws RangeError if an epoch is left out, as a head says nothing about a gap
 */
export function followChain(head: string, links: readonly ChainLink[]): string {
  return links.reduce((reached, link, index) => {
    if (index > 0 && link.epoch !== links[index - 1]!.epoch + 1) {
      throw new RangeError(`epoch ${link.epoch} does not follow the one before it`);
    }
    return nextHead(reached, link);
  }, head);
}
