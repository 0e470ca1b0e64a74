import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import type { MarketTerms } from "./market-terms.ts";

/**
 * Returns the tick at whose price an order enters if sent while `tick` is the newest one shown: the end of the block. It is a
 * file of its own because the landing page reads the terms and must not load the beacon's hashes.
 */
export function entryTickAt(beacon: MarketTerms["beacon"], tick: number): number {
  const now = tick + Math.round(beacon.delayMs / 1000);
  return blockEnd(beacon, roundOf(beacon, now));
}

/** How many blocks after the current one an order may still enter. A late answer then has an end. */
const LATER_BLOCKS = 2;

/** Returns the last tick at which an order or a sale sent while `tick` is shown may take effect. */
export const lastTickAt = (beacon: MarketTerms["beacon"], tick: number): number =>
  entryTickAt(beacon, tick) + LATER_BLOCKS * beacon.period;

/** Returns the epoch in which an order enters if sent while `tick` is shown; undefined before the first tick. */
export function entryEpoch(
  { beacon }: Pick<MarketTerms, "beacon">,
  tick: number | undefined,
): number | undefined {
  return tick === undefined ? undefined : epochOf(entryTickAt(beacon, tick));
}

/** Returns the shown tick if an order sent now enters in a later epoch than that of the terms. */
export function laterTickOf(
  market: Pick<MarketTerms, "beacon" | "epoch">,
  tick: number | undefined,
): number | undefined {
  const epoch = entryEpoch(market, tick);
  return epoch !== undefined && epoch > market.epoch ? tick : undefined;
}
