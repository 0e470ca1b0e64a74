import type { Position } from "@veritick/contract/schemas/positions.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { expiryTick } from "@veritick/domain/settlement.ts";
import { barrierMilli, winChanceAt } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import type { PriceFeed } from "../prices/public.ts";
import type { EntryBlock } from "./entry-gate.ts";
import { offerValues } from "./open-positions.sql.ts";
import { epochsOf, promiseOf } from "./promise.ts";
import type { OwnField } from "./promise.ts";

/** What every order of a side and duration gets in a block. */
export type Offer = {
  /** Its place among the offers of the block, from 1. */
  readonly place: number;
  readonly term: Terms;
  readonly position: Omit<Position, OwnField>;
  /** Writes the text that is signed for one position. */
  writePromise(own: Pick<Position, OwnField>): string;
};

export type Offers = {
  of(wanted: { readonly side: Side; readonly duration: Duration }): Offer;
  /** The values of the opening statement for these offers. */
  readonly values: readonly string[];
};

type Context = { readonly feed: PriceFeed; readonly signer: { readonly publicKey: string } };

/** Returns a function that makes the offers of a block, once for its many batches. */
export function createOffers(context: Context): (block: EntryBlock) => Offers {
  let known: { block: EntryBlock; offers: Offers } | undefined;
  return (block) => {
    if (known?.block !== block) known = { block, offers: makeOffers(context, block) };
    return known.offers;
  };
}

function makeOffers({ feed, signer }: Context, block: EntryBlock): Offers {
  const { entryTick, entryMilli, round, start, terms } = block;
  const { firstEpoch } = feed.book;
  const longest = { entryTick, expiryTick: expiryTick(entryTick, DURATIONS.at(-1)!) };
  // Looked up once, because commitments are expensive hashes.
  const links = epochsOf(longest, firstEpoch).map((epoch) => ({
    epoch,
    commitment: feed.linkAt(epoch).commitment,
  }));
  const chain = feed.chainAt(entryTick);
  const begun = { epoch: start.epoch, state: BigInt(start.state) };

  const offerAt = (term: Terms, type: Side, place: number): Offer => {
    const expiry = expiryTick(entryTick, term.duration);
    const position: Offer["position"] = {
      type,
      entryPrice: priceAsDecimal8(entryMilli),
      barrierPrice: priceAsDecimal8(barrierMilli(term, type, entryMilli)),
      winChance: winChanceAt(term, type, entryMilli),
      duration: term.duration,
      multiplier: (term.multiplierHundredths / 100).toFixed(2),
      status: "active",
      expiresAt: new Date(expiry * 1000 + feed.beacon.delayMs).toISOString(),
      entryTick,
      round,
      expiryTick: expiry,
      resultPrice: null,
      profit: null,
      refundReason: null,
      soldTick: null,
      soldPrice: null,
      proceeds: null,
    };
    const spanned = epochsOf(position, firstEpoch);
    const commitments = links.filter(({ epoch }) => spanned.includes(epoch));
    const published = { start: begun, commitments, chain, terms: terms.hash };
    return { place, term, position, writePromise: promiseOf(position, term, published, signer.publicKey) };
  };

  const offers = terms.terms.flatMap((term, index) => [
    offerAt(term, "buy", 2 * index + 1),
    offerAt(term, "sell", 2 * index + 2),
  ]);
  return {
    of: ({ side, duration }) =>
      offers.find(({ position }) => position.type === side && position.duration === duration)!,
    values: offerValues(
      offers.map(({ position, term }) => ({
        type: position.type,
        duration: position.duration,
        multiplier: position.multiplier,
        barrier_price: position.barrierPrice,
        win_chance: position.winChance,
        win_rule: term.winRule,
        pull: String(term.pull),
        reach: String(term.reach),
        expiry_tick: position.expiryTick,
      })),
    ),
  };
}
