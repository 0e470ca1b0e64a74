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
/** Until the next comparison nothing tells of a leap of the database's clock. */
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
      // A clock that was known stays known for minutes without an answer. Once it is not, `publishOnTime` says so.
      periodically(SKEW_TICKS, "clock", log, () => skew.measure().catch(() => {})),
      periodically(LEDGER_TICKS, "ledger check", log, books.ifDue),
    ],
  };
}
