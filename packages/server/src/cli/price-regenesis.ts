import { readDatabaseLocation } from "../config/installation.ts";
import { chainOf } from "../beacon/public.ts";
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
 * `npm run price:regenesis`: after PRICE_SECRET was lost, refunds the open positions and starts a new price from the secret
 * that is configured now. Refused while the secret is known, or while a server runs.
 */
async function regenerate(): Promise<void> {
  // Comes before reading the secrets, which would create missing ones.
  requireDatabase(readDatabaseLocation(process.env));
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
    // The new price starts by the same clock as the old one: the database's.
    await createSkewWatch(database, clock).measure();
    const refunded = await transaction(database, async (inTransaction) => {
      const count = await refundPositions(inTransaction, "price_lost", dateOf(clock));
      const soldTick = await findNewestEntry(inTransaction);
      await recordGenesis(
        inTransaction,
        await chainOf(config.beacon),
        nowTick(clock),
        dateOf(clock),
        soldTick,
      );
      // A server may have started since.
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

/** A server on an external database shows by its leased stripe; on the embedded one, by the lock of the data directory. */
async function assertNotServed(connection: Queryable): Promise<void> {
  if ((await usedStripes(connection)).size > 0) throw new ServedError();
}

regenerate().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
