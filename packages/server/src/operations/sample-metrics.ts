import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Beacon } from "../beacon/public.ts";
import { readHouse } from "../ledger/public.ts";
import { readBacklog } from "../payments/public.ts";
import type { PaymentProvider, ProviderOutcome } from "../payments/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { BACKUP_COPIED, BACKUP_MADE, readKeptValue } from "../platform/db/kept-values.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { periodically } from "../platform/clock.ts";
import { findFirstDue } from "../positions/public.ts";
import { OBSTACLES } from "../prices/public.ts";
import type { PriceFeed } from "../prices/public.ts";
import { findOldestWaiting } from "../webhooks/public.ts";

/** The usual scrape interval of Prometheus. */
const SAMPLE_TICKS = 15;

type Sampled = {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  bus: Bus;
  beacon: Beacon;
  feed: PriceFeed;
  provider: PaymentProvider;
  dataDir: string;
  inMaintenance(): boolean;
};

/**
 * Samples the figures that alerts need, so that a scrape costs the database nothing. Every process samples and all see the
 * same values, so alerts take the maximum.
 */
export function sampleMetrics(sampled: Sampled): PeriodicTask {
  sampleProcess(sampled);
  sampled.metrics.databaseUp.set(1);
  return periodically(SAMPLE_TICKS, "metrics", sampled.log, async () => {
    sampleProcess(sampled);
    // A failure to read the disk must not hide the figures of the database, nor the reverse.
    const outcomes = await Promise.allSettled([sampleDisk(sampled), sampleDatabase(sampled)]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  });
}

/** Counts the outcomes of calls to the payment provider. A refusal counts as an answer. */
export function countProviderCalls(metrics: Metrics, clock: Clock): (outcome: ProviderOutcome) => void {
  // Before its first call, a process does not know the provider's state. A value here would hide the failures of other
  // processes.
  metrics.providerUp.remove({});
  return (outcome) => {
    metrics.providerUp.set(outcome === "answered" || outcome === "refused" ? 1 : 0);
    if (outcome === "answered") metrics.providerSucceededAt.set(clock.nowMs() / 1000);
    else metrics.providerFailures.inc({ kind: outcome });
  };
}

/** Measures each tick that has been sent to all connections. It is due with the beacon's delay after its second. */
export function measureTicks(context: {
  feed: Pick<PriceFeed, "onPublish"> & { readonly beacon: Pick<Beacon, "delayMs"> };
  clock: Clock;
  metrics: Metrics;
  hub: { size(): number };
}): void {
  const { feed, clock, metrics, hub } = context;
  feed.onPublish((tick) => {
    metrics.tickLateSeconds.set((clock.nowMs() - feed.beacon.delayMs) / 1000 - tick);
    metrics.sockets.set(hub.size());
  });
}

/**
 * Sets the figures that a process must not remember from an earlier time. They are read at each scrape, because a process
 * whose price has stopped may have stopped its background work, too.
 */
export async function measureNow(context: {
  feed: Pick<PriceFeed, "obstacle" | "book" | "beacon">;
  clock: Clock;
  metrics: Metrics;
  skew: Pick<SkewWatch, "skewMs" | "giveOrTakeMs" | "isTrusted">;
}): Promise<void> {
  const { feed, clock, metrics, skew } = context;
  metrics.clockSkewSeconds.set((skew.skewMs() ?? 0) / 1000);
  metrics.clockUncertaintySeconds.set(skew.giveOrTakeMs() / 1000);
  metrics.clockTrusted.set(skew.isTrusted() ? 1 : 0);
  const obstacle = feed.obstacle();
  for (const reason of OBSTACLES) metrics.ordersRefused.set({ reason }, reason === obstacle ? 1 : 0);
  const nextTick = feed.book.newestTick + 1;
  const overdueSeconds = (clock.nowMs() - feed.beacon.delayMs) / 1000 - nextTick;
  const sent = (await metrics.tickLateSeconds.get()).values[0]!.value;
  if (overdueSeconds > sent) metrics.tickLateSeconds.set(overdueSeconds);
}

const BEACON_STATES = ["live", "hold", "late", "catch_up"] as const;

function sampleProcess({ database, clock, metrics, bus, beacon, provider, inMaintenance }: Sampled): void {
  const beaconState = beacon.state(clock.nowMs());
  for (const state of BEACON_STATES) metrics.beaconState.set({ state }, state === beaconState ? 1 : 0);
  metrics.maintenance.set(inMaintenance() ? 1 : 0);
  metrics.busConnected.set(bus.isWhole() ? 1 : 0);
  metrics.poolConnections.set({ state: "idle" }, database.idleCount);
  metrics.poolConnections.set({ state: "busy" }, database.totalCount - database.idleCount);
  metrics.poolWaiting.set(database.waitingCount);
  // The sandbox is part of this process and always answers.
  if (provider.sandbox) {
    metrics.providerUp.set(1);
    metrics.providerSucceededAt.set(clock.nowMs() / 1000);
  }
}

async function sampleDatabase({ database, clock, metrics, feed }: Sampled): Promise<void> {
  try {
    const [firstDue, backlog, house, backupAt, copiedAt, webhookSince] = [
      await findFirstDue(database, feed.book.newestTick),
      await readBacklog(database),
      await readHouse(database),
      await readKeptValue(database, BACKUP_MADE),
      await readKeptValue(database, BACKUP_COPIED),
      await findOldestWaiting(database),
    ];
    const nowMs = clock.nowMs();
    const ageOf = (since: Date | null) =>
      since === null ? 0 : Math.max(0, (nowMs - since.getTime()) / 1000);
    metrics.settlementOverdueSeconds.set(firstDue === undefined ? 0 : Math.max(0, nowMs / 1000 - firstDue));
    metrics.depositsOpen.set(backlog.depositsOpen);
    metrics.withdrawalsPending.set(backlog.withdrawalsPending);
    metrics.withdrawalOldestSeconds.set(ageOf(backlog.withdrawalSince));
    metrics.payoutsProcessing.set(backlog.payoutsProcessing);
    metrics.payoutOldestSeconds.set(ageOf(backlog.payoutSince));
    metrics.screeningOldestSeconds.set(ageOf(backlog.screeningSince));
    metrics.attentionOpen.set(backlog.attentionOpen);
    metrics.attentionOldestSeconds.set(ageOf(backlog.attentionSince));
    metrics.webhookOldestSeconds.set(ageOf(webhookSince));
    // For display alone: no decision about money uses these two.
    metrics.houseFunds.set(Number(house.funds));
    metrics.housePromised.set(Number(house.openPayout));
    if (backupAt !== undefined) metrics.backupAt.set(Date.parse(backupAt) / 1000);
    metrics.backupCopiedAt.set(copiedAt ? Date.parse(copiedAt) / 1000 : 0);
    metrics.sampledAt.set(nowMs / 1000);
    metrics.databaseUp.set(1);
  } catch (error) {
    metrics.databaseUp.set(0);
    throw error;
  }
}

async function sampleDisk({ metrics, dataDir }: Sampled): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(await existing(dataDir));
  metrics.diskFreeBytes.set(bavail * bsize);
  metrics.diskFreeRatio.set(blocks === 0 ? 1 : bavail / blocks);
}

/**
 * Returns the nearest existing folder. With an external database the data directory need not exist; its parent is on the
 * same disk.
 */
async function existing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}
