/** Returns the day (UTC) of an instant. */
export const utcDay = (instant: string): string => `(${instant}::timestamptz at time zone 'UTC')::date`;

/** Is true if a position was opened on the day of an instant. */
export const openedToday = (createdAt: string, instant: string): string =>
  `${utcDay(createdAt)} >= ${utcDay(instant)}`;

/**
 * Returns the part of a returned amount that counts as returned today: all of it if the position was opened today, otherwise
 * the win without the stake. The stake of an earlier day counted as lost on that day, so its return must not make room for
 * new losses today.
 */
export const returnedToday = (amount: string, stake: string, createdAt: string, instant: string): string =>
  `${amount} - case when ${openedToday(createdAt, instant)} then 0 else ${stake} end`;

/**
 * Returns a part of an update of `users u` that credits a user for positions; `amount` is their sum of `returnedToday`.
 * Another process whose clock is a moment ahead may have started a new day already; this update does not start it again.
 */
export function countReturned(amount: string, instant: string): string {
  const today = utcDay(instant);
  return `day = greatest(u.day, ${today}),
    day_staked = case when u.day >= ${today} then u.day_staked else 0 end,
    day_returned = case when u.day >= ${today} then u.day_returned else 0 end + ${amount}`;
}
