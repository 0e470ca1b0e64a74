import type { Position } from "@veritick/contract/schemas/positions.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { promiseWriter } from "@veritick/domain/signed/promise.ts";
import type { PositionPromise } from "@veritick/domain/signed/promise.ts";
import { treeOfLeaves } from "@veritick/domain/signed/promise-tree.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { sha256 } from "../platform/signing.ts";

/** The public data at the moment a position was opened. Older positions have no hash of terms. */
export type Published = Pick<PositionPromise, "start" | "commitments" | "chain"> & {
  readonly terms: string | null;
};

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

const STEP_BYTES = 33;

/**
 * Unpacks a path as positions before batches stored it: for each step a byte (0 left, 1 right) and the 32 bytes of its hash.
 */
const unpackPath = (packed: Buffer): string[] =>
  Array.from({ length: packed.length / STEP_BYTES }, (_, index) => {
    const at = index * STEP_BYTES;
    return `${packed[at] === 0 ? "left" : "right"} ${packed.toString("hex", at + 1, at + STEP_BYTES)}`;
  });

const HASH_BYTES = 32;

/** The columns that show how a position was signed, read by `SIGNED_COLUMNS`. */
export type SignedRow = {
  /** A signature in the position itself: from before batches were kept, alone or with its path. */
  signature: Buffer | null;
  promise_path: Buffer | null;
  promise_leaf: number | null;
  batch_signature: Buffer | null;
  leaves: Buffer | null;
  public_key: Buffer | null;
};

export const SIGNED_COLUMNS = `signature, promise_path, promise_leaf,
  (select b.signature from promise_batches b where b.id = promise_batch) as batch_signature,
  (select b.leaves from promise_batches b where b.id = promise_batch) as leaves,
  (select public_key from signing_keys k where k.id = signing_key) as public_key`;

/**
 * Returns the signature of a position. The path is null if the promise was signed alone. Undefined from before promises were
 * signed.
 */
export function signedOf(
  row: SignedRow,
): { signature: string; publicKey: string; path: string[] | null } | undefined {
  const signature = row.signature ?? row.batch_signature;
  if (signature === null || row.public_key === null) return undefined;
  const own = row.promise_path === null ? null : unpackPath(row.promise_path);
  return {
    signature: signature.toString("hex"),
    publicKey: row.public_key.toString("hex"),
    path: row.signature === null ? pathAmong(row.leaves!, row.promise_leaf!) : own,
  };
}

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
