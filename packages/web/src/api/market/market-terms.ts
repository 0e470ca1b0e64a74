import type { Fairness, TermsOfEpochs } from "@veritick/contract/schemas/fairness.ts";
import { isDuration } from "@veritick/domain/product.ts";
import type { Terms } from "@veritick/domain/terms.ts";

/** The terms of an epoch, in the form that the domain's formulas take. */
type Offer = {
  readonly houseEdge: number;
  /** What a sale costs, of the position's value. */
  readonly sellFeeMillionths: number;
  /** Shortest duration first. */
  readonly terms: readonly Terms[];
};

/** What the server publishes about itself, with the terms of the epoch that it was told in. */
export type MarketTerms = Offer & {
  readonly genesisTick: number;
  /** Who runs the beacon, when its rounds are due, and how long after its second a tick is shown. */
  readonly beacon: Pick<Fairness["beacon"], "kind" | "genesisTime" | "period" | "delayMs">;
  /** The epoch that it was told in, and the last one whose terms are promised. */
  readonly epoch: number;
  readonly lastEpoch: number;
  /** Which terms hold from which epoch on, in order. */
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

/** The market with the terms of an epoch; undefined where they are not promised yet, as far as this page knows. */
export function marketIn(market: MarketTerms, epoch: number): MarketTerms | undefined {
  const offer = offerIn(market, epoch);
  return offer && { ...market, ...offer };
}

/** The terms of an epoch alone. */
export function offerIn({ offers, lastEpoch }: MarketTerms, epoch: number): Offer | undefined {
  return epoch > lastEpoch ? undefined : offers.findLast(({ fromEpoch }) => fromEpoch <= epoch);
}

/** Durations that this version of the page does not know are left out. */
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
            multiplierHundredths: Math.round(multiplier * 100),
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
