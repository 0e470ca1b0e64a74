/** The day (UTC) of an instant. */
export const utcDay = (instant: string): string => `(${instant}::timestamptz at time zone 'UTC')::date`;

/**
 * Part of an update of `users u` that credits somebody for positions: what comes back counts on the day it comes. A day
 * that another process, whose clock is a moment ahead, has begun already is not begun anew.
 */
export function countReturned(amount: string, instant: string): string {
  const today = utcDay(instant);
  return `day = greatest(u.day, ${today}),
    day_staked = case when u.day >= ${today} then u.day_staked else 0 end,
    day_returned = case when u.day >= ${today} then u.day_returned else 0 end + ${amount}`;
}
