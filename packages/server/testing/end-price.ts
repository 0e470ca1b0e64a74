import { rhoOf } from "@veritick/domain/beacon.ts";
import { fromHex } from "@veritick/domain/epochs.ts";
import type { Beacon } from "../src/beacon/public.ts";
import { dateOf, nowTick } from "../src/platform/clock.ts";
import type { Clock } from "../src/platform/clock.ts";
import { openDatabase, transaction } from "../src/platform/db/database.ts";
import type { Database } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { setAsideIn } from "../src/positions/unsettled-positions.ts";
import { closePositions, endPrice, pricesOfBook, storedPrices } from "../src/positions/public.ts";
import { findCurrentGenesis, openEndingBook, recordEnding } from "../src/prices/public.ts";
import { TEST_BEACON_CHAIN, unsigned } from "./free-beacon.ts";
import { TEST_SECRET } from "./test-app.ts";
import type { DatabaseConnection } from "./test-database.ts";

/** Closes all open positions beside a running server. Without known prices, each stake is refunded. */
export const closeAll = (database: Database, at: Date, known: ReadonlyMap<number, number> = new Map()) =>
  transaction(database, (connection) =>
    closePositions(connection, { known, reason: "secret", at }, (id) =>
      setAsideIn(connection, { clock: { nowMs: () => at.getTime() } as Clock, log: createLog("silent") }, id),
    ),
  );

/** Ends the price without closing positions. */
export async function endEmptyPrice(database: Database, clock: Clock): Promise<void> {
  const { tick } = (await findCurrentGenesis(database))!;
  const sums = { positions: 0, stakeMinor: 0n as never, valueMinor: 0n as never };
  const ending = {
    genesisTick: tick,
    reason: "secret",
    tick,
    lastTick: tick,
    endedAt: dateOf(clock),
  } as const;
  await recordEnding(database, { ...ending, ...sums });
}

/** A beacon that has given no round after `newest`. */
const goneAfter = (newest: number, signatureOf: (round: number) => string): Beacon =>
  ({
    chain: TEST_BEACON_CHAIN,
    follow: () => Promise.resolve(),
    newestRound: () => newest,
    rhoOf: (round) => rhoOf(signatureOf(round)),
    state: () => "late",
    wholeRounds: (from: number, to: number) =>
      Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(to, newest) - from + 1) }, (_, index) => ({
          round: from + index,
          signature: signatureOf(from + index),
        })),
      ),
  }) as Partial<Beacon> as Beacon;

/**
 * Ends the price as `npm run price:regenesis` does after the secret was lost or, given a round, after the beacon stopped. No
 * server may run.
 */
export async function endPriceOf(
  connection: DatabaseConnection,
  clock: Clock,
  newestRound?: number,
  signatureOf = unsigned,
) {
  const log = createLog("silent");
  const database = openDatabase(connection, log, 2);
  try {
    const genesis = (await findCurrentGenesis(database))!;
    if (newestRound === undefined) {
      const prices = await storedPrices(database, genesis, nowTick(clock));
      return await endPrice({ database, clock, log }, { genesis, reason: "secret", prices });
    }
    const beacon = goneAfter(newestRound, signatureOf);
    const secret = fromHex(TEST_SECRET);
    const book = await openEndingBook({ database, beacon, clock, secret, genesis, patienceMs: 0 });
    const prices = await pricesOfBook(database, book, beacon.chain);
    return await endPrice({ database, clock, log }, { genesis, reason: "beacon", prices });
  } finally {
    await database.end();
  }
}
