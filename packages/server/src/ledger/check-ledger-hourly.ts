import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { runChecks, checkLedger, onOwnConnection } from "./check-ledger.ts";
import type { LedgerFault } from "./check-ledger.ts";

/** The outcome of the newest check, stored so that all processes report the same. */
export type CheckOutcome = { atMs: number; faults: number };

const NAME = "ledger-checked";
const HOUR_MS = 3_600_000;
/** The advisory lock of the process that checks. */
const CHECK_LOCK = 7_305_523;

type Hourly = {
  /** Checks if no process did for an hour and none is checking now. Reports the newest outcome in any case. */
  ifDue(): Promise<void>;
  /** Checks at once. */
  now(): Promise<LedgerFault[]>;
  /** Aborts a check under way and starts no other. */
  stop(): void;
};

/** Runs one check an hour for all processes together. */
export function checkLedgerHourly(
  { database, clock }: { database: Database; clock: Clock },
  report: { onOutcome(outcome: CheckOutcome): void; onFault(fault: LedgerFault): void },
): Hourly {
  const stopping = new AbortController();
  let triedAtMs = -Infinity;
  const isRecent = (atMs: number) => Math.abs(clock.nowMs() - atMs) < HOUR_MS;

  async function keep(connection: Queryable, faults: LedgerFault[]): Promise<void> {
    const outcome = { atMs: clock.nowMs(), faults: faults.reduce((sum, fault) => sum + fault.faults, 0) };
    await setKeptValue(connection, NAME, JSON.stringify(outcome));
    report.onOutcome(outcome);
    for (const fault of faults) report.onFault(fault);
  }

  async function read(connection: Queryable): Promise<CheckOutcome | undefined> {
    const kept = await readKeptValue(connection, NAME);
    if (kept === undefined) return undefined;
    const outcome = JSON.parse(kept) as CheckOutcome;
    report.onOutcome(outcome);
    return outcome;
  }

  const isChecked = async (connection: Queryable) => isRecent((await read(connection))?.atMs ?? -Infinity);

  async function alone(connection: Queryable): Promise<void> {
    const { rows } = await connection.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${CHECK_LOCK}) as taken`,
    );
    // The previous holder of the lock may just have finished its check.
    if (!rows[0]!.taken || (await isChecked(connection))) return;
    triedAtMs = clock.nowMs();
    await keep(connection, await runChecks(connection));
  }

  return {
    async ifDue() {
      // A failed check would most likely fail again at once and cost as much, so it waits.
      if ((await isChecked(database)) || isRecent(triedAtMs)) return;
      await onOwnConnection(database, stopping.signal, alone).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
    },
    async now() {
      const faults = await checkLedger(database);
      await keep(database, faults);
      return faults;
    },
    stop: () => stopping.abort(),
  };
}
