import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { LOCKS } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { checkLedger, onOwnConnection } from "./check-ledger.ts";
import type { LedgerFault } from "./check-ledger.ts";
import { checkInSlices, checkSince } from "./check-ledger-slices.ts";
import type { Progress } from "./sum-entries.ts";

/** The outcome of the newest check, stored so that all processes report the same. */
export type CheckOutcome = { atMs: number; faults: number };

const NAME = "ledger-checked";
/**
 * The key of the stored progress: how far the books were found right, and the time of the last full check. A change of the
 * sums needs another key, so that no version reads the sums of another one.
 */
const PROGRESS = "ledger-progress";
type Kept = Progress & { fullAtMs: number };
const HOUR_MS = 3_600_000;
/** A full check runs in these hours (UTC), or later in the day if none ran at night. */
const NIGHT_HOURS = [1, 2, 3, 4];
const FULL_AFTER_MS = 20 * HOUR_MS;
const FULL_AFTER_ANYWAY_MS = 30 * HOUR_MS;

type Hourly = {
  /** Checks if no process has checked for an hour and none is checking now. Reports the newest outcome in any case. */
  ifDue(): Promise<void>;
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

  async function read(connection: Queryable): Promise<CheckOutcome> {
    const kept = await readKeptValue(connection, NAME);
    if (kept === undefined) return { atMs: -Infinity, faults: 0 };
    const outcome = JSON.parse(kept) as CheckOutcome;
    report.onOutcome(outcome);
    return outcome;
  }

  async function alone(connection: Queryable): Promise<void> {
    const { rows } = await connection.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${LOCKS.ledgerCheck}) as taken`,
    );
    if (!rows[0]!.taken) return;
    // The previous holder of the lock may just have finished its check.
    const last = await read(connection);
    if (!isRecent(last.atMs)) {
      triedAtMs = clock.nowMs();
      await keep(connection, await checkNow(connection, last.faults > 0));
    }
    // PostgreSQL may notice the end of this connection only after another process has asked for the lock.
    await connection.query(`select pg_advisory_unlock(${LOCKS.ledgerCheck})`);
  }

  /**
   * Checks the entries since the last check. Checks all books at night, and while a fault is known, because the newer
   * entries may be right. A full check dated in the future, by a clock that was ahead, does not delay the next one.
   */
  async function checkNow(connection: Queryable, wasWrong: boolean): Promise<LedgerFault[]> {
    const nowMs = clock.nowMs();
    const text = await readKeptValue(connection, PROGRESS);
    const kept = text === undefined ? undefined : (JSON.parse(text) as Kept);
    const ageMs = nowMs - (kept?.fullAtMs ?? -Infinity);
    const isNight = NIGHT_HOURS.includes(dateOf(clock).getUTCHours());
    const isDue = ageMs < 0 || ageMs > (isNight ? FULL_AFTER_MS : FULL_AFTER_ANYWAY_MS);
    const isFull = kept === undefined || wasWrong || isDue;
    const { faults, progress } = isFull
      ? await checkInSlices(connection, nowMs)
      : await checkSince(connection, kept, nowMs);
    if (faults.length === 0) {
      const next: Kept = { ...progress, fullAtMs: isFull ? nowMs : kept.fullAtMs };
      await setKeptValue(connection, PROGRESS, JSON.stringify(next));
    }
    return faults;
  }

  return {
    async ifDue() {
      // A failed check would most likely fail again at once and cost as much, so it waits.
      if (isRecent((await read(database)).atMs) || isRecent(triedAtMs)) return;
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
