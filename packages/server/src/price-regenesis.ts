import { readPlace } from "./config-place.ts";
import { readConfig } from "./config.ts";
import { usedStripes } from "./ledger/public.ts";
import { attachDatabase, requireDatabase } from "./platform/attach-database.ts";
import { nowTick, systemClock, dateOf } from "./platform/clock.ts";
import { transaction } from "./platform/database.ts";
import { createLog } from "./platform/log.ts";
import { migrate } from "./platform/migrate.ts";
import { refundPositions } from "./positions/public.ts";
import { isSecretKnown, recordGenesis } from "./prices/public.ts";

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
    // On a data directory of its own a server shows by its lock, elsewhere by the stripe it has leased.
    if (isServed || (await usedStripes(database)).size > 0) {
      throw new Error("A server is running on this database. Stop all of them first.");
    }
    await migrate(connection, createLog("error"));
    if (await isSecretKnown(database, config.priceSecret)) {
      console.log("PRICE_SECRET is the one behind the commitments on record. Nothing was changed.");
      return;
    }
    const refunded = await transaction(database, async (inTransaction) => {
      const count = await refundPositions(inTransaction, "price_lost", dateOf(clock));
      await recordGenesis(inTransaction, nowTick(clock), dateOf(clock));
      return count;
    });
    console.log(`A new price starts now. Open positions refunded: ${refunded}.`);
  } finally {
    await close();
  }
}

regenerate().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
