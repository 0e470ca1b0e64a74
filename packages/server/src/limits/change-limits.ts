import { isDeepStrictEqual } from "node:util";
import type { Language } from "@veritick/contract/errors.ts";
import type { Limits, Pause } from "@veritick/contract/schemas/limits.ts";
import { PERIODS } from "@veritick/domain/calendar.ts";
import { changeLimit, LIMIT_KINDS } from "@veritick/domain/limits.ts";
import type { Cap, LimitKind, SelfLimit } from "@veritick/domain/limits.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { isLongBreak } from "@veritick/domain/product.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction, violatedConstraint } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { countWindows, findOwnLimits, LIMIT_COLUMNS, toLimits } from "./own-limits.ts";
import type { LimitContext, OwnChoices, OwnLimits } from "./own-limits.ts";
import { pauseEnd } from "./pause.ts";

/**
 * The number of uncounted positions above which the windows are counted anew, because adding them up slows down each order.
 */
export const COUNT_ANEW_AT = 200;

export async function getLimits(
  { database, clock }: LimitContext,
  userId: string,
): Promise<Limits | Refused> {
  const now = dateOf(clock);
  const own = await findOwnLimits(database, userId, now);
  if (own === undefined) return refuse("not_signed_in");
  if (own.uncounted > COUNT_ANEW_AT) await renewWindows({ database, clock }, userId);
  return toLimits(own, now);
}

/** Sets a limit. A tighter limit applies at once, a looser one later. */
export function setLimit(
  context: LimitContext,
  userId: string,
  kind: LimitKind,
  wanted: Cap,
): Promise<Limits | Refused> {
  return changeLimits(context, userId, (choices, now) => {
    const before = choices.limits[kind];
    const after = changeLimit(before, wanted, now.getTime());
    const isNewRaise = after.next !== null && after.next.fromMs !== before.next?.fromMs;
    return {
      ...choices,
      limits: { ...choices.limits, [kind]: after },
      raisedAt: isNewRaise ? now : choices.raisedAt,
    };
  });
}

/** Sets the time zone. Windows that have begun run to their end (`windowAt`). */
export const setTimeZone = (
  context: LimitContext,
  userId: string,
  timeZone: string,
): Promise<Limits | Refused> => changeLimits(context, userId, (choices) => ({ ...choices, timeZone }));

/**
 * Pauses the user from now on. A pause can only become longer: one that would end before the running pause of its kind
 * changes nothing, and the answer shows the pause that applies. A mail tells of each long one.
 *
 * @param length days of a time-out, months of a self-exclusion
 */
export function takeBreak(
  context: LimitContext,
  userId: string,
  {
    kind,
    length,
    language,
    address,
  }: { kind: Pause["kind"]; length: number; language: Language | undefined; address: string },
): Promise<Limits | Refused> {
  const field = kind === "time_out" ? "timeOut" : "selfExclusion";
  return changeLimits(
    context,
    userId,
    (choices, now) => {
      const end = pauseEnd(kind, length, now);
      const running = choices.pauses[field];
      if (running !== null && running >= end) return choices;
      return { ...choices, pauses: { ...choices.pauses, [field]: end } };
    },
    async (connection) => {
      if (isLongBreak(kind, length))
        await context.notifier.notify(connection, userId, "long_break_begun", {
          ref: userId,
          language,
          source: address,
        });
    },
  );
}

/**
 * Sets the number of minutes after which the app reminds the user of the time; null for never. The reminder is stored with
 * the limits but restricts nothing, so orders need not wait for it.
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
        // Another call has just deleted the user.
        if (violatedConstraint(error) !== "user_limits_user_id_fkey") throw error;
        return refuse("not_signed_in");
      }
    }
    return toLimits({ ...own, reminderMinutes: minutes }, now);
  });
}

/**
 * Changes a user's own limits by `decide` and returns the result. It first locks the user's row, which every order and
 * deposit of the user needs: none is made against replaced limits, and concurrent changes come one after the other. It reads
 * the time under the lock, so that the later change has the later time. If nothing changes, it writes nothing and tells nobody.
 */
function changeLimits(
  { database, clock, userQueue }: LimitContext,
  userId: string,
  decide: (choices: OwnChoices, now: Date) => OwnChoices,
  tell?: (connection: Queryable) => Promise<void>,
): Promise<Limits | Refused> {
  const change = () =>
    transaction(database, async (connection) => {
      await connection.query("select from users where id = $1 for no key update", [userId]);
      const now = dateOf(clock);
      const own = await findOwnLimits(connection, userId, now);
      if (own === undefined) return refuse("not_signed_in");
      const choices = decide(own.choices, now);
      // Without a change it writes nothing, because every write makes orders in progress read the limits again.
      if (isDeepStrictEqual(choices, own.choices)) return toLimits(own, now);
      await writeWindows(connection, userId, own, now);
      await writeChoices(connection, userId, choices);
      await tell?.(connection);
      return toLimits((await findOwnLimits(connection, userId, now))!, now);
    });
  return userQueue.run(userId, change);
}

