import type { Minor } from "./money.ts";

/**
 * The thresholds from which on an administrator should look at an account. `chaseDays` and `nightDays` are days of the
 * person's time zone, which the server counts back from the day in UTC.
 */
export const CARE = {
  /** The share of a limit used in the last 24 hours. */
  nearShare: 0.8,
  /** The number of stakes raised after a loss within `chaseDays`. */
  chases: 3,
  chaseDays: 7,
  /** The number of nights with trading within `nightDays`. */
  nights: 3,
  nightDays: 14,
  /** The days for which a request for a looser limit counts. */
  raisedDays: 30,
} as const;

/** A position chases a loss if it is opened within so many minutes of the loss, with at least so many times its stake. */
export const CHASE = { withinMinutes: 5, factor: 2 } as const;

/** Signs that a person's trading may harm them, the gravest first. */
export const CARE_SIGNS = ["reached", "chasing", "near", "nights", "raised"] as const;
export type CareSign = (typeof CARE_SIGNS)[number];

export type CareFacts = {
  /** The largest share of a limit that was used; null if no limit was set. */
  readonly share: number | null;
  readonly chases: number;
  readonly nights: number;
  /** The time of the last request for a looser limit, Unix milliseconds; null if there was none. */
  readonly raisedMs: number | null;
};

const DAY_MS = 86_400_000;

/**
 * Returns the signs that these facts show. The query in the server's `signs-of-harm.ts` finds the same people; a test
 * compares them.
 */
export function signsOf({ share, chases, nights, raisedMs }: CareFacts, nowMs: number): CareSign[] {
  const isThere: Record<CareSign, boolean> = {
    reached: share !== null && share >= 1,
    chasing: chases >= CARE.chases,
    near: share !== null && share >= CARE.nearShare && share < 1,
    nights: nights >= CARE.nights,
    raised: raisedMs !== null && raisedMs > nowMs - CARE.raisedDays * DAY_MS,
  };
  return CARE_SIGNS.filter((sign) => isThere[sign]);
}

/** Counts the positions that chase a loss. PostgreSQL counts those of an account in the same way. */
export function countChases(
  positions: readonly {
    readonly createdMs: number;
    readonly expiresMs: number;
    readonly stakeMinor: Minor;
    readonly isLost: boolean;
  }[],
): number {
  return positions.filter(({ createdMs, stakeMinor }) =>
    positions.some(
      (lost) =>
        lost.isLost &&
        lost.expiresMs <= createdMs &&
        lost.expiresMs > createdMs - CHASE.withinMinutes * 60_000 &&
        stakeMinor >= lost.stakeMinor * BigInt(CHASE.factor),
    ),
  ).length;
}
