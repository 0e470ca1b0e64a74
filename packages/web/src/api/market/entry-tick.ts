import { blockEnd, roundOf } from "@veritick/domain/beacon.ts";
import type { MarketTerms } from "./market-terms.ts";

/**
 * The second at whose price an order enters that is sent while `tick` is the newest one shown: the end of the block. Stands apart
 * from the terms, which the landing page reads without the hashes of the beacon.
 */
export function entryTickAt(beacon: MarketTerms["beacon"], tick: number): number {
  const now = tick + Math.round(beacon.delayMs / 1000);
  return blockEnd(beacon, roundOf(beacon, now));
}
