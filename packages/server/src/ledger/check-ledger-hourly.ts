import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { askAll, checkLedger, onOwnConnection } from "./check-ledger.ts";
import type { LedgerFault } from "./check-ledger.ts";

/** What the newest check found, kept so that all processes tell the same. */
export type CheckOutcome = { atMs: number; faults: number };

const NAME = "ledger-checked";
const HOUR_MS = 3_600_000;
/** Held by the process that checks. */
const CHECK_LOCK = 7_305_523;

type Hourly = {
  /** Checks where nobody did for an hour and nobody is at it. The newest outcome goes to `onOutcome` in any case. */
  ifDue(): Promise<void>;
  /** Checks at once, whoever did or does. */
  now(): Promise<LedgerFault[]>;
  /** Cuts off what is under way; nothing is begun any more. */
  stop(): void;
};

/** One check an hour for all processes together. */
export function checkLedgerHourly(
  { database, clock }: { database: Database; clock: Clock },
  told: { onOutcome(outcome: CheckOutcome): void; onFault(fault: LedgerFault): void },
): Hourly {
  const stopping = new AbortController();
  let triedAtMs = -Infinity;
  const isRecent = (atMs: number) => Math.abs(clock.nowMs() - atMs) < HOUR_MS;

  async function keep(connection: Queryable, faults: LedgerFault[]): Promise<void> {
    const outcome = { atMs: clock.nowMs(), faults: faults.reduce((sum, fault) => sum + fault.faults, 0) };
    await setKeptValue(connection, NAME, JSON.stringify(outcome));
    told.onOutcome(outcome);
    for (const fault of faults) told.onFault(fault);
  }

  async function read(connection: Queryable): Promise<CheckOutcome | undefined> {
    const kept = await readKeptValue(connection, NAME);
    if (kept === undefined) return undefined;
    const outcome = JSON.parse(kept) as CheckOutcome;
    told.onOutcome(outcome);
    return outcome;
  }

  const isChecked = async (connection: Queryable) => isRecent((await read(connection))?.atMs ?? -Infinity);

  async function alone(connection: Queryable): Promise<void> {
    const { rows } = await connection.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${CHECK_LOCK}) as taken`,
    );
    // Whoever had it until now may just have come to its end.
    if (!rows[0]!.taken || (await isChecked(connection))) return;
    triedAtMs = clock.nowMs();
    await keep(connection, await askAll(connection));
  }

  return {
    async ifDue() {
      // One that fails would most likely fail again at once, and be no smaller a burden.
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
