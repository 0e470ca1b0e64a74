import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { isDuration } from "@veritick/domain/product.ts";
import type { Terms } from "@veritick/domain/terms.ts";

/** What the server publishes about itself, in the form that the domain's formulas take. */
export type MarketTerms = {
  readonly houseEdge: number;
  readonly genesisTick: number;
  /** Who runs the beacon, when its rounds are due, and how long after its second a tick is shown. */
  readonly beacon: Pick<Fairness["beacon"], "kind" | "genesisTime" | "period" | "delayMs">;
  /** Shortest duration first. */
  readonly terms: readonly Terms[];
};

/**
 * Reads the published terms, so that the browser computes the barrier from the same two integers as the server.
 * Durations that this version of the page does not know are left out.
 */
export function readMarketTerms({ houseEdge, winRule, genesis, terms, beacon }: Fairness): MarketTerms {
  const known = terms.flatMap(({ duration, multiplier, winChance, pull, reach }): Terms[] =>
    isDuration(duration)
      ? [
          {
            winRule,
            duration,
            multiplierHundredths: Math.round(multiplier * 100),
            winChance,
            pull: BigInt(pull),
            reach: BigInt(reach),
          },
        ]
      : [],
  );
  known.sort((a, b) => a.duration - b.duration);
  return { houseEdge, genesisTick: genesis.tick, beacon, terms: known };
}
