import type { Minor } from "./money.ts";

/** From which of these on an administrator should look at an account. Days are those of the person's time zone. */
export const CARE = {
  /** Of a limit, used in the last 24 hours. */
  nearShare: 0.8,
  /** How often somebody raised a stake after a loss within `chaseDays`. */
  chases: 3,
  chaseDays: 7,
  /** On how many nights somebody traded within `nightDays`. */
  nights: 3,
  nightDays: 14,
  /** How long a request for a looser limit counts. */
  raisedDays: 30,
} as const;

/** A position chases a loss where it is opened so soon after it, with so many times the stake at least. */
export const CHASE = { withinMinutes: 5, factor: 2 } as const;

/** Signs that somebody's trading may harm them, the gravest first. */
export const CARE_SIGNS = ["reached", "chasing", "near", "nights", "raised"] as const;
export type CareSign = (typeof CARE_SIGNS)[number];

export type CareFacts = {
  /** The largest share of a limit that was used; null where nothing was limited. */
  readonly share: number | null;
  readonly chases: number;
  readonly nights: number;
  /** When somebody last asked for a looser limit, Unix milliseconds; null for never. */
  readonly raisedMs: number | null;
};

const DAY_MS = 86_400_000;

/** The signs that the facts about somebody amount to. The server's query keeps the same people (`care.ts` there; a test compares). */
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

/** How many positions chase a loss. PostgreSQL counts an account's in the same way. */
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
