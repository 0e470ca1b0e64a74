import { stopwatchMs } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";

/** A process whose machine may be further than this from the database's clock takes no orders. */
const MAX_SKEW_MS = 250;
/** A process that knows the database's clock less precisely than this, give or take, takes no orders either. */
export const MAX_GIVE_OR_TAKE_MS = 100;
/** The greatest drift between the database's clock and the stopwatch in a millisecond. */
const DRIFT = 0.0005;
/** Samples are forgotten after this time, because a leap of the database's clock may have made them wrong. */
export const MEMORY_MS = 10_000;
/** The machine's clock shows whole milliseconds. */
const RESOLUTION_MS = 1;
/** The number of samples that one comparison takes while they are imprecise. */
const TRIES = 3;

export type SkewWatch = {
  /** Compares the clocks once. From then on this process's clock follows the database's, if it can follow one. */
  measure(): Promise<void>;
  /** Returns how far the database's clock is ahead of the machine's; undefined before the first measurement. */
  skewMs(): number | undefined;
  /** Returns how far `skewMs` may be wrong either way. Infinite before the first measurement. */
  giveOrTakeMs(): number;
  /** False if the machine's clock may be too far away, or the database's clock is not known precisely. */
  isTrusted(): boolean;
  /**
   * The time up to which seconds have begun. While the clock is not trusted, it is the earlier of the machine's clock and the
   * adjusted clock, because either may be wrong.
   */
  begunMs(): number;
  /** False if any difference is accepted. */
  readonly isLimited: boolean;
};

/** The database's clock was ahead of the stopwatch by at least `lowMs` and at most `highMs`. */
type Bounds = { lowMs: number; highMs: number };
type Sample = Bounds & {
  /** The machine's clock and the stopwatch when the sample began. */
  machineMs: number;
  stopwatchMs: number;
};

/**
 * Watches the database's clock. All processes follow it: if one showed a price later than others, users could trade there on
 * prices that they saw elsewhere. This process's clock runs on the stopwatch and shows the earliest time that the database's
 * clock can show, so it is never ahead of the database's.
 *
 * An answer that waits, on its way or in a busy event loop, makes a sample wide but never wrong.
 */
export function createSkewWatch(
  database: Pick<Database, "connect">,
  clock: Clock,
  maxSkewMs = MAX_SKEW_MS,
  stopwatch = stopwatchMs,
): SkewWatch {
  const isLimited = Number.isFinite(maxSkewMs);
  const machineMs = clock.machineMs ?? clock.nowMs;
  let samples: Sample[] = [];
  let measuring: Promise<void> | undefined;

  /** Takes a sample. Waits for a connection first, so that the wait does not count as travel time. */
  async function take(): Promise<Sample> {
    const connection = await database.connect();
    try {
      const began = { machineMs: machineMs(), stopwatchMs: stopwatch() };
      const { rows } = await connection.query<{ ms: string }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::text as ms",
      );
      const databaseMs = Number(rows[0]!.ms);
      return { ...began, lowMs: databaseMs - stopwatch(), highMs: databaseMs - began.stopwatchMs };
    } finally {
      connection.release();
    }
  }

  /**
   * Returns the bounds that all samples together allow now. A sample grows wider by the possible drift of the clocks since.
   * If the machine's clock leapt, the stopwatch may have stood still meanwhile, as on a paused machine. The database's clock
   * is then further ahead, and never less far.
   */
  function bounds(): Bounds {
    const now = { machineMs: machineMs(), stopwatchMs: stopwatch() };
    let lowMs = -Infinity;
    let highMs = Infinity;
    for (const sample of samples) {
      const passedMs = now.stopwatchMs - sample.stopwatchMs;
      const leaptMs = Math.abs(now.machineMs - sample.machineMs - passedMs) + RESOLUTION_MS;
      lowMs = Math.max(lowMs, sample.lowMs - passedMs * DRIFT);
      highMs = Math.min(highMs, sample.highMs + passedMs * DRIFT + leaptMs);
    }
    return { lowMs, highMs };
  }

  function keep(next: Sample): void {
    samples = [...samples.filter((known) => next.stopwatchMs - known.stopwatchMs < MEMORY_MS), next];
    const { lowMs, highMs } = bounds();
    // The database's clock leapt between two samples.
    if (lowMs > highMs) samples = [next];
  }

  async function compare(): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      keep(await take());
      if (isLimited) clock.follow?.(() => stopwatch() + bounds().lowMs);
      if (giveOrTakeMs() <= MAX_GIVE_OR_TAKE_MS) return;
    }
  }

  function giveOrTakeMs(): number {
    const { lowMs, highMs } = bounds();
    return (highMs - lowMs) / 2;
  }

  function skewMs(): number | undefined {
    if (samples.length === 0) return undefined;
    const { lowMs, highMs } = bounds();
    return (lowMs + highMs) / 2 + stopwatch() - machineMs();
  }

  function isTrusted(): boolean {
    const skew = skewMs();
    if (skew === undefined || !isLimited) return skew !== undefined;
    const giveOrTake = giveOrTakeMs();
    return giveOrTake <= MAX_GIVE_OR_TAKE_MS && Math.abs(skew) + giveOrTake <= maxSkewMs;
  }

  return {
    measure: () => (measuring ??= compare().finally(() => (measuring = undefined))),
    skewMs,
    giveOrTakeMs,
    isTrusted,
    begunMs: () => (isLimited && !isTrusted() ? Math.min(clock.nowMs(), machineMs()) : clock.nowMs()),
    isLimited,
  };
}
