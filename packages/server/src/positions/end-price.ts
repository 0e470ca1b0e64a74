import { setTimeout as delay } from "node:timers/promises";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import type { RoundTimes } from "@veritick/domain/rounds.ts";
import { firstTickOf } from "@veritick/domain/epoch-times.ts";
import { parsePriceMilli, publishedPriceMilli } from "@veritick/domain/price.ts";
import { LOCAL_BEACON_ID } from "../beacon/public.ts";
import { RETAKEN_MS, usedStripes } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { findCurrentGenesis, listEpochs, lockGeneses, recordEnding } from "../prices/public.ts";
import type { EndReason, Genesis, PriceBook } from "../prices/public.ts";
import { closePositions } from "./close-positions.ts";
import type { ClosedSums } from "./close-positions.ts";
import { bookOf, settlePositions } from "./settle-positions.ts";
import { setAsideIn } from "./unsettled-positions.ts";

/** A server runs on the database, and must not. */
export class StillServedError extends Error {
  constructor() {
    super("A server is running on this database. Stop all servers first.");
    this.name = "StillServedError";
  }
}

/**
 * Throws if a server uses this external database, which its leased stripe shows. A server whose connections were just lost
 * has none for a moment. The lock of the data directory guards an embedded database.
 */
export async function assertNotServed(connection: Queryable): Promise<void> {
  if ((await usedStripes(connection)).size > 0) throw new StillServedError();
}

/** Waits so many milliseconds. Tests pass their own to decide when the second look comes. */
export type Wait = (ms: number) => Promise<unknown>;

/**
 * Looks for servers now, and on an external database again once each has had the time to show itself. After a restart or a
 * failover of the database no server holds its stripe for a moment.
 *
 * @throws StillServedError
 */
export async function confirmServersStopped(
  connection: Queryable,
  { databaseUrl, tell, wait = delay }: StopCheck,
): Promise<void> {
  await assertNotServed(connection);
  if (databaseUrl === undefined) return;
  tell(`Looking for running servers for ${RETAKEN_MS / 1000} seconds.`);
  await wait(RETAKEN_MS);
  await assertNotServed(connection);
}

type StopCheck = { databaseUrl: string | undefined; tell(line: string): void; wait?: Wait | undefined };

/** The time of silence after which a beacon counts as gone. */
export const GONE_SECONDS = 24 * 3600;
/** An installation's own beacon that has given a round within this time counts as running. */
const ALIVE_SECONDS = 60;

/**
 * Returns true if open positions may still be settled by rounds that exist but are not here. The relays of a public beacon
 * keep every round, so a short silence here says nothing. The rounds of an own beacon whose key is lost never come.
 */
export function mayStillSettle(
  { beaconID }: Pick<BeaconChain, "beaconID">,
  known: { silentSeconds: number; newestTick: number; lastExpiryTick: number },
): boolean {
  const patience = beaconID === LOCAL_BEACON_ID ? ALIVE_SECONDS : GONE_SECONDS;
  return known.silentSeconds <= patience && known.lastExpiryTick > known.newestTick;
}

type Context = { database: Database; clock: Clock; log: Log };

export type EndedPrice = ClosedSums & { settled: number };

/**
 * Ends a price: settles the positions that expired at a tick whose price is known, then closes the others. The next start
 * begins a new price.
 *
 * A kill in between leaves the price as it is, with some positions settled as they had to be, and the next run goes on. The
 * closings and the end of the price are one transaction, so nothing is closed twice, and no process begins a new price
 * earlier.
 *
 * @returns undefined if another process has ended it meanwhile
 * @throws StillServedError
 */
export async function endPrice(
  context: Context,
  { genesis, reason, prices }: { genesis: Genesis; reason: EndReason; prices: KnownPrices },
): Promise<EndedPrice | undefined> {
  const { database, clock } = context;
  let settled = 0;
  for (const tick of await dueTicks(database, prices)) {
    const book = bookOf(tick, prices.milli.get(tick)!);
    settled += await settlePositions({ ...context, book }, () => {}, tick);
  }
  return transaction(database, async (connection) => {
    await lockGeneses(connection);
    if ((await findCurrentGenesis(connection))?.tick !== genesis.tick) return undefined;
    await assertNotServed(connection);
    // A server may run all the same. Its orders under way end before this lock and are closed below. Later ones begin after
    // the commit and are refused, because the statement that opens positions reads `price_endings`.
    await connection.query("lock table trading_positions in share row exclusive mode");
    const at = dateOf(clock);
    const lastTick = Math.max(prices.tick, await findNewestEntry(connection));
    const closed = await closePositions(connection, { known: prices.milli, reason, at }, (id) =>
      setAsideIn(connection, context, id),
    );
    const { tick } = prices;
    await recordEnding(connection, {
      genesisTick: genesis.tick,
      reason,
      tick,
      lastTick,
      endedAt: at,
      ...closed,
    });
    return { ...closed, settled };
  });
}

/** Returns the ticks at which open positions expire and whose price is known. */
async function dueTicks(database: Database, { milli }: KnownPrices): Promise<number[]> {
  const { rows } = await database.query<{ tick: number }>(
    "select distinct expiry_tick as tick from trading_positions where status = 'active' order by tick",
  );
  return rows.map(({ tick }) => tick).filter((tick) => milli.has(tick));
}

/** Returns the newest tick at which a position was entered. Reads all positions. */
async function findNewestEntry(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ tick: number }>(
    "select coalesce(max(entry_tick), 0)::bigint as tick from trading_positions",
  );
  return rows[0]!.tick;
}

/** The known prices of a price that ends. */
type KnownPrices = {
  /** The newest tick whose price is known. */
  readonly tick: number;
  /** Prices in thousandths by tick: at the ticks at which open positions expire, and those at which they can be closed. */
  readonly milli: ReadonlyMap<number, number>;
};

/** Returns the price at the end of a book's newest complete block, and those at which open positions expire until then. */
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
 * Returns the stored published prices of a price whose secret is lost. They are the entry and result prices of positions,
 * and the prices with which hours began. If two differ for one tick, it uses neither: somebody changed
 * the database.
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
    // Somebody else must have written the state of an hour that has not begun.
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
