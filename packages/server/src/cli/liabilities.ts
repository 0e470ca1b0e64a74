import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epochs.ts";
import { attachDatabase, requireDatabase, runTool } from "./tool.ts";
import { readGivenSecrets, readPlace } from "../config/installation.ts";
import { ConfigError, readSecret } from "../config/values.ts";
import {
  BooksDifferError,
  hasSigningKey,
  isSigningKeyKnown,
  StatementChangedError,
  takeStatement,
} from "../fairness/public.ts";
import { createSkewWatch } from "../cluster/clock-skew.ts";
import { nowTick, systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { createSigner } from "../platform/signing.ts";
import { getGenesisAt, listEpochs } from "../prices/public.ts";

/**
 * `npm run liabilities`: states what is owed to all users, now, beside a live server or without one. Exit code 1 where
 * the balances are not what the ledger says, or the statement before is not what was signed.
 */
await runTool(async () => {
  const place = readPlace(process.env);
  // Before the key is read: where there is none, one would be made.
  requireDatabase(place);
  const key = readSecret(
    { variable: "SIGNING_KEY", file: "signing-key" },
    readGivenSecrets(process.env)["signing-key"],
    place.databaseUrl === undefined ? place.dataDir : undefined,
  );
  const { database, close } = await attachDatabase(place);
  try {
    await assertServersKey(database, key);
    const clock = systemClock();
    await createSkewWatch(database, clock).measure();
    const statement = await takeStatement(
      {
        database,
        clock,
        signer: createSigner(key),
        chainNow: () => readChain(database, nowTick(clock)),
      },
      { waits: true },
    );
    const { number, taken, total, root } = statement!;
    console.log(`Statement ${number}, ${taken}\n  total ${total}\n  root  ${root}`);
  } catch (error) {
    if (error instanceof BooksDifferError) console.error(`${error.message} See \`npm run ledger:check\`.`);
    else if (error instanceof StatementChangedError) console.error(error.message);
    else throw error;
    process.exitCode = 1;
  } finally {
    await close();
  }
});

/** A key that no server has published yet would sign what nobody can check. */
async function assertServersKey(database: Database, key: Uint8Array): Promise<void> {
  if ((await hasSigningKey(database)) && (await isSigningKeyKnown(database, key))) return;
  throw new ConfigError("SIGNING_KEY is not the key of a server that has run on this database.");
}

/** As far as the servers have published commitments by now. */
async function readChain(database: Database, tick: number): Promise<{ epoch: number; head: string }> {
  const genesis = await getGenesisAt(database, Number.MAX_SAFE_INTEGER);
  const newest = Math.max(epochOf(tick), epochOf(genesis.tick + 1)) + EPOCHS_AHEAD;
  const epochs = await listEpochs(database, genesis, 0, newest);
  const last = epochs.findLast(({ head }) => head !== null);
  if (last === undefined) throw new Error("No commitment has been published yet: start a server first.");
  return { epoch: last.epoch, head: last.head! };
}
