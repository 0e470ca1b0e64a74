import { readPlace } from "../config/installation.ts";
import { readConfig } from "../config/config.ts";
import { usedStripes } from "../ledger/public.ts";
import { attachDatabase, requireDatabase } from "./tool.ts";
import { createSkewWatch } from "../cluster/clock-skew.ts";
import { nowTick, systemClock, dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { migrate } from "../platform/db/migrate.ts";
import { findNewestEntry, refundPositions } from "../positions/public.ts";
import { isSecretKnown, recordGenesis } from "../prices/public.ts";

/**
 * `npm run price:regenesis`, for when PRICE_SECRET is lost: positions still open are refunded and the price starts
 * anew from the secret now configured. Refused while the secret is not lost, or while a server runs.
 */
async function regenerate(): Promise<void> {
  // Before the secrets are read: where there are none, some would be made.
  requireDatabase(readPlace(process.env));
  const config = readConfig(process.env);
  const clock = systemClock();
  const { database, connection, isServed, close } = await attachDatabase(config);
  try {
    if (isServed) throw new ServedError();
    await assertNotServed(database);
    await migrate(connection, createLog("error"));
    if (await isSecretKnown(database, config.priceSecret)) {
      console.log("PRICE_SECRET is the one behind the commitments on record. Nothing was changed.");
      return;
    }
    // The new price begins by the clock that the old one went by.
    await createSkewWatch(database, clock).measure();
    const refunded = await transaction(database, async (inTransaction) => {
      const count = await refundPositions(inTransaction, "price_lost", dateOf(clock));
      const soldTick = await findNewestEntry(inTransaction);
      await recordGenesis(inTransaction, nowTick(clock), dateOf(clock), soldTick);
      // One may have been started since.
      await assertNotServed(inTransaction);
      return count;
    });
    console.log(`A new price starts now. Open positions refunded: ${refunded}.`);
  } finally {
    await close();
  }
}

class ServedError extends Error {
  constructor() {
    super("A server is running on this database. Stop all of them first.");
  }
}

/** On a data directory of its own a server shows by its lock, elsewhere by the stripe it has leased. */
async function assertNotServed(connection: Queryable): Promise<void> {
  if ((await usedStripes(connection)).size > 0) throw new ServedError();
}

regenerate().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
