const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time after which another process takes over from one that died. It is longer than all calls of one step may take. */
export const LEASE_SECONDS = 240;

/**
 * The times at which the release is tried again, in seconds after the payout was requested. Each try has a fresh one-time
 * code.
 */
const RELEASE_TRIES = [30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;

/**
 * The seconds that a payout may stay at a step before it goes to the attention list. At `due` the provider has not answered
 * about the address, at `created` it has not accepted the release, at `verified` it has not finished. The provider may
 * reject a payout that is not released within an hour, so nearly half of that hour is left for the administrator.
 */
const MAY_STAY_SECONDS = { due: HOUR, created: 31 * MINUTE, verified: DAY } as const;

/** The interval at which a payout is still read after an administrator's decision, for `WATCH_FOR_SECONDS`. */
export const WATCH_EVERY_SECONDS = DAY;
export const WATCH_FOR_SECONDS = 30 * DAY;

/** The seconds within which a payout is released after it was requested. */
export const RELEASED_WITHIN_SECONDS = MAY_STAY_SECONDS.created;

export function hasStayedTooLong(step: keyof typeof MAY_STAY_SECONDS, ageSeconds: number): boolean {
  return ageSeconds > MAY_STAY_SECONDS[step];
}

/** The life of a one-time code. The provider may take each code only once. */
const CODE_SECONDS = 30;

/**
 * Returns the seconds until a release is tried again, or until the payout goes to the attention list after the last try.
 *
 * @param turn the number of payouts that wait for their release before this one, each of which needs a code of its own
 */
export function nextReleaseSeconds(ageSeconds: number, turn = 0): number {
  const next = RELEASE_TRIES.find((at) => at > ageSeconds) ?? MAY_STAY_SECONDS.created + 1;
  // Two tries within half a minute could carry the same one-time code.
  const alone = Math.max(CODE_SECONDS, next - ageSeconds);
  return Math.max(alone, Math.min(alone + CODE_SECONDS * turn, RELEASE_TRIES.at(-1)! - ageSeconds));
}

/** Returns the seconds until a payout is read again: seconds at first, then minutes, and at last an hour. */
export function nextReadSeconds(ageSeconds: number): number {
  if (ageSeconds < MINUTE) return 5;
  if (ageSeconds < 10 * MINUTE) return 20;
  if (ageSeconds < HOUR) return MINUTE;
  return ageSeconds < DAY ? 10 * MINUTE : HOUR;
}
