import { checkLedgerHourly } from "../ledger/public.ts";
import type { LedgerFault } from "../ledger/public.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";

/** How often a process looks for the outcome of a check by another process. */
const LEDGER_TICKS = 60;
const SKEW_TICKS = 30;

/** Checks the ledger and the clock now and then, and reports the outcome as metrics and log lines. */
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

  async function measureSkew(): Promise<void> {
    await skew.measure();
    metrics.clockSkewSeconds.set((skew.skewMs() ?? 0) / 1000);
  }

  return {
    checkLedger: books.now,
    stop: books.stop,
    tasks: [
      periodically(SKEW_TICKS, "clock", log, measureSkew),
      periodically(LEDGER_TICKS, "ledger check", log, books.ifDue),
    ],
  };
}
