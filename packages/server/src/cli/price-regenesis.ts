import { readDatabaseLocation } from "../config/installation.ts";
import { chainOf } from "../beacon/public.ts";
import { readConfig } from "../config/config.ts";
import { usedStripes } from "../ledger/public.ts";
import { attachDatabase, requireDatabase } from "./tool.ts";
import { createSkewWatch } from "../cluster/clock-skew.ts";
import { systemClock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { migrate } from "../platform/db/migrate.ts";
import { renewPrice } from "../positions/public.ts";
import { findGenesisChain, isSecretKnown } from "../prices/public.ts";

/**
 * `npm run price:regenesis`: after PRICE_SECRET was lost or BEACON was changed, refunds the open positions and starts a new price from the secret
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
    const chain = await chainOf(config.beacon);
    const found = await findGenesisChain(database);
    const isSameBeacon = found === undefined || found === chain.chainHash;
    if (isSameBeacon && (await isSecretKnown(database, config.priceSecret))) {
      console.log(
        "PRICE_SECRET is the one behind the commitments on record, and BEACON is the same. Nothing was changed.",
      );
      return;
    }
    // The new price starts by the same clock as the old one: the database's.
    await createSkewWatch(database, clock).measure();
    const refunded = await transaction(database, async (inTransaction) => {
      const count = await renewPrice(inTransaction, chain, clock);
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
