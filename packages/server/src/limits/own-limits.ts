import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { PERIODS } from "@veritick/domain/calendar.ts";
import type { Period } from "@veritick/domain/calendar.ts";
import { flowOf, kindOf, LIMIT_KINDS, limitAt, windowAt } from "@veritick/domain/limits.ts";
import type { Cap, LimitedFlow, LimitKind, SelfLimit, Window } from "@veritick/domain/limits.ts";
import { ZERO, formatFixed, formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { DURATIONS, MIN_DEPOSIT, SESSION_MINUTES, SESSION_REST_MINUTES } from "@veritick/domain/product.ts";
import type { Notifier } from "../notifications/public.ts";
import type { Clock } from "../platform/clock.ts";
import type { KeyedQueue } from "../platform/concurrency.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { pauseOf } from "./pause.ts";
import type { Pauses } from "./pause.ts";

export type LimitContext = {
  database: Database;
  clock: Clock;
  /** Runs work that locks a user's row for longer than one statement, one task at a time for each user. */
  userQueue: KeyedQueue;
  notifier: Notifier;
};

/** A user's choices as they apply now. */
export type OwnChoices = {
  readonly limits: Readonly<Record<LimitKind, SelfLimit>>;
  readonly pauses: Pauses;
  /** The time zone; null until the user sets one. */
  readonly timeZone: string | null;
  /** The time of the last request for a looser limit. */
  readonly raisedAt: Date | null;
};

type Turnover = { readonly staked: Minor; readonly returned: Minor };

/** A window in force, with the amounts of the positions before an id that count in it. */
export type CountedWindow = Window & { readonly before: Turnover & { readonly id: string } };

export type OwnLimits = {
  readonly choices: OwnChoices;
  readonly windows: Readonly<Record<Period, CountedWindow>>;
  readonly used: Readonly<Record<LimitKind, Minor>>;
  readonly restUntil: Date | null;
  readonly reminderMinutes: number | null;
  /** The id up to which the stored windows have counted positions. */
  readonly countedTo: string | null;
  /** The number of positions that every order of the user has to add up. */
  readonly uncounted: number;
};

type Row = Record<
  | LimitKind
  | `${LimitKind}_next`
  | `${Period}_${"zone" | "staked" | "returned"}`
  | "time_zone"
  | "counted_to",
  string | null
> &
  Record<
    | `${LimitKind}_next_at`
    | `${Period}_${"starts" | "ends"}`
    | `${"paused" | "excluded"}_until`
    | `${"raised" | "began" | "rested"}_at`,
    Date | null
  > & { reminder_minutes: number | null; open: number };

/** The reminder of users who have set nothing yet. The table's default is the same. */
const DEFAULT_REMINDER_MINUTES = 60;
/** The most by which a deposit's id may precede its time of creation. */
const ID_SLACK_MS = 60_000;
/** The longest time that a position runs, plus one minute for differences between the clocks of processes. */
const LONGEST_MS = (DURATIONS.at(-1)! + 1) * 60_000;
/** The longest time since the start of a session that is within a limit. */
const SESSION_MS = (SESSION_MINUTES.most + SESSION_REST_MINUTES) * 60_000 + LONGEST_MS;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const MINUTE_MS = 60_000;

/** Returns SQL for an id after those of positions of earlier sessions: `firstIdAt`, computed by PostgreSQL. */
const firstIdOfSession = (now: string): string =>
  `(lpad(to_hex((extract(epoch from ${now}) * 1000)::bigint - ${SESSION_MS}), 12, '0') || '70008000000000000000')::uuid`;

/**
 * Returns SQL for the stakes of positions opened in a window. A position opened before the window counts with its profit
 * only (`returnedSince`), because its stake was not staked in the window.
 */
export const stakedSince = (starts: string): string =>
  `coalesce(sum(t.amount) filter (where t.created_at >= ${starts}), 0)`;
export const returnedSince = (starts: string): string => `coalesce(sum(case
    when t.status = 'active' then 0
    when t.created_at >= ${starts} then t.amount + t.profit
    when t.status in ('won', 'sold') and coalesce(t.sold_at, t.expires_at) >= ${starts} then greatest(t.profit, 0)
    else 0 end), 0)`;

/**
 * Returns SQL for the start of a user's session and the end of its rest; both are null if the user has rested. A position
 * that opens before the earlier ones have rested belongs to their session.
 */
export const sessionOf = (userId: string, now: string, isWanted = "true"): string => `
  select case when max(s.rested) > ${now} then max(s.began) end as began_at,
    case when max(s.rested) > ${now} then max(s.rested) end as rested_at
  from (
    select r.rested, case when r.created_at >= coalesce(max(r.rested) over
        (order by r.id rows between unbounded preceding and 1 preceding), '-infinity') then r.created_at end as began
    from (
      select t.id, t.created_at, t.expires_at + interval '${SESSION_REST_MINUTES} minutes' as rested
      from trading_positions t where ${isWanted} and t.user_id = ${userId} and t.id >= ${firstIdOfSession(now)}
    ) r
  ) s`;

/**
 * Reads a user's own limits. Returns undefined if the user does not exist. The limits cannot change while the user's row is
 * locked. If another process, whose clock is slightly ahead, has already begun the next day, that day counts.
 */
export async function findOwnLimits(
  connection: Queryable,
  userId: string,
  now: Date,
): Promise<OwnLimits | undefined> {
  const { rows } = await connection.query<Row>({
    name: "find_own_limits",
    text: FIND,
    values: [userId, now],
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  const limit = (kind: LimitKind): SelfLimit => {
    const nextAt = row[`${kind}_next_at`];
    const next = nextAt === null ? null : { amount: capOf(row[`${kind}_next`]), fromMs: nextAt.getTime() };
    return limitAt({ amount: capOf(row[kind]), next }, now.getTime());
  };
  const limits = byKind(limit);
  const isBound = LIMIT_KINDS.some((kind) => limits[kind].amount !== null);
  const timeZone = row.time_zone ?? "UTC";
  const kept = (period: Period): CountedWindow | null => {
    const [starts, ends, id] = [row[`${period}_starts`], row[`${period}_ends`], row.counted_to];
    const zone = row[`${period}_zone`];
    if (starts === null || ends === null || id === null || zone === null) return null;
    // Without limits, nobody gains by a change of time zone.
    if (zone !== timeZone && !isBound) return null;
    return {
      zone,
      startsMs: starts.getTime(),
      endsMs: ends.getTime(),
      before: {
        id,
        staked: parseMinor(row[`${period}_staked`]!),
        returned: parseMinor(row[`${period}_returned`]!),
      },
    };
  };
  const spans = PERIODS.map((period): CountedWindow => {
    const last = kept(period);
    const window = windowAt(period, last, timeZone, now.getTime());
    if (window === last) return last;
    return {
      ...window,
      before: { id: firstIdAt(window.startsMs - LONGEST_MS), staked: ZERO, returned: ZERO },
    };
  });
  const counts = await countWindows(connection, userId, spans, LAST_ID);
  const windows = byPeriod((index) => spans[index]!);
  const flows = byPeriod((index) => counts[index]!);
  const beganMs = row.began_at?.getTime();
  const session = limits.session.amount;
  const sessionUsed = beganMs === undefined ? ZERO : minutes((now.getTime() - beganMs) / MINUTE_MS);
  return {
    choices: {
      limits,
      pauses: { timeOut: row.paused_until, selfExclusion: row.excluded_until },
      timeZone: row.time_zone,
      raisedAt: row.raised_at,
    },
    windows,
    used: byKind((kind) => {
      const found = flowOf(kind);
      if (found !== undefined) return usedOf(found.flow, flows[found.period]);
      if (kind === "session") return sessionUsed;
      return kind === "open_positions" ? minor(BigInt(row.open) * 100_000_000n) : ZERO;
    }),
    restUntil: session !== null && sessionUsed >= session ? row.rested_at : null,
    reminderMinutes: row.reminder_minutes,
    countedTo: row.counted_to,
    uncounted: counts.reduce((most, { positions }) => Math.max(most, positions), 0),
  };
}

const minutes = (count: number): Minor => minor(BigInt(Math.max(0, Math.floor(count))) * 100_000_000n);
const byPeriod = <T>(valueAt: (index: number) => T) =>
  Object.fromEntries(PERIODS.map((period, index) => [period, valueAt(index)])) as Record<Period, T>;
const byKind = <T>(valueOf: (kind: LimitKind) => T) =>
  Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<LimitKind, T>;

function usedOf(flow: LimitedFlow, { deposited, staked, returned }: WindowCount): Minor {
  if (flow === "deposit") return deposited;
  return flow === "stake" ? staked : minor(staked - returned);
}

const capOf = (decimal: string | null): Cap => (decimal === null ? null : parseMinor(decimal));

/**
 * Returns SQL for a parameter whose value the planner does not see. A plan for the very values of a call can look cheaper
 * than a plan for all values. PostgreSQL would then plan the statement at each call, which takes longer than running it. For
 * a user with very many positions it would even read everybody's.
 */
const unseen = (parameter: string): string => `(select ${parameter})`;

export const LIMIT_COLUMNS = LIMIT_KINDS.flatMap((kind) => [kind, `${kind}_next`, `${kind}_next_at`]);

const FIND = `
select ${LIMIT_COLUMNS.map((column) => `l.${column}`).join(", ")}, l.paused_until, l.excluded_until, l.time_zone, l.raised_at,
  ${PERIODS.flatMap((period) => ["zone", "starts", "ends", "staked", "returned"].map((part) => `l.${period}_${part}`)).join(", ")},
  l.counted_to, s.began_at, s.rested_at,
  case when l.user_id is null then ${DEFAULT_REMINDER_MINUTES} else l.reminder_minutes end as reminder_minutes,
  (select count(*) from trading_positions p where p.user_id = u.id and p.status = 'active') as open
from users u
left join user_limits l on l.user_id = u.id
left join lateral (${sessionOf("u.id", unseen("$2::timestamptz"))}) s on true
where u.id = $1`;

type WindowCount = Turnover & { readonly deposited: Minor; readonly positions: number };

/** Adds the positions up to an id to the counts of windows, and sums up the deposits of each window. */
export async function countWindows(
  connection: Queryable,
  userId: string,
  windows: readonly CountedWindow[],
  toId: string,
): Promise<WindowCount[]> {
  const { rows } = await connection.query<
    Record<"staked" | "returned" | "deposited", string> & { positions: number }
  >({
    name: "count_own_windows",
    text: COUNT,
    values: [
      userId,
      windows.map(({ startsMs }) => new Date(startsMs)),
      windows.map(({ before }) => before.id),
      windows.map(({ startsMs }) => firstIdAt(startsMs - ID_SLACK_MS)),
      toId,
    ],
  });
  return rows.map(({ staked, returned, deposited, positions }, index) => {
    const { before } = windows[index]!;
    return {
      staked: minor(before.staked + parseMinor(staked)),
      returned: minor(before.returned + parseMinor(returned)),
      deposited: parseMinor(deposited),
      positions,
    };
  });
}

/** SQL that is true for an expired payment that we still poll, and credit if it is paid. */
const MAY_STILL_COME = `d.failure_reason = 'expired'
  and exists (select from payments p where p.id = d.id and p.next_poll_at is not null)`;

/** Counts a deposit with its requested amount, or with the credited one if that is more. */
const COUNT = `
select counted.*, (
    select coalesce(sum(greatest(d.amount, coalesce(d.credited, 0))), 0) from deposit_transactions d
    where d.user_id = ${unseen("$1::uuid")} and d.id >= w.deposit_id and d.created_at >= w.starts
      and (d.status <> 'failed' or ${MAY_STILL_COME})) as deposited
from unnest(${unseen("$2::timestamptz[]")}, ${unseen("$3::uuid[]")}, ${unseen("$4::uuid[]")})
  with ordinality as w (starts, from_id, deposit_id, n)
cross join lateral (
  select ${stakedSince("w.starts")} as staked, ${returnedSince("w.starts")} as returned, count(*) as positions
  from trading_positions t where t.user_id = ${unseen("$1::uuid")} and t.id >= w.from_id and t.id < $5::uuid
) counted
order by w.n`;

export function toLimits(
  { choices, windows, used, restUntil, reminderMinutes }: OwnLimits,
  now: Date,
): Limits {
  const endOf = (period: Period) => new Date(windows[period].endsMs).toISOString();
  return {
    limits: LIMIT_KINDS.map((kind) => {
      const { amount, next } = choices.limits[kind];
      const period = flowOf(kind)?.period;
      return {
        kind,
        amount: capText(amount),
        used: formatMinor(used[kind]),
        ends: period === undefined ? null : endOf(period),
        next:
          next === null ? null : { amount: capText(next.amount), from: new Date(next.fromMs).toISOString() },
      };
    }),
    dayEnds: endOf("day"),
    timeZone: choices.timeZone,
    restUntil: restUntil?.toISOString() ?? null,
    pause: pauseOf(choices.pauses, now),
    reminderMinutes,
  };
}

const capText = (amount: Cap): string | null => (amount === null ? null : formatMinor(amount));

/** @param until an ISO instant */
export const refusePaused = (until: string): Refused => refuse("paused", { values: { until } });

/** Refuses an amount and names the amount left in the period: zero if the limit was tightened below the used amount. */
export function refusePassed(flow: LimitedFlow, period: Period, left: Minor): Refused {
  const code = `${flow}_limit` as const;
  return refuse(code, {
    field: "amount",
    values: { amount: formatFixed(left > 0n ? left : ZERO, 2) },
    ...(period === "day" ? {} : { saying: `${code}_${period}` as const }),
  });
}

/** Refuses a deposit that the user's own limit or pause forbids. The user's row must be locked. */
export async function refuseDeposit(
  connection: Queryable,
  userId: string,
  amount: Minor,
  now: Date,
): Promise<Refused | undefined> {
  const own = await findOwnLimits(connection, userId, now);
  if (own === undefined) return refuse("not_signed_in");
  const pause = pauseOf(own.choices.pauses, now);
  if (pause !== null) return refusePaused(pause.until);
  const rooms = PERIODS.flatMap((period) => {
    const kind = kindOf("deposit", period);
    const limit = own.choices.limits[kind].amount;
    return limit === null ? [] : [{ period, left: minor(limit - own.used[kind]) }];
  });
  const tightest = rooms.toSorted((one, other) =>
    one.left < other.left ? -1 : one.left > other.left ? 1 : 0,
  )[0];
  if (tightest === undefined || amount <= tightest.left) return undefined;
  const { period, left } = tightest;
  if (left >= MIN_DEPOSIT) return refusePassed("deposit", period, left);
  // The user cannot deposit less than the smallest deposit, so nothing is possible in this period.
  const code = "deposit_limit_reached";
  return refuse(code, {
    field: "amount",
    ...(period === "day" ? {} : { saying: `${code}_${period}` as const }),
  });
}
