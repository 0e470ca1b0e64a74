import { tickOf } from "./clock.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";

/** A process whose clock is further than this from the database's takes no orders. */
const MAX_SKEW_MS = 250;

export type SkewWatch = {
  /** Compares the clocks once. */
  measure(): Promise<void>;
  /** The last difference measured in milliseconds; undefined before the first. */
  skewMs(): number | undefined;
  isTrusted(): boolean;
  /** The newest second there is: by the database's clock where this one is too far ahead of it. */
  latestTick(): number;
  /** False where any difference will do. */
  readonly isLimited: boolean;
};

/** Watches how far this process's clock is from the database's, taking half the round trip into account. */
export function createSkewWatch(database: Database, clock: Clock, maxSkewMs = MAX_SKEW_MS): SkewWatch {
  let skewMs: number | undefined;
  const isTrusted = () => skewMs !== undefined && Math.abs(skewMs) <= maxSkewMs;
  return {
    async measure() {
      const before = clock.nowMs();
      const { rows } = await database.query<{ ms: string }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::text as ms",
      );
      const after = clock.nowMs();
      const difference = Number(rows[0]!.ms) - (before + after) / 2;
      // A slow round trip says little: only what it cannot explain counts.
      skewMs = Math.sign(difference) * Math.max(0, Math.abs(difference) - (after - before) / 2);
    },
    skewMs: () => skewMs,
    isTrusted,
    latestTick: () => tickOf(clock.nowMs() - (isTrusted() ? 0 : Math.max(0, -(skewMs ?? 0)))),
    isLimited: Number.isFinite(maxSkewMs),
  };
}
