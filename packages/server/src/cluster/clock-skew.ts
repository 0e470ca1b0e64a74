import { stopwatchMs } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";

/** A process whose clock is further than this from the database's takes no orders. */
const MAX_SKEW_MS = 250;
/** A clock that has moved so differently from the time that has passed has leapt. */
const LEAP_MS = 50;
/** What two clocks may drift apart in a second. */
const DRIFT = 0.0005;

export type SkewWatch = {
  /** Compares the clocks once, and sets this process's right by the database's where it can be set. */
  measure(): Promise<void>;
  /** How far the machine's clock is from the database's in milliseconds, as last measured; undefined before the first time. */
  skewMs(): number | undefined;
  /** False where the machine's clock is too far away, or has leapt since it was compared. */
  isTrusted(): boolean;
  /**
   * Up to when seconds have begun: the clock's time, and while that is not trusted, what the machine's and the database's
   * clock agree on. Either of them may have leapt.
   */
  begunMs(): number;
  /** False where any difference will do. */
  readonly isLimited: boolean;
};

type Sample = {
  /** How far the database's clock was ahead of the machine's, give or take. */
  differenceMs: number;
  giveOrTakeMs: number;
  /** The machine's clock and the stopwatch at that time. */
  machineMs: number;
  stopwatchMs: number;
};

/**
 * Watches how far this machine's clock is from the database's. All processes go by the database's clock: on one that shows a
 * price later than others do, people could trade on what they have seen elsewhere. So this one is never set to more than the
 * database's clock can have been.
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

  /** A connection is waited for first: waiting is no part of the way there and back. */
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

  /** A slow way there says little: what was known better is kept, unless it cannot be right any more. */
  function isBetter(next: Sample, known: Sample | undefined): boolean {
    if (known === undefined || hasLeapt(known)) return true;
    const knownGiveOrTakeMs = known.giveOrTakeMs + (next.stopwatchMs - known.stopwatchMs) * DRIFT;
    const apartMs = Math.abs(next.differenceMs - known.differenceMs);
    return next.giveOrTakeMs <= knownGiveOrTakeMs || apartMs > next.giveOrTakeMs + knownGiveOrTakeMs;
  }

  function skewMs(): number | undefined {
    if (sample === undefined) return undefined;
    const { differenceMs, giveOrTakeMs } = sample;
    // Only what the way there cannot explain counts.
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
