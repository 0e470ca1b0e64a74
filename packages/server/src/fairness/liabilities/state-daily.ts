import type { Log } from "../../platform/telemetry/log.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import type { PriceFeed } from "../../prices/public.ts";
import { periodically } from "../../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../../platform/process/background-tasks.ts";
import { findNewest } from "./statements.ts";
import { takeStatement } from "./take-statement.ts";
import type { LiabilityContext } from "./take-statement.ts";

const DAY_MS = 86_400_000;
/** A failed attempt would most likely fail again at once and cost as much, so it waits. */
const RETRY_MS = 600_000;
/** How soon a process sees the statement of another process. */
const LOOK_MS = 60_000;

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/**
 * Takes a statement as soon as each day (UTC) begins; one process does it for all. The day on which the price began needs no
 * statement, because nobody has a balance yet.
 */
export function stateLiabilitiesDaily(
  context: Omit<LiabilityContext, "chainNow"> & { log: Log; metrics: Metrics; feed: PriceFeed },
): PeriodicTask & { stop(): void } {
  const { database, clock, log, metrics, feed } = context;
  const { book, chainAt } = feed;
  const chainNow = () => chainAt(book.newestTick);
  const stopping = new AbortController();
  let doneDay: number | undefined;
  let lookedAtMs = -Infinity;
  let pauseMs = 0;

  const isWanted = (newest: Date | undefined) =>
    dayOf(newest?.getTime() ?? book.genesis.tick * 1000) < dayOf(clock.nowMs());

  function report(taken: Date | undefined): void {
    if (taken !== undefined) metrics.liabilitiesStatedAt.set(taken.getTime() / 1000);
  }

  async function take(): Promise<void> {
    const statement = await takeStatement({ ...context, chainNow }, { isWanted, signal: stopping.signal });
    // Another process is taking the statement. This one sees it later.
    if (statement === undefined) return;
    report(new Date(statement.taken));
    doneDay = dayOf(Date.parse(statement.taken));
    const { number, total } = statement;
    log.info({ number, total }, "the daily statement of liabilities was taken");
  }

  async function look(nowMs: number): Promise<void> {
    const newest = (await findNewest(database))?.taken;
    report(newest);
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
      log.error(
        { error: String(error) },
        "the daily statement of liabilities failed and will be tried again",
      );
    }
  }

  return { ...periodically(1, "liabilities", log, ifDue), stop: () => stopping.abort() };
}
