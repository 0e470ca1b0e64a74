import { blockEnd, roundOf } from "@veritick/domain/beacon.ts";
import type { RoundTimes } from "@veritick/domain/beacon.ts";
import { firstTickOf } from "@veritick/domain/epochs.ts";
import { parsePriceMilli, publishedPriceMilli } from "@veritick/domain/price.ts";
import type { Queryable } from "../platform/db/database.ts";
import { listEpochs } from "../prices/public.ts";
import type { Genesis, PriceBook } from "../prices/public.ts";

/** What is known of a price that ends. */
export type KnownPrices = {
  /** The newest tick whose price is known. */
  readonly tick: number;
  /** By tick, in thousandths: those at which open positions expire, and those at which they can be closed. */
  readonly milli: ReadonlyMap<number, number>;
};

/** Everything that a book has computed, up to the end of its newest block. */
export async function pricesOfBook(
  database: Queryable,
  book: PriceBook,
  times: RoundTimes,
): Promise<KnownPrices> {
  const round = roundOf(times, book.newestTick);
  const end = blockEnd(times, round);
  const tick = Math.max(end > book.newestTick ? blockEnd(times, round - 1) : end, book.genesis.tick);
  const { rows } = await database.query<{ tick: number }>(
    `select distinct expiry_tick as tick from trading_positions
     where status = 'active' and expiry_tick between $1 and $2`,
    [book.genesis.tick, tick],
  );
  const milli = new Map<number, number>();
  for (const each of [tick, ...rows.map((row) => row.tick)]) {
    await book.bring(each, each);
    milli.set(each, book.priceMilliAt(each));
  }
  return { tick, milli };
}

/**
 * The published prices that are stored, of a price that nobody can compute any more: those at which positions entered and were
 * settled, and those that hours began with. Of two that differ for one tick, neither counts: somebody changed the database.
 */
export async function storedPrices(
  database: Queryable,
  genesis: Genesis,
  nowTick: number,
): Promise<KnownPrices> {
  const { rows } = await database.query<{ tick: number; price: string }>(
    `with open as (
       select greatest(min(entry_tick), $1) as first, least(max(expiry_tick), $2) as last
       from trading_positions where status = 'active'
     )
     select entry_tick as tick, entry_price as price from trading_positions, open where entry_tick between first and last
     union
     select expiry_tick, result_price from trading_positions, open
     where result_price is not null and expiry_tick between first and last and entry_tick >= $1`,
    [genesis.tick, nowTick],
  );
  const milli = new Map([[genesis.tick, publishedPriceMilli(genesis.state)]]);
  for (const { epoch, startState } of await listEpochs(database, genesis, 0, Number.MAX_SAFE_INTEGER)) {
    const tick = firstTickOf(epoch, genesis.tick) - 1;
    // A state of an hour that has not begun was put there by somebody else.
    if (startState !== null && tick <= nowTick) milli.set(tick, publishedPriceMilli(startState));
  }
  const doubtful = new Set<number>();
  for (const { tick, price } of rows) {
    const found = parsePriceMilli(price);
    if ((milli.get(tick) ?? found) !== found) doubtful.add(tick);
    milli.set(tick, found);
  }
  for (const tick of doubtful) milli.delete(tick);
  return { tick: [...milli.keys()].reduce((newest, tick) => Math.max(newest, tick), genesis.tick), milli };
}
