import type { Position } from "@veritick/contract/schemas/positions.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { promiseText } from "@veritick/domain/signed/promise.ts";
import type { PositionPromise } from "@veritick/domain/signed/promise.ts";
import type { PromisePath } from "@veritick/domain/signed/promise-tree.ts";
import type { WinRule } from "@veritick/domain/terms.ts";

/** The public data at the moment a position was opened. Older positions have no hash of terms. */
export type Published = Pick<PositionPromise, "start" | "commitments" | "chain"> & {
  readonly terms: string | null;
};

/** The terms that a barrier was computed from. */
export type BarrierTerms = { winRule: WinRule; pull: bigint; reach: bigint };

/** The text that is signed when a position is opened. A receipt makes it again from the stored position. */
export function promiseOf(
  position: Position,
  terms: BarrierTerms,
  published: Published,
  key: string,
): string {
  return promiseText({
    position: position.id,
    user: position.userId,
    side: position.type,
    amount: position.amount,
    duration: position.duration as Duration,
    multiplier: position.multiplier,
    rule: terms.winRule,
    chance: position.winChance,
    entryTick: position.entryTick,
    round: position.round,
    entryPrice: position.entryPrice,
    pull: terms.pull,
    reach: terms.reach,
    barrierPrice: position.barrierPrice,
    expiryTick: position.expiryTick,
    opened: position.createdAt,
    ...published,
    key,
  });
}

const STEP_BYTES = 33;

/** A path in hex as it is stored: for each step a byte (0 left, 1 right) and the 32 bytes of its hash. */
export const packPath = (path: PromisePath): string =>
  path.map((step) => (step.startsWith("left") ? `00${step.slice(5)}` : `01${step.slice(6)}`)).join("");

export const unpackPath = (packed: Buffer): string[] =>
  Array.from({ length: packed.length / STEP_BYTES }, (_, index) => {
    const at = index * STEP_BYTES;
    return `${packed[at] === 0 ? "left" : "right"} ${packed.toString("hex", at + 1, at + STEP_BYTES)}`;
  });

/**
 * The epochs whose seeds make the prices from entry to expiry. No seed makes the price at genesis: if genesis is the last tick
 * of an epoch, the first epoch with a seed is the next one.
 */
export function epochsOf(
  { entryTick, expiryTick }: Pick<Position, "entryTick" | "expiryTick">,
  firstEpoch: number,
): number[] {
  const [first, last] = [Math.max(epochOf(entryTick), firstEpoch), epochOf(expiryTick)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
