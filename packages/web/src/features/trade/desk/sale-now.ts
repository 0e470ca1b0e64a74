import type { Position } from "@veritick/contract/schemas/positions.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import { isTooLateToSell, saleAt, saleTables } from "@veritick/domain/sale.ts";
import type { SaleAt } from "@veritick/domain/sale.ts";
import { payoutMinor } from "@veritick/domain/terms.ts";
import { createStore } from "../../../api/live/live.ts";
import type { LivePrice } from "../../../api/live/live.ts";
import { entryTickAt } from "../../../api/market/entry-tick.ts";
import { offerIn } from "../../../api/market/market-terms.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";

/** The tables take some 20 ms, so they are made while the page is idle. */
export const hasTables = createStore(false);
const makeTables = () => {
  saleTables();
  hasTables.set(true);
};
if (typeof requestIdleCallback === "function") requestIdleCallback(makeTables, { timeout: 2_000 });
else setTimeout(makeTables, 200);

type Staked = Parameters<typeof saleAt>[0] & { readonly entryTick: number };
type Kept = { readonly staked: Staked; of?: LivePrice; market?: MarketTerms; sale?: SaleAt | undefined };

const kept = new WeakMap<Position, Kept>();

function keptOf(position: Position): Kept {
  let known = kept.get(position);
  if (known === undefined) {
    const { type, barrierPrice, amount, multiplier, expiryTick, entryTick } = position;
    known = {
      staked: {
        side: type,
        barrierMilli: parsePriceMilli(barrierPrice),
        stakeMinor: parseMinor(amount),
        multiplierHundredths: parseMultiplier(multiplier),
        expiryTick,
        entryTick,
      },
    };
    kept.set(position, known);
  }
  return known;
}

/**
 * Returns the value and proceeds of a position at the shown price; undefined once it has expired. They are computed once for
 * each price, however many readers ask. The price at the block's end may differ: nobody knows it yet, and on average a sale
 * pays this.
 */
export function saleNow(position: Position, price: LivePrice, market: MarketTerms): SaleAt | undefined {
  const known = keptOf(position);
  if (known.of !== price || known.market !== market) {
    const { staked } = known;
    const { tick = staked.entryTick, milli } = price;
    // The entry may be at the end of a block that is not shown yet.
    const at = Math.max(tick, staked.entryTick);
    const { sellFeeMillionths } = offerOf(position, market);
    known.sale = at < staked.expiryTick ? saleAt(staked, at, milli, sellFeeMillionths) : undefined;
    known.of = price;
    known.market = market;
  }
  return known.sale;
}

/** Returns the terms under which the position was opened. They set the fee. */
export const offerOf = ({ entryTick }: Position, market: MarketTerms) =>
  offerIn(market, epochOf(entryTick)) ?? market;

/** If more blocks than this are left, the end of the current block need not be computed in each tick. */
const EARLY_BLOCKS = 10;

/** Tells whether a sale sent now would be too late. */
export const isLate = ({ expiryTick }: Position, tick: number, { beacon }: MarketTerms) =>
  expiryTick - tick < EARLY_BLOCKS * beacon.period &&
  isTooLateToSell(expiryTick, entryTickAt(beacon, tick), beacon.period);

/** Returns the payout of a win, which no sale exceeds. */
export const mostOf = ({ amount, multiplier }: Position) =>
  payoutMinor(parseMinor(amount), parseMultiplier(multiplier));
