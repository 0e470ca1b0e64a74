import { usedStripes } from "../ledger/public.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import {
  findCurrentGenesis,
  findGenesisChain,
  isSecretKnown,
  lockGeneses,
  recordEnding,
} from "../prices/public.ts";
import type { EndReason, Genesis } from "../prices/public.ts";
import { closePositions } from "./close-positions.ts";
import type { ClosedSums } from "./close-positions.ts";
import { storedPrices } from "./known-prices.ts";
import type { KnownPrices } from "./known-prices.ts";
import { bookOf, settlePositions } from "./settle-positions.ts";
import { setAsideIn } from "./unsettled-positions.ts";

/** Another process still sells on a price that is to end. */
export class StillServedError extends Error {
  constructor() {
    super("A server is running on this database, with the price that is to end. Stop all of them first.");
    this.name = "StillServedError";
  }
}

/** A server on an external database shows by its leased stripe; on the embedded one, by the lock of the data directory. */
export async function assertNotServed(connection: Queryable): Promise<void> {
  if ((await usedStripes(connection)).size > 0) throw new StillServedError();
}

type Context = { database: Database; clock: Clock; log: Log };

export type EndedPrice = ClosedSums & { settled: number };

/**
 * Ends a price: settles what expired at a tick whose price is known, then closes what is left. The next start begins a new one.
 *
 * A kill in between leaves the price as it is, with some positions settled as they had to be; the next run goes on. Closings
 * and the end of the price are one transaction, so nothing is closed twice, and nobody begins a new price before.
 *
 * @returns undefined where another process has ended it meanwhile
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

/** The ticks at which open positions expire and whose price is known. */
async function dueTicks(database: Database, { milli }: KnownPrices): Promise<number[]> {
  const { rows } = await database.query<{ tick: number }>(
    "select distinct expiry_tick as tick from trading_positions where status = 'active' order by tick",
  );
  return rows.map(({ tick }) => tick).filter((tick) => milli.has(tick));
}

/** The newest tick that a position was entered at. Reads all positions. */
async function findNewestEntry(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ tick: number }>(
    "select coalesce(max(entry_tick), 0)::bigint as tick from trading_positions",
  );
  return rows[0]!.tick;
}

/**
 * Ends a price of an older version, without a beacon or without promised terms: nobody computes it any more. Refuses while a
 * process of then runs. Several processes may start at once.
 */
export async function endOldPrice(context: Context & { secret: Uint8Array }): Promise<void> {
  const { database, clock, log, secret } = context;
  if ((await findGenesisChain(database)) !== null) return;
  const genesis = await findCurrentGenesis(database);
  if (genesis === undefined) return;
  const prices = await storedPrices(database, genesis, nowTick(clock));
  const reason = (await isSecretKnown(database, secret)) ? "beacon" : "secret";
  const ended = await endPrice(context, { genesis, reason, prices });
  if (ended === undefined) return;
  const { settled, positions: closed } = ended;
  log.warn({ settled, closed }, "the price is of an older version: it has ended, and a new one begins");
}
