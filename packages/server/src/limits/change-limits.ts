import { isDeepStrictEqual } from "node:util";
import type { LimitKind, Limits, Pause } from "@veritick/contract/schemas/limits.ts";
import { changeLimit } from "@veritick/domain/limits.ts";
import type { Cap, SelfLimit } from "@veritick/domain/limits.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction, violatedConstraint } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { LimitContext } from "./context.ts";
import { DAY_MS, dayStart, findOwnLimits, toLimits } from "./own-limits.ts";
import type { OwnLimits } from "./own-limits.ts";
import { pauseEnd } from "./pause.ts";

export async function getLimits(
  { database, clock }: LimitContext,
  userId: string,
): Promise<Limits | Refused> {
  const now = dateOf(clock);
  const own = await findOwnLimits(database, userId, now);
  return own === undefined ? refuse("not_signed_in") : toLimits(own, now);
}

/** Sets a limit. A tighter one applies at once, a looser one later. */
export function setLimit(
  context: LimitContext,
  userId: string,
  kind: LimitKind,
  wanted: Cap,
): Promise<Limits | Refused> {
  return changeLimits(context, userId, (own, now) => ({
    ...own,
    limits: { ...own.limits, [kind]: changeLimit(own.limits[kind], wanted, now.getTime()) },
  }));
}

/**
 * Pauses from now on. A pause only ever becomes longer: one that would end before the running pause of its kind changes
 * nothing, and the answer says what applies.
 *
 * @param length days of a time-out, months of a self-exclusion
 */
export function takeBreak(
  context: LimitContext,
  userId: string,
  kind: Pause["kind"],
  length: number,
): Promise<Limits | Refused> {
  const field = kind === "time_out" ? "timeOut" : "selfExclusion";
  return changeLimits(context, userId, (own, now) => {
    const end = pauseEnd(kind, length, now);
    const running = own.pauses[field];
    if (running !== null && running >= end) return own;
    return { ...own, pauses: { ...own.pauses, [field]: end } };
  });
}

/**
 * Sets after how many minutes the app reminds the user of the time; null for never. The reminder is stored with the limits
 * but restricts nothing, so orders need not wait for it.
 */
export function setReminder(
  { database, clock, userQueue }: LimitContext,
  userId: string,
  minutes: number | null,
): Promise<Limits | Refused> {
  return userQueue.run(userId, async () => {
    const now = dateOf(clock);
    const own = await findOwnLimits(database, userId, now);
    if (own === undefined) return refuse("not_signed_in");
    if (own.reminderMinutes !== minutes) {
      try {
        await database.query({ name: "write_reminder", text: WRITE_REMINDER, values: [userId, minutes] });
      } catch (error) {
        // The user was deleted at this moment.
        if (violatedConstraint(error) !== "user_limits_user_id_fkey") throw error;
        return refuse("not_signed_in");
      }
    }
    return toLimits({ ...own, reminderMinutes: minutes }, now);
  });
}

/**
 * Changes a user's own limits as `decide` says and answers the result. It locks the user's row first, which every order and
 * deposit of theirs needs: none is made against replaced limits, and concurrent changes come one after the other. It reads
 * the time under the lock, so that the later change has the later time. If nothing changes, it writes nothing.
 */
function changeLimits(
  { database, clock, userQueue }: LimitContext,
  userId: string,
  decide: (own: OwnLimits, now: Date) => OwnLimits,
): Promise<Limits | Refused> {
  const change = () =>
    transaction(database, async (connection) => {
      const { rows } = await connection.query<{ limits_set: number }>(
        "select limits_set from users where id = $1 for no key update",
        [userId],
      );
      const now = dateOf(clock);
      const own = await findOwnLimits(connection, userId, now);
      if (own === undefined) return refuse("not_signed_in");
      const changed = decide(own, now);
      // Every write makes orders in progress read the limits again.
      if (isDeepStrictEqual(changed, own)) return toLimits(own, now);
      await writeLimits(connection, userId, changed);
      if (rows[0]!.limits_set > 0) return toLimits(changed, now);
      await recountDay(connection, userId, now);
      return toLimits((await findOwnLimits(connection, userId, now))!, now);
    });
  return userQueue.run(userId, change);
}

async function writeLimits(connection: Queryable, userId: string, own: OwnLimits): Promise<void> {
  const { deposit, stake, loss } = own.limits;
  await connection.query({
    name: "write_own_limits",
    text: WRITE_LIMITS,
    values: [
      userId,
      ...columnsOf(deposit),
      ...columnsOf(stake),
      ...columnsOf(loss),
      own.pauses.timeOut,
      own.pauses.selfExclusion,
    ],
  });
}

const columnsOf = ({ amount, next }: SelfLimit) => [
  amount === null ? null : formatMinor(amount),
  next === null || next.amount === null ? null : formatMinor(next.amount),
  next === null ? null : new Date(next.fromMs),
];

const COLUMNS = [
  ...["deposit", "stake", "loss"].flatMap((kind) => [kind, `${kind}_next`, `${kind}_next_at`]),
  "paused_until",
  "excluded_until",
];

/**
 * Orders that wait for the user's row have read the limits before it. The raised counter tells them to read again. The
 * reminder is written separately.
 */
const WRITE_LIMITS = `
with counted as (update users set limits_set = limits_set + 1 where id = $1 returning limits_set)
insert into user_limits (user_id, limits_set, ${COLUMNS.join(", ")})
select $1, limits_set, ${COLUMNS.map((_, index) => `$${index + 2}`).join(", ")} from counted
on conflict (user_id) do update
set limits_set = excluded.limits_set, ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/** If there is no row yet, either no limit was ever set, or one is being set now and overwrites the counter after this. */
const WRITE_REMINDER = `
insert into user_limits (user_id, limits_set, reminder_minutes)
select id, limits_set, $2 from users where id = $1
on conflict (user_id) do update set reminder_minutes = excluded.reminder_minutes`;

/** Only positions opened within this time can still return something today. One minute covers differences between clocks. */
const LONGEST_MS = (DURATIONS.at(-1)! + 1) * 60_000;

/**
 * Counts the user's day again from their positions, before their first limit ever: a process of an older version, from which
 * this one is taking over, may have counted nothing. The user's row is locked, so nothing is opened meanwhile. A position
 * that is being settled waits for the row, is still open here, and is counted afterwards.
 */
async function recountDay(connection: Queryable, userId: string, now: Date): Promise<void> {
  const start = dayStart(now);
  await connection.query({
    name: "recount_day",
    text: RECOUNT,
    values: [
      userId,
      start,
      new Date(start.getTime() + DAY_MS),
      firstIdAt(start.getTime() - LONGEST_MS),
      start.toISOString().slice(0, 10),
    ],
  });
}

/** Leaves the day alone if another process, whose clock is slightly ahead, has already begun the next one. */
const RECOUNT = `
update users u set day = $5::date, day_staked = p.staked, day_returned = p.returned
from (
  select coalesce(sum(amount) filter (where created_at >= $2), 0) as staked,
    coalesce(sum(case
      when created_at >= $2 then amount + profit
      when status = 'won' and expires_at >= $2 or status = 'sold' and sold_at >= $2 then greatest(profit, 0)
    end) filter (where status in ('won', 'sold', 'refunded')), 0) as returned
  from trading_positions where user_id = $1 and id >= $4 and created_at < $3
) p
where u.id = $1 and coalesce(u.day <= $5::date, true)`;
