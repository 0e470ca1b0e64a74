import { randomBytes } from "node:crypto";
import { dueTick } from "@veritick/domain/rounds.ts";
import { inject, onTestFinished } from "vitest";
import { openBeacon } from "../src/beacon/public.ts";
import type { Beacon, BeaconStandIns } from "../src/beacon/public.ts";
import type { BeaconConfig } from "../src/config/beacon.ts";
import { openDatabase } from "../src/platform/db/database.ts";
import type { Database } from "../src/platform/db/database.ts";
import { createSealing } from "../src/platform/sealing.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import type { Log } from "../src/platform/telemetry/log.ts";
import { createMetrics } from "../src/platform/telemetry/metrics.ts";
import type { Metrics } from "../src/platform/telemetry/metrics.ts";
import { blsInProcess } from "./signed-rounds.ts";
import { chainOf, RELAY_KEY, startFakeRelay } from "./fake-relay.ts";
import type { FakeRelay, RelayManner } from "./fake-relay.ts";
import { movableClock } from "./movable-clock.ts";
import type { MovableClock } from "./movable-clock.ts";
import { cloneDatabase } from "./test-database.ts";

/** An arbitrary round, due in 2026. */
export const ROUND = 33_000_000;

export type BeaconApart = Beacon & {
  metrics: Metrics;
  /** The number of times that all its relays failed together. */
  failures(): Promise<number>;
};

/** Deletes stored rounds, although the table is append-only. */
export async function loseRounds(database: Database, rounds: readonly number[]): Promise<void> {
  const trigger = "trigger beacon_rounds_append_only";
  await database.query(`alter table beacon_rounds disable ${trigger}`);
  await database.query("delete from beacon_rounds where round = any ($1)", [rounds]);
  await database.query(`alter table beacon_rounds enable ${trigger}`);
}

/** A beacon with a database, relays and a clock, but without a server. All of it ends with the test. */
export async function beaconScope() {
  const connection = await cloneDatabase(inject("postgres"));
  const database: Database = openDatabase(connection, createLog("silent"));
  const sealing = createSealing(randomBytes(32));
  // With a fraction of a millisecond, as on a server's clock that follows its database's.
  const clock: MovableClock = movableClock(dueTick(chainOf(RELAY_KEY), ROUND) * 1000 + 0.3);
  onTestFinished(async () => {
    await database.end();
    await connection.drop();
  });

  async function relay(manner: RelayManner = "well"): Promise<FakeRelay> {
    const started = await startFakeRelay(clock);
    started.manner = manner;
    onTestFinished(started.close);
    return started;
  }

  async function open(
    config: BeaconConfig,
    options: BeaconStandIns & { log?: Log } = {},
  ): Promise<BeaconApart> {
    const metrics = createMetrics();
    const log = options.log ?? createLog("silent");
    const context = {
      database,
      clock,
      sealing,
      metrics,
      bls: blsInProcess(),
      answerMs: 400,
      ...options,
      log,
    };
    const beacon = await openBeacon(config, context);
    onTestFinished(beacon.stop);
    const failures = async () =>
      (await metrics.beaconRelayFailures.get()).values.reduce((sum, { value }) => sum + value, 0);
    return { ...beacon, metrics, failures };
  }

  return {
    database,
    clock,
    relay,
    open,
    /** Opens a beacon that asks these relays. */
    ask: (relays: readonly FakeRelay[], options: BeaconStandIns & { log?: Log } = {}) =>
      open(
        { kind: "drand", chain: chainOf(RELAY_KEY), relays: relays.map(({ url }) => url), delayMs: 1_500 },
        options,
      ),
  };
}
