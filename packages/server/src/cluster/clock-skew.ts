import { stopwatchMs } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";

/** A process whose clock is further than this from the database's takes no orders. */
const MAX_SKEW_MS = 250;
/** A clock has leapt if it moved this differently from the time that passed. */
const LEAP_MS = 50;
/** How far two clocks may drift apart in a second. */
const DRIFT = 0.0005;

export type SkewWatch = {
  /** Compares the clocks once, and adjusts this process's clock to the database's if it is adjustable. */
  measure(): Promise<void>;
  /** The last measured distance of the machine's clock from the database's; undefined before the first measurement. */
  skewMs(): number | undefined;
  /** False where the machine's clock is too far away, or has leapt since the last comparison. */
  isTrusted(): boolean;
  /**
   * The time up to which seconds have begun. While the clock is not trusted, it is the earlier of the machine's clock and the
   * adjusted clock, because either may have leapt.
   */
  begunMs(): number;
  /** False where any difference is accepted. */
  readonly isLimited: boolean;
};

type Sample = {
  /** How far the database's clock was ahead of the machine's, plus or minus `giveOrTakeMs`. */
  differenceMs: number;
  giveOrTakeMs: number;
  /** The machine's clock and the stopwatch at the time of the sample. */
  machineMs: number;
  stopwatchMs: number;
};

/**
 * Watches how far this machine's clock is from the database's. All processes follow the database's clock: if one showed a price
 * later than others, people could trade there on prices that they saw elsewhere. The clock is never set ahead of the
 * database's clock.
 */
export function createSkewWatch(
  database: Pick<Database, "connect">,
  clock: Clock,
  maxSkewMs = MAX_SKEW_MS,
  stopwatch = stopwatchMs,
): SkewWatch {
  const isLimited = Number.isFinite(maxSkewMs);
  let offsetMs = 0;
  let sample: Sample | undefined;
  const machineMs = () => clock.nowMs() - offsetMs;

  function hasLeapt({ machineMs: machine, stopwatchMs: watch }: Sample): boolean {
    return Math.abs(machineMs() - machine - (stopwatch() - watch)) > LEAP_MS;
  }

  /** Waits for a connection first, so that the wait does not count as travel time. */
  async function take(): Promise<Sample> {
    const connection = await database.connect();
    try {
      const before = machineMs();
      const { rows } = await connection.query<{ ms: string }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::text as ms",
      );
      const after = machineMs();
      return {
        differenceMs: Number(rows[0]!.ms) - (before + after) / 2,
        giveOrTakeMs: Math.max(0, after - before) / 2,
        machineMs: after,
        stopwatchMs: stopwatch(),
      };
    } finally {
      connection.release();
    }
  }

  /** A slow sample is imprecise. The more precise one stays unless the new one contradicts it. */
  function isBetter(next: Sample, known: Sample | undefined): boolean {
    if (known === undefined || hasLeapt(known)) return true;
    const knownGiveOrTakeMs = known.giveOrTakeMs + (next.stopwatchMs - known.stopwatchMs) * DRIFT;
    const apartMs = Math.abs(next.differenceMs - known.differenceMs);
    return next.giveOrTakeMs <= knownGiveOrTakeMs || apartMs > next.giveOrTakeMs + knownGiveOrTakeMs;
  }

  function skewMs(): number | undefined {
    if (sample === undefined) return undefined;
    const { differenceMs, giveOrTakeMs } = sample;
    // Counts only the difference that travel time cannot explain.
    return Math.sign(differenceMs) * Math.max(0, Math.abs(differenceMs) - giveOrTakeMs);
  }

  const isTrusted = () =>
    sample !== undefined && Math.abs(skewMs()!) <= maxSkewMs && !(isLimited && hasLeapt(sample));

  return {
    async measure() {
      const next = await take();
      if (!isBetter(next, sample)) return;
      sample = next;
      if (!isLimited || clock.adjust === undefined) return;
      offsetMs = next.differenceMs - next.giveOrTakeMs;
      clock.adjust(offsetMs);
    },
    skewMs,
    isTrusted,
    begunMs: () => (isLimited && !isTrusted() ? Math.min(clock.nowMs(), machineMs()) : clock.nowMs()),
    isLimited,
  };
}
