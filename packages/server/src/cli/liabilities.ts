import { parseArgs } from "node:util";
import { momentIn } from "@veritick/contract/local-values.ts";
import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epoch-times.ts";
import { attachDatabase, requireDatabase, runTool } from "./tool.ts";
import { readDatabaseLocation, readSecret } from "../config/installation.ts";
import { ConfigError } from "../config/values.ts";
import {
  BooksDifferError,
  hasSigningKey,
  isSigningKeyKnown,
  StatementChangedError,
  takeStatement,
} from "../fairness/public.ts";
import { createSkewWatch } from "../cluster/clock-skew.ts";
import { systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { createSigner } from "../platform/signing.ts";
import { getGenesisAt, listEpochs } from "../prices/public.ts";

/**
 * `npm run liabilities`: signs a liabilities report now, with or without a running server. Exit code 1 if the balances
 * differ from the ledger, or the previous report was changed.
 */
await runTool("npm run liabilities", async () => {
  parseArgs();
  const location = readDatabaseLocation(process.env);
  // This check comes before reading the key, which would create a missing one.
  requireDatabase(location);
  const key = readSecret("signing-key", process.env, location);
  const { database, close } = await attachDatabase(location);
  try {
    await assertServersKey(database, key);
    const clock = systemClock();
    await createSkewWatch(database, clock).measure();
    const statement = await takeStatement(
      {
        database,
        clock,
        signer: createSigner(key),
        chainNow: () => readChain(database),
      },
      { waits: true },
    );
    const { number, taken, total, root } = statement!;
    console.log(
      `Liabilities report ${number}, ${momentIn("en", new Date(taken))}\n  total ${total}\n  root  ${root}`,
    );
  } catch (error) {
    if (error instanceof BooksDifferError) console.error(`${error.message} See \`npm run ledger:check\`.`);
    else if (error instanceof StatementChangedError) console.error(error.message);
    else throw error;
    process.exitCode = 1;
  } finally {
    await close();
  }
});

/** Throws unless a server has published this key, because nobody could check a signature by another one. */
async function assertServersKey(database: Database, key: Uint8Array): Promise<void> {
  if ((await hasSigningKey(database)) && (await isSigningKeyKnown(database, key))) return;
  throw new ConfigError("SIGNING_KEY is not the key of a server that has run on this database.");
}

/**
 * Reads the newest epoch whose commitment the servers have published, with the head of the chain. They publish as far ahead
 * of the newest epoch whose prices have begun. While the beacon is late, that is not the clock's.
 */
async function readChain(database: Database): Promise<{ epoch: number; head: string }> {
  const genesis = await getGenesisAt(database, Number.MAX_SAFE_INTEGER);
  const epochs = await listEpochs(database, genesis, 0, Number.MAX_SAFE_INTEGER);
  const begun = epochs.findLast(({ startState }) => startState !== null)?.epoch ?? epochOf(genesis.tick + 1);
  const last = epochs.findLast(({ epoch, head }) => head !== null && epoch <= begun + EPOCHS_AHEAD);
  if (last === undefined) throw new Error("No commitment has been published yet. Start a server first.");
  return { epoch: last.epoch, head: last.head };
}
