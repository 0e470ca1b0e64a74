import { parseArgs } from "node:util";
import { momentIn } from "@veritick/contract/local-values.ts";
import { dueTick } from "@veritick/domain/rounds.ts";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { chainOf, openBeacon } from "../beacon/public.ts";
import { formerBeacons } from "../config/beacon.ts";
import type { BeaconConfig } from "../config/beacon.ts";
import { readConfig } from "../config/config.ts";
import type { Config } from "../config/config.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { attachDatabase, NoDatabaseError, RefusedError, requireDatabase, runTool } from "./tool.ts";
import { useOutgoingProxy } from "../platform/outgoing-proxy.ts";
import { createSkewWatch } from "../cluster/clock-skew.ts";
import { nowTick, systemClock } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { withClient } from "../platform/db/database.ts";
import type { Database } from "../platform/db/database.ts";
import { listApplied, migrate } from "../platform/db/migrate.ts";
import { adoptRoundKey, createSealing, isPepperKnown } from "../platform/sealing.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import {
  assertNotServed,
  confirmServersStopped,
  endPrice,
  GONE_SECONDS,
  mayStillSettle,
  pricesOfBook,
  StillServedError,
  storedPrices,
} from "../positions/public.ts";
import type { Wait } from "../positions/public.ts";
import {
  findChain,
  findCurrentGenesis,
  getGenesisChain,
  isSecretKnown,
  openEndingBook,
} from "../prices/public.ts";
import type { Genesis } from "../prices/public.ts";

/** The reason why the command changes nothing. */
class NothingToEndError extends Error {}

type Environment = Record<string, string | undefined>;
type Ending = {
  database: Database;
  clock: Clock;
  environment: Environment;
  config: Config;
  genesis: Genesis;
};

/**
 * `npm run price:regenesis`: ends the price series after PRICE_SECRET was lost, BEACON was changed or the beacon has been gone for
 * a day. It settles the positions whose result is known and closes the others at their fair value. The next start creates a
 * new series. The command is refused while a server runs.
 */
export async function regenerate(
  environment: Environment,
  { tell, wait }: { tell(line: string): void; wait?: Wait },
): Promise<void> {
  // This check comes before reading the secrets, which would create missing ones.
  requireDatabase(readDatabaseLocation(environment));
  const config = readConfig(environment);
  // Whether the beacon is gone is asked of its relays.
  if (config.outgoingProxy !== undefined) useOutgoingProxy(config.outgoingProxy);
  const clock = systemClock();
  const { database, connection, isServed, close } = await attachDatabase(config);
  try {
    if (isServed) throw new StillServedError();
    await assertNotServed(database);
    const log = createLog("error");
    // A migration would make a schema in an empty database, which a restore then refuses.
    if ((await withClient(connection, listApplied)).length === 0)
      throw new NoDatabaseError(
        "This database has never been used. Run this command with the server's settings (DATA_DIR or DATABASE_URL). Nothing was changed.",
      );
    await migrate(connection, log);
    const genesis = await findCurrentGenesis(database);
    if (genesis === undefined)
      throw new NothingToEndError(
        "There is no price series to end: the next start creates one. Nothing was changed.",
      );
    // The new price starts by the same clock as the old one: the database's.
    await createSkewWatch(database, clock).measure();
    const ending = await decide({ database, clock, environment, config, genesis });
    await confirmServersStopped(database, { ...config, tell, wait });
    const ended = await endPrice({ database, clock, log }, { genesis, ...ending });
    if (ended === undefined)
      throw new NothingToEndError("Another process has already ended the price series.");
    const { settled, positions, stakeMinor, valueMinor } = ended;
    tell(
      `The price series has ended. Positions settled: ${settled}. Positions closed early: ${positions}, for ` +
        `${formatMinor(valueMinor)} USDMS of ${formatMinor(stakeMinor)} USDMS staked. The next start creates a new price series.`,
    );
  } catch (error) {
    if (!(error instanceof NothingToEndError)) throw error;
    tell(error.message);
  } finally {
    await close();
  }
}

