import type { Log } from "../../platform/telemetry/log.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { periodically } from "../../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../../platform/process/background-tasks.ts";
import { findNewest } from "./newest-statement.ts";
import { takeStatement } from "./take-statement.ts";
import type { LiabilityContext } from "./take-statement.ts";

const DAY_MS = 86_400_000;
/** One that fails would most likely fail again at once, and be no smaller a burden. */
const RETRY_MS = 600_000;
/** How soon a process sees what another one has done. */
const LOOK_MS = 60_000;

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/**
 * A statement for each day (UTC), as soon as it has begun, by one process for all. The day on which the price began needs
 * none: nobody has anything yet.
 *
 * @param context `genesisTick` is when the price began
 */
export function stateDaily(
  context: LiabilityContext & { log: Log; metrics: Metrics; genesisTick: number },
): PeriodicTask & { stop(): void } {
  const { database, clock, log, metrics, genesisTick } = context;
  const stopping = new AbortController();
  let doneDay: number | undefined;
  let lookedAtMs = -Infinity;
  let pauseMs = 0;

  const isWanted = (newest: Date | undefined) =>
    dayOf(newest?.getTime() ?? genesisTick * 1000) < dayOf(clock.nowMs());

  function tell(taken: Date | undefined): void {
    if (taken !== undefined) metrics.liabilitiesStatedAt.set(taken.getTime() / 1000);
  }

  async function take(): Promise<void> {
    const statement = await takeStatement(context, { isWanted, signal: stopping.signal });
    // Where another process is at it, its statement is seen when it is done.
    if (statement === undefined) return;
    tell(new Date(statement.taken));
    doneDay = dayOf(Date.parse(statement.taken));
    const { number, total } = statement;
    log.info({ number, total }, "what is owed to all users has been stated");
  }

  async function look(nowMs: number): Promise<void> {
    const newest = (await findNewest(database))?.taken;
    tell(newest);
    if (isWanted(newest)) await take();
    else doneDay = dayOf(nowMs);
  }

  async function ifDue(): Promise<void> {
    const nowMs = clock.nowMs();
    const isQuiet = dayOf(nowMs) === doneDay || Math.abs(nowMs - lookedAtMs) < pauseMs;
    if (isQuiet || stopping.signal.aborted) return;
    lookedAtMs = nowMs;
    pauseMs = LOOK_MS;
    try {
      await look(nowMs);
    } catch (error) {
      if (stopping.signal.aborted) return;
      pauseMs = RETRY_MS;
      metrics.liabilitiesFailures.inc();
      log.error({ error: String(error) }, "what is owed to all users could not be stated");
    }
  }

  return { ...periodically(1, "liabilities", log, ifDue), stop: () => stopping.abort() };
}
