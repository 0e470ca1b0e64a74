import type { Fairness, TermsOfEpochs } from "@veritick/contract/schemas/fairness.ts";
import { isDuration, parseMultiplier } from "@veritick/domain/product.ts";
import type { Terms } from "@veritick/domain/terms.ts";

/** The terms of an epoch, in the form that the domain's formulas take. */
type Offer = {
  readonly houseEdge: number;
  /** The fee of a sale, in millionths of the position's value. */
  readonly sellFeeMillionths: number;
  /** Shortest duration first. */
  readonly terms: readonly Terms[];
};

/** The market data that the server publishes, with the terms of the current epoch at that time. */
export type MarketTerms = Offer & {
  readonly genesisTick: number;
  /** The kind of beacon, the times of its rounds, and how long after its second a tick is shown. */
  readonly beacon: Pick<Fairness["beacon"], "kind" | "genesisTime" | "period" | "delayMs">;
  /** The current epoch at that time, and the last one with promised terms. */
  readonly epoch: number;
  readonly lastEpoch: number;
  /** The terms with the first epoch in which they hold, in order. */
  readonly offers: readonly (Offer & { readonly fromEpoch: number })[];
};

/** Reads the published terms, so that the browser computes the barrier from the same two integers as the server. */
export function readMarketTerms(fairness: Fairness): MarketTerms {
  const { genesis, beacon, current, chain, termsByEpoch } = fairness;
  return {
    ...readOffer(fairness),
    genesisTick: genesis.tick,
    beacon,
    epoch: current.epoch,
    lastEpoch: chain.epoch,
    offers: termsByEpoch.map((each) => ({ ...readOffer(each), fromEpoch: each.fromEpoch })),
  };
}

/** Returns the market with the terms of an epoch; undefined if this page knows no promised terms for it. */
export function marketIn(market: MarketTerms, epoch: number): MarketTerms | undefined {
  const offer = offerIn(market, epoch);
  return offer && { ...market, ...offer };
}

/** Returns only the terms of an epoch. */
export function offerIn({ offers, lastEpoch }: MarketTerms, epoch: number): Offer | undefined {
  return epoch > lastEpoch ? undefined : offers.findLast(({ fromEpoch }) => fromEpoch <= epoch);
}

/** Reads published terms. It leaves out durations that this version of the page does not know. */
function readOffer({
  houseEdge,
  winRule,
  sellFee,
  terms,
}: Pick<TermsOfEpochs, "houseEdge" | "winRule" | "sellFee" | "terms">): Offer {
  const known = terms.flatMap(({ duration, multiplier, winChance, pull, reach }): Terms[] =>
    isDuration(duration)
      ? [
          {
            winRule,
            duration,
            multiplierHundredths: parseMultiplier(multiplier),
            winChance,
            pull: BigInt(pull),
            reach: BigInt(reach),
          },
        ]
      : [],
  );
  return {
    houseEdge,
    // A published share has at most six decimals.
    sellFeeMillionths: Math.round(sellFee * 1_000_000),
    terms: known.sort((a, b) => a.duration - b.duration),
  };
}
