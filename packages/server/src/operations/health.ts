import type { HealthPart, PartHealth } from "@veritick/contract/schemas/admin-home.ts";
import type { Gauge } from "prom-client";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import { checkLedgerHourly } from "../ledger/public.ts";
import type { LedgerFault } from "../ledger/public.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { periodically } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";

/** The interval at which a process looks for the outcome of a check by another process. */
const LEDGER_TICKS = 60;
/** Only a comparison notices a leap of the database's clock. */
const SKEW_TICKS = 1;

/** Checks the ledger and the clock now and then. The ledger's outcome becomes metrics and log lines. */
export function createPeriodicChecks(context: {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  skew: SkewWatch;
}): { checkLedger(): Promise<LedgerFault[]>; stop(): void; readonly tasks: readonly PeriodicTask[] } {
  const { log, metrics, skew } = context;

  const books = checkLedgerHourly(context, {
    onOutcome({ atMs, faults }) {
      metrics.ledgerFaults.set(faults);
      metrics.ledgerCheckedAt.set(atMs / 1000);
    },
    onFault: (fault) => log.error(fault, "the ledger is wrong"),
  });

  return {
    checkLedger: books.now,
    stop: books.stop,
    tasks: [
      // A known clock stays known for minutes without an answer. After that, `publishOnTime` logs it.
      periodically(SKEW_TICKS, "clock", log, () => skew.measure().catch(() => {})),
      periodically(LEDGER_TICKS, "ledger check", log, books.ifDue),
    ],
  };
}

// These limits are the same as in `ops/prometheus/alerts.yml`.
export const LATE_SECONDS = 15;
const LEDGER_CHECK_SECONDS = 10_800;
const BACKUP_SECONDS = 93_600;
const SAMPLE_SECONDS = 120;
const LEAST_FREE = 0.1;

type Found = Partial<Omit<PartHealth, "name">> & Pick<PartHealth, "state">;

/** Reads the health of the installation's parts from the metrics of this process, without asking the database. */
export async function readHealth(context: {
  metrics: Metrics;
  clock: Clock;
  skew: SkewWatch;
}): Promise<PartHealth[]> {
  const { metrics, skew } = context;
  const nowSeconds = context.clock.nowMs() / 1000;
  const isOld = (seconds: number, most: number) => nowSeconds - seconds > most;
  const [providerUp, answeredAt, faults, checkedAt, backupAt, overdue, sampledAt, databaseUp, free] =
    await Promise.all(
      [
        metrics.providerUp,
        metrics.providerSucceededAt,
        metrics.ledgerFaults,
        metrics.ledgerCheckedAt,
        metrics.backupAt,
        metrics.settlementOverdueSeconds,
        metrics.sampledAt,
        metrics.databaseUp,
        metrics.diskFreeRatio,
      ].map(valueOf),
    );
  const beacon = (await metrics.beaconState.get()).values.find(({ value }) => value === 1)?.labels.state;
  const isSampled = (sampledAt ?? 0) > 0;

  const parts: Record<HealthPart, Found> = {
    provider: {
      state: providerUp === undefined ? "unknown" : providerUp === 1 ? "good" : "bad",
      at: instantOf(answeredAt),
    },
    ledger:
      (checkedAt ?? 0) === 0
        ? { state: "unknown" }
        : {
            state: (faults ?? 0) > 0 ? "bad" : isOld(checkedAt!, LEDGER_CHECK_SECONDS) ? "warn" : "good",
            at: instantOf(checkedAt),
            value: faults ?? 0,
          },
    // Without any backup the part warns, because somebody should make one.
    backup: !isSampled
      ? { state: "unknown" }
      : {
          state: isOld(backupAt ?? 0, BACKUP_SECONDS) ? "warn" : "good",
          at: instantOf(backupAt),
        },
    clock: { state: skew.isTrusted() ? "good" : "bad", value: skew.skewMs() ?? null },
    beacon: {
      state: beacon === undefined ? "unknown" : beacon === "live" || beacon === "hold" ? "good" : "bad",
    },
    settlement: isSampled
      ? { state: (overdue ?? 0) > LATE_SECONDS ? "bad" : "good", value: Math.round(overdue ?? 0) }
      : { state: "unknown" },
    database: {
      state: databaseUp === 0 || (isSampled && isOld(sampledAt!, SAMPLE_SECONDS)) ? "bad" : "good",
    },
    disk:
      free === undefined || !isSampled
        ? { state: "unknown" }
        : { state: free < LEAST_FREE ? "bad" : "good", value: free },
  };
  return Object.entries(parts).map(([name, { state, at = null, value = null }]) => ({
    name: name as HealthPart,
    state,
    at,
    value,
  }));
}

/** Returns undefined if the gauge has no value. */
async function valueOf(gauge: Gauge): Promise<number | undefined> {
  return (await gauge.get()).values[0]?.value;
}

const instantOf = (seconds: number | undefined): string | null =>
  seconds === undefined || seconds === 0 ? null : new Date(seconds * 1000).toISOString();
