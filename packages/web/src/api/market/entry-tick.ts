import { blockEnd, roundOf } from "@veritick/domain/beacon.ts";
import type { MarketTerms } from "./market-terms.ts";

/**
 * Returns the tick at whose price an order enters if sent while `tick` is the newest one shown: the end of the block. It is a
 * file of its own because the landing page reads the terms and must not load the beacon's hashes.
 */
export function entryTickAt(beacon: MarketTerms["beacon"], tick: number): number {
  const now = tick + Math.round(beacon.delayMs / 1000);
  return blockEnd(beacon, roundOf(beacon, now));
}
