import { checkLedger } from "./ledger/public.ts";
import type { LedgerFault } from "./ledger/public.ts";
import type { SkewWatch } from "./platform/clock-skew.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/database.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import { periodically } from "./platform/periodically.ts";
import type { PeriodicTask } from "./platform/periodically.ts";

const LEDGER_CHECK_TICKS = 3_600;
const SKEW_TICKS = 30;

/** Compares the books and the clocks every so often, and says what it found. */
export function watchBooksAndClock(context: {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  skew: SkewWatch;
}): { checkLedger(): Promise<LedgerFault[]>; readonly tasks: readonly PeriodicTask[] } {
  const { database, clock, log, metrics, skew } = context;

  async function runLedgerCheck(): Promise<LedgerFault[]> {
    const faults = await checkLedger(database);
    metrics.ledgerFaults.set(faults.reduce((sum, fault) => sum + fault.faults, 0));
    metrics.ledgerCheckedAt.set(clock.nowMs() / 1000);
    for (const fault of faults) log.error(fault, "the ledger is wrong");
    return faults;
  }

  async function measureSkew(): Promise<void> {
    await skew.measure();
    metrics.clockSkewSeconds.set((skew.skewMs() ?? 0) / 1000);
  }

  return {
    checkLedger: runLedgerCheck,
    tasks: [
      periodically(SKEW_TICKS, "clock", log, measureSkew),
      periodically(LEDGER_CHECK_TICKS, "ledger check", log, runLedgerCheck),
    ],
  };
}
