/** The day (UTC) of an instant. */
export const utcDay = (instant: string): string => `(${instant}::timestamptz at time zone 'UTC')::date`;

/**
 * What of an amount that comes back counts on the day it comes: all of it where its position was opened that day, else
 * what was won beyond the stake. The stake of an earlier day was counted as lost on that one: its return is no room to
 * lose as much again today.
 */
export const returnedToday = (amount: string, stake: string, createdAt: string, instant: string): string =>
  `${amount} - case when ${utcDay(createdAt)} < ${utcDay(instant)} then ${stake} else 0 end`;

/**
 * Part of an update of `users u` that credits somebody for positions, `amount` being their sum of `returnedToday`. A day
 * that another process, whose clock is a moment ahead, has begun already is not begun anew.
 */
export function countReturned(amount: string, instant: string): string {
  const today = utcDay(instant);
  return `day = greatest(u.day, ${today}),
    day_staked = case when u.day >= ${today} then u.day_staked else 0 end,
    day_returned = case when u.day >= ${today} then u.day_returned else 0 end + ${amount}`;
}