async function decide(ending: Ending) {
  const { database, clock, config, genesis } = ending;
  if (!(await isSecretKnown(database, config.priceSecret)))
    return { reason: "secret" as const, prices: await storedPrices(database, genesis, nowTick(clock)) };
  const chainHash = await getGenesisChain(database, genesis);
  const configured = await chainOf(config.beacon);
  const isSame = configured.chainHash === chainHash;
  if (isSame && config.beacon.kind === "local")
    throw new NothingToEndError(
      "PRICE_SECRET and BEACON match the price series on record, so it need not end. Nothing was changed.",
    );
  const chain = isSame ? configured : (await findChain(database, chainHash))!;
  return { reason: "beacon" as const, prices: await fromRounds(ending, chain, isSame) };
}

/**
 * Computes the prices from the beacon's rounds, which it reads, makes or fetches. Positions without a round's price are
 * closed.
 */
async function fromRounds(ending: Ending, chain: BeaconChain, isSame: boolean) {
  const { database, clock, config, genesis } = ending;
  const log = createLog("error");
  const last = await findLastExpiry(database);
  // The configured beacon needs the present time to show that it is gone. A former one needs no rounds after the last
  // position.
  const until = isSame ? clock : upTo(clock, Math.max(last, genesis.tick));
  const sealing = createSealing(config.codePepper);
  if (await isPepperKnown(database, config.codePepper)) await adoptRoundKey(database, sealing);
  const context = { database, clock: until, log, metrics: createMetrics(), sealing };
  const beacon = await openBeacon(isSame ? config.beacon : await formerOf(ending, chain), context);
  try {
    const secret = config.priceSecret;
    const book = await openEndingBook({ database, beacon, clock: until, secret, genesis });
    const prices = await pricesOfBook(database, book, chain);
    const newest = beacon.newestRound();
    const silent = newest === undefined ? Infinity : nowTick(clock) - dueTick(chain, newest);
    if (isSame && silent <= GONE_SECONDS)
      throw new NothingToEndError(
        "PRICE_SECRET and BEACON match the price series on record, and the newest round of the beacon is less than 24 hours " +
          "old, so the series need not end. Nothing was changed.",
      );
    if (mayStillSettle(chain, { silentSeconds: silent, newestTick: prices.tick, lastExpiryTick: last }))
      throw new RefusedError(
        `Nothing was changed. The last open position expires on ${momentIn("en", new Date(last * 1000))}, and some of the rounds ` +
          "that settle the open positions are missing. Run this command again after that, from a machine that can reach a relay " +
          "of the previous beacon.",
      );
    return prices;
  } finally {
    await beacon.stop();
  }
}

/** Returns a clock that stops at the end of a second. */
const upTo = (clock: Clock, tick: number): Clock => ({
  ...clock,
  nowMs: () => Math.min(clock.nowMs(), tick * 1000 + 999),
});

async function formerOf({ config, environment }: Ending, chain: BeaconChain): Promise<BeaconConfig> {
  for (const former of formerBeacons(chain, config.beacon, environment, config))
    if ((await chainOf(former)).chainHash === chain.chainHash) return former;
  throw new Error(`no beacon of ${chain.chainHash}`);
}

async function findLastExpiry(database: Database): Promise<number> {
  const { rows } = await database.query<{ last: number }>(
    "select coalesce(max(expiry_tick), 0)::bigint as last from trading_positions where status = 'active'",
  );
  return rows[0]!.last;
}

if (import.meta.main) {
  await runTool("npm run price:regenesis", async () => {
    parseArgs();
    await regenerate(process.env, { tell: console.log }).catch((error: unknown) => {
      throw error instanceof StillServedError ? new RefusedError(error.message, { cause: error }) : error;
    });
  });
}
