import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../epochs.ts";
import type { Side } from "../product.ts";
import { UUID } from "../uuid.ts";
import { hex32, matching, readValues, whole, writeValues } from "./forms.ts";
import type { Form, Values } from "./forms.ts";

const uuid = matching<string>(UUID);
const idempotencyKey = matching<string>(/^[\x21-\x7e]{1,200}$/);
/** The last tick at which the order may enter; `-` if the sender named none. */
const lastTick: Form<number | "-"> = (text) => (text === "-" ? text : whole(text));

const OWNER = { position: uuid, user: uuid, blind: matching<string>(/^[0-9a-f]{32}$/) };

/** The owner of an order, kept apart so that the rest of its text can be published. */
export type Owner = Values<typeof OWNER>;

export const ownerText = (owner: Owner): string => writeValues("veritick/owner/1", OWNER, owner);

/** Reads the owner; undefined for any text that `ownerText` does not write. */
export const parseOwner = (text: string): Owner | undefined => readValues("veritick/owner/1", OWNER, text);

/** Returns the hash by which the signed text of an order names its owner. */
export const ownerHash = (text: string): string => toHex(sha256(utf8ToBytes(text)));

const HALF = 16;

/**
 * Returns what keeps others from finding an owner's text by trying. Ids are not random enough for that.
 *
 * @param nonce 16 random bytes of the batch
 */
export const blindOf = (nonce: Uint8Array, position: string): string =>
  toHex(sha256(concatBytes(nonce, utf8ToBytes(position))).subarray(0, HALF));

const ORDER = {
  user: uuid,
  key: idempotencyKey,
  side: matching<Side>(/^(buy|sell)$/),
  amount: matching<string>(/^\d{1,12}\.\d{8}$/),
  duration: whole,
  notAfter: lastTick,
};

/** An order as its sender asked for it. `key` is the idempotency key, `duration` in minutes, `amount` with eight places. */
export type AskedOrder = Values<typeof ORDER>;

export const orderText = (order: AskedOrder): string => writeValues("veritick/order/1", ORDER, order);

/** Reads what was asked; undefined for any text that `orderText` does not write. */
export const parseOrder = (text: string): AskedOrder | undefined =>
  readValues("veritick/order/1", ORDER, text);

const SALE = { user: uuid, key: idempotencyKey, order: hex32, notAfter: lastTick };

/** A sale as its sender asked for it. `order` is the leaf's hash of the order. */
export type AskedSale = Values<typeof SALE>;

export const sellText = (sale: AskedSale): string => writeValues("veritick/sell/1", SALE, sale);

/** Reads what was asked; undefined for any text that `sellText` does not write. */
export const parseSell = (text: string): AskedSale | undefined => readValues("veritick/sell/1", SALE, text);

/** The tag of a leaf that nobody looks up, because no idempotency key was sent. */
export const NO_TAG = "0".repeat(2 * HALF);

/** Returns the tag of what was asked, in hex. Only the sender and the platform can compute it. */
export const tagOf = (asked: string): string => toHex(sha256(utf8ToBytes(asked)).subarray(0, HALF));

/** Bytes of a leaf in the public list: its tag, then the hash of its signed text. */
export const LEAF_BYTES = 48;

/** Returns these bytes. The leaf's hash (`hashLeaf`) is over them, so no list can give a leaf another tag. */
export const leafData = (tag: string, text: string): Uint8Array =>
  concatBytes(fromHex(tag), sha256(utf8ToBytes(text)));

/** Reads the public list of a slice; undefined if it does not consist of leaves. */
export function readLeaves(list: Uint8Array): { tag: string; data: Uint8Array }[] | undefined {
  if (list.length % LEAF_BYTES !== 0) return undefined;
  return Array.from({ length: list.length / LEAF_BYTES }, (_, place) => {
    const data = list.subarray(place * LEAF_BYTES, (place + 1) * LEAF_BYTES);
    return { tag: toHex(data.subarray(0, HALF)), data };
  });
}
