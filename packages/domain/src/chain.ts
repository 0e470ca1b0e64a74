import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "./epochs.ts";

/**
 * Commitments are chained, so that none can be swapped without every later head changing: a head is a SHA-256 in
 * lower-case hex over the epoch, its commitment and the head before. All hashed text is ASCII with numbers in decimal.
 */
export type ChainLink = { readonly epoch: number; readonly commitment: string };

/** What stands before the very first genesis. */
export const NO_HEAD = "0".repeat(64);

const hashOf = (text: string): string => toHex(sha256(utf8ToBytes(text)));

/**
 * The head that the first epoch of a genesis is chained to.
 *
 * @param state the price at genesis, in units of 1e-8
 * @param previousHead the last head under the genesis before this one; `NO_HEAD` where there was none
 */
export function genesisHead(genesis: { tick: number; state: number }, previousHead: string): string {
  return hashOf(`veritick/chain/genesis/${genesis.tick}/${genesis.state}/${previousHead}`);
}

/** The head after one more commitment. */
export function nextHead(head: string, { epoch, commitment }: ChainLink): string {
  return hashOf(`veritick/chain/epoch/${epoch}/${commitment}/${head}`);
}

/**
 * The head after the commitments of consecutive epochs, in their order.
 *
 * @throws RangeError where an epoch is left out, as a head says nothing about a gap
 */
export function followChain(head: string, links: readonly ChainLink[]): string {
  return links.reduce((reached, link, index) => {
    if (index > 0 && link.epoch !== links[index - 1]!.epoch + 1) {
      throw new RangeError(`epoch ${link.epoch} does not follow the one before it`);
    }
    return nextHead(reached, link);
  }, head);
}
