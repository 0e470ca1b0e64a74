const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After this, another process takes over from one that died: longer than all calls of one step may take. */
export const LEASE_SECONDS = 240;

/** When the release of a payout is tried again, in seconds after it was requested. Each try has a fresh one-time code. */
const RELEASE_TRIES = [30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;

/**
 * How long a payout may stay at a step before an administrator is called, in seconds. At `due` the provider has not answered
 * about the address, at `created` it has not accepted the release, at `verified` it has not finished. The provider may reject
 * a payout that is not released within an hour, so nearly half of that hour is left for the administrator.
 */
const MAY_STAY_SECONDS = { due: HOUR, created: 31 * MINUTE, verified: DAY } as const;

/** How often, and for how long, a payout is still read after an administrator has decided what became of it. */
export const WATCH_EVERY_SECONDS = DAY;
export const WATCH_FOR_SECONDS = 30 * DAY;

export function hasStayedTooLong(step: keyof typeof MAY_STAY_SECONDS, ageSeconds: number): boolean {
  return ageSeconds > MAY_STAY_SECONDS[step];
}

/** How long to wait before a release is tried again, or before an administrator is called after the last try. */
export function nextReleaseSeconds(ageSeconds: number): number {
  const next = RELEASE_TRIES.find((at) => at > ageSeconds) ?? MAY_STAY_SECONDS.created + 1;
  // Two tries within half a minute could carry the same one-time code.
  return Math.max(30, next - ageSeconds);
}

/** How long to wait before a payout is read again: seconds at first, then minutes, at last hours. */
export function nextReadSeconds(ageSeconds: number): number {
  if (ageSeconds < MINUTE) return 5;
  if (ageSeconds < 10 * MINUTE) return 20;
  if (ageSeconds < HOUR) return MINUTE;
  return ageSeconds < DAY ? 10 * MINUTE : HOUR;
}
