import type { Position } from "@veritick/contract/schemas/positions.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { promiseWriter } from "@veritick/domain/signed/promise.ts";
import type { PositionPromise } from "@veritick/domain/signed/promise.ts";
import { treeOfLeaves } from "@veritick/domain/signed/promise-tree.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { sha256 } from "../platform/signing.ts";

/** The public data at the moment a position was opened. */
export type Published = Pick<PositionPromise, "start" | "commitments" | "chain" | "terms">;

/** The terms from which a barrier was computed. */
export type BarrierTerms = { winRule: WinRule; pull: bigint; reach: bigint };

/** The fields in which the positions of a block, side and duration differ. */
export type OwnField = "id" | "userId" | "amount" | "createdAt";

/**
 * Returns a function that writes the text that is signed when a position is opened, for the positions of a block, side and
 * duration. A receipt makes the text again from the stored position.
 */
export function promiseOf(
  offered: Omit<Position, OwnField>,
  terms: BarrierTerms,
  published: Published,
  key: string,
): (own: Pick<Position, OwnField>) => string {
  const write = promiseWriter({
    side: offered.type,
    duration: offered.duration as Duration,
    multiplier: offered.multiplier,
    rule: terms.winRule,
    chance: offered.winChance,
    entryTick: offered.entryTick,
    round: offered.round,
    entryPrice: offered.entryPrice,
    pull: terms.pull,
    reach: terms.reach,
    barrierPrice: offered.barrierPrice,
    expiryTick: offered.expiryTick,
    ...published,
    key,
  });
  return ({ id, userId, amount, createdAt }) =>
    write({ position: id, user: userId, amount, opened: createdAt });
}

const HASH_BYTES = 32;

/** The columns that show how a position was signed, read by `SIGNED_COLUMNS`. */
export type SignedRow = {
  promise_leaf: number;
  batch_signature: Buffer;
  leaves: Buffer;
  public_key: Buffer;
};

export const SIGNED_COLUMNS = `promise_leaf,
  (select b.signature from promise_batches b where b.id = promise_batch) as batch_signature,
  (select b.leaves from promise_batches b where b.id = promise_batch) as leaves,
  (select public_key from signing_keys k where k.id = signing_key) as public_key`;

/** Returns the signature of a position. */
export const signedOf = (row: SignedRow): { signature: string; publicKey: string; path: string[] } => ({
  signature: row.batch_signature.toString("hex"),
  publicKey: row.public_key.toString("hex"),
  path: pathAmong(row.leaves, row.promise_leaf),
});

/** Returns the path of a leaf by its place, from 0, among the concatenated leaves of its batch. */
function pathAmong(packed: Buffer, place: number): string[] {
  const leaves = Array.from({ length: packed.length / HASH_BYTES }, (_, index) =>
    packed.toString("hex", index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  return treeOfLeaves(leaves, sha256).pathOf(place);
}

/**
 * Returns the epochs whose seeds make the prices from entry to expiry. No seed makes the price at genesis: if genesis is the
 * last tick of an epoch, the first epoch with a seed is the next one.
 */
export function epochsOf(
  { entryTick, expiryTick }: Pick<Position, "entryTick" | "expiryTick">,
  firstEpoch: number,
): number[] {
  const [first, last] = [Math.max(epochOf(entryTick), firstEpoch), epochOf(expiryTick)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