/**
 * Begins windows that are due and counts finished positions, so that the next orders add up few. Users see no difference.
 */
export const renewWindows = (
  { database, clock }: Pick<LimitContext, "database" | "clock">,
  userId: string,
): Promise<void> =>
  transaction(database, async (connection) => {
    await connection.query("select from users where id = $1 for no key update", [userId]);
    const now = dateOf(clock);
    const own = await findOwnLimits(connection, userId, now);
    if (own !== undefined) await writeWindows(connection, userId, own, now);
  });

/**
 * The time after which no position with an earlier id appears: clocks differ by less, and the lock keeps out other orders.
 */
const STILL_COMING_MS = 60_000;

/** Stores the windows with the positions that are decided in them. The user's row must be locked. */
async function writeWindows(
  connection: Queryable,
  userId: string,
  { windows, countedTo }: OwnLimits,
  now: Date,
): Promise<void> {
  const { rows } = await connection.query<{ id: string }>({
    name: "find_first_open",
    text: "select id from trading_positions where user_id = $1 and status = 'active' order by id limit 1",
    values: [userId],
  });
  const settledTo = firstIdAt(now.getTime() - STILL_COMING_MS);
  const firstOpen = rows[0]?.id ?? settledTo;
  const kept = PERIODS.map((period) => windows[period]);
  const decidedTo = firstOpen < settledTo ? firstOpen : settledTo;
  // The count never goes back, even if the clock of the process that counted last was ahead.
  const to = countedTo !== null && countedTo > decidedTo ? countedTo : decidedTo;
  const counts = await countWindows(connection, userId, kept, to);
  await connection.query({
    name: "write_own_windows",
    text: WRITE_WINDOWS,
    values: [
      userId,
      to,
      ...kept.flatMap(({ zone, startsMs, endsMs }, index) => [
        zone,
        new Date(startsMs),
        new Date(endsMs),
        formatMinor(counts[index]!.staked),
        formatMinor(counts[index]!.returned),
      ]),
    ],
  });
}

async function writeChoices(connection: Queryable, userId: string, choices: OwnChoices): Promise<void> {
  await connection.query({
    name: "write_own_limits",
    text: WRITE_LIMITS,
    values: [
      userId,
      ...LIMIT_KINDS.flatMap((kind) => columnsOf(choices.limits[kind])),
      choices.pauses.timeOut,
      choices.pauses.selfExclusion,
      choices.timeZone,
      choices.raisedAt,
    ],
  });
}

const columnsOf = ({ amount, next }: SelfLimit) => [
  amount === null ? null : formatMinor(amount),
  next === null || next.amount === null ? null : formatMinor(next.amount),
  next === null ? null : new Date(next.fromMs),
];

const CHOICE_COLUMNS = [...LIMIT_COLUMNS, "paused_until", "excluded_until", "time_zone", "raised_at"];
const WINDOW_COLUMNS = [
  "counted_to",
  ...PERIODS.flatMap((period) =>
    ["zone", "starts", "ends", "staked", "returned"].map((part) => `${period}_${part}`),
  ),
];

const listed = (columns: readonly string[]) => columns.join(", ");
const given = (columns: readonly string[]) => columns.map((_, index) => `$${index + 2}`).join(", ");
const replaced = (columns: readonly string[]) =>
  columns.map((column) => `${column} = excluded.${column}`).join(", ");

/**
 * Writes all but the reminder. Orders that wait for the user's row have read the limits before it. The raised counter makes
 * them read again.
 */
const WRITE_LIMITS = `
with counted as (update users set limits_set = limits_set + 1 where id = $1 returning limits_set)
insert into user_limits (user_id, limits_set, ${listed(CHOICE_COLUMNS)})
select $1, limits_set, ${given(CHOICE_COLUMNS)} from counted
on conflict (user_id) do update set limits_set = excluded.limits_set, ${replaced(CHOICE_COLUMNS)}`;

/** Leaves the counter alone: the sums are the same before and after, so orders in progress need not read them again. */
const WRITE_WINDOWS = `
insert into user_limits (user_id, limits_set, ${listed(WINDOW_COLUMNS)})
select id, limits_set, ${given(WINDOW_COLUMNS)} from users where id = $1
on conflict (user_id) do update set ${replaced(WINDOW_COLUMNS)}`;

/**
 * Copies the counter. If there is no row yet, no limit was ever set, or one is being set now and then replaces the counter.
 */
const WRITE_REMINDER = `
insert into user_limits (user_id, limits_set, reminder_minutes)
select id, limits_set, $2 from users where id = $1
on conflict (user_id) do update set reminder_minutes = excluded.reminder_minutes`;
