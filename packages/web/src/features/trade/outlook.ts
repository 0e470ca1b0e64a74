import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";

/** What of a position matters for where the price stands. Prices are in thousandths. */
export type Stake = { readonly side: Side; readonly entryMilli: number; readonly barrierMilli: number };

/** Whether the position would win if it expired now. */
export function wouldWin({ side, barrierMilli }: Stake, priceMilli: number): boolean {
  return wins(side, barrierMilli, priceMilli);
}

/** How far the price is from the barrier, in thousandths: what it lacks, or by how much it is beyond. */
export function distanceMilli({ barrierMilli }: Stake, priceMilli: number): number {
  return Math.abs(barrierMilli - priceMilli);
}

/** The track runs from as far behind the entry as half the way to the barrier, to a quarter of it beyond. */
const BEHIND = 0.5;
const BEYOND = 0.25;
const LENGTH = BEHIND + 1 + BEYOND;

export const TRACK_ENTRY = BEHIND / LENGTH;
export const TRACK_BARRIER = (BEHIND + 1) / LENGTH;

/**
 * Where the price stands on a position's track, from 0 to 1. Winning is always to the right, whatever the side. A
 * price that would win is never drawn short of the barrier, nor one that would not beyond it.
 */
export function trackPosition(stake: Stake, priceMilli: number): number {
  const way = stake.barrierMilli - stake.entryMilli;
  const done = way === 0 ? (wouldWin(stake, priceMilli) ? 1 : 0) : (priceMilli - stake.entryMilli) / way;
  return Math.min(1, Math.max(0, (done + BEHIND) / LENGTH));
}
