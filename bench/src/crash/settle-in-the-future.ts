import { createApp } from "@veritick/server/app.ts";
import { readConfig } from "@veritick/server/config/config.ts";
import { nowTick, systemClock } from "@veritick/server/platform/clock.ts";
import { openDataDir } from "@veritick/server/platform/process/data-dir.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { openLocalKey } from "@veritick/server/beacon/public.ts";
import { signInBulk } from "@veritick/server/beacon/sign-in-bulk.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";

/** A little longer than the longest position. */
const JUMP_SECONDS = 11 * 60;

/**
 * Runs the platform in this process on a data directory that no server uses, and moves its clock by eleven minutes so that
 * every position expires. Returns the faults that `inspect` finds then.
 */
export async function settleInTheFuture(
  dataDir: string,
  secrets: { PRICE_SECRET: string; BEACON_KEY: string },
  inspect: (database: Database, newestTick: number) => Promise<string[]>,
): Promise<string[]> {
  const config = readConfig({
    PORT: "0",
    DATA_DIR: dataDir,
    ...secrets,
    HOUSE_CAPITAL: "1000000000",
    SANDBOX_CONFIRM_SECONDS: "1",
  });
  const log = createLog("error");
  const local = await openLocalKey(config.beacon.kind === "local" ? config.beacon.key : new Uint8Array(32));
  const clock = movableClock(systemClock().nowMs());
  const first = roundOf(local.chain, nowTick(clock));
  const last = roundOf(local.chain, nowTick(clock) + JUMP_SECONDS);
  const signatures = await signInBulk(local.key, first, last - first + 1);
  const sign = (round: number) => signatures[round - first] ?? local.signer.sign(round);
  const opened = await openDataDir(config, log);
  try {
    const { connection } = opened;
    const app = await createApp({
      config,
      connection,
      clock,
      log,
      webRoot: dataDir,
      maxClockSkewMs: Infinity,
      // Signs the rounds of all eleven minutes at once as the clock jumps.
      beacon: { local: { ...local, signer: { sign, atOnce: Infinity } } },
    });
    await app.listen();
    clock.jump(JUMP_SECONDS);
    await app.settled();
    const faults = await inspect(app.database, nowTick(clock));
    await app.close();
    return faults;
  } finally {
    await opened.close();
  }
}
