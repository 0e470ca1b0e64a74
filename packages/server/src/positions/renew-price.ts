import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { findGenesisChain, lockGeneses, recordGenesis } from "../prices/public.ts";
import { findNewestEntry, refundPositions } from "./refund-positions.ts";

/** Refunds the open positions and begins a new price in the caller's transaction. Returns how many were refunded. */
export async function renewPrice(connection: Queryable, chain: BeaconChain, clock: Clock): Promise<number> {
  const refunded = await refundPositions(connection, "price_lost", dateOf(clock));
  const soldTick = await findNewestEntry(connection);
  await recordGenesis(connection, chain, nowTick(clock), dateOf(clock), soldTick);
  return refunded;
}

/** Begins a new price where the one on record is of protocol 1, which was made without a beacon. */
export async function renewOldPrice(context: {
  database: Database;
  chain: BeaconChain;
  clock: Clock;
  log: Log;
}): Promise<void> {
  const { database, chain, clock, log } = context;
  if ((await findGenesisChain(database)) !== null) return;
  const refunded = await transaction(database, async (connection) => {
    await lockGeneses(connection);
    // Another process may have done it meanwhile.
    return (await findGenesisChain(connection)) === null ? renewPrice(connection, chain, clock) : undefined;
  });
  if (refunded === undefined) return;
  log.warn(
    { refunded },
    "the price was made without a beacon: a new one begins, and open positions are refunded",
  );
}
