import type { CarePerson } from "@veritick/contract/schemas/admin-users.ts";
import type { Page } from "@veritick/contract/values.ts";
import { dayAt, isNight } from "@veritick/domain/calendar.ts";
import { CARE, CHASE, signsOf } from "@veritick/domain/signs-of-harm.ts";
import { flowOf, LIMIT_KINDS } from "@veritick/domain/limits.ts";
import type { LimitKind } from "@veritick/domain/limits.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import { LOCKS, transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { firstIdAt } from "../platform/ids.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { findOwnLimits } from "./own-limits.ts";

type CareContext = { database: Database; clock: Clock };

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/**
 * A quarter of an hour. Offsets of time zones are multiples of it, so it lies within one day, and within a night or outside.
 */
const QUARTER_MS = 15 * MINUTE_MS;
/** The time after which opened positions are stored and expired ones are settled. */
const SETTLED_MS = MINUTE_MS;
/** The longest time whose positions one transaction looks at. */
const SPAN_MS = 4 * QUARTER_MS;
const LOOK_TICKS = 60;
const KEPT_DAYS = 31;
const SHOWN = 100;
const MOST_LIMITED = 2_000;
const LOOKED_TO = "care-looked-to";

type SlotRow = { user_id: string; zone: string; slot_ms: number; positions: number; chases: number };
type CareDay = { userId: string; day: string; chases: number; nights: number; seenMs: number };

/** Looks for signs of harm in the positions opened since the last look: every quarter of an hour, in one process. */
export function watchForHarm(context: CareContext & { log: Log }): PeriodicTask {
  return periodically(LOOK_TICKS, "signs of harm", context.log, () => recordSignsOfHarm(context));
}

/** Records the signs of harm in the positions opened since the last look, at most an hour's at a time. */
export function recordSignsOfHarm({ database, clock }: CareContext): Promise<void> {
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCKS.careCheck}) as taken`,
    );
    if (!rows[0]!.taken) return;
    const now = dateOf(clock);
    const end = Math.floor((now.getTime() - SETTLED_MS) / QUARTER_MS) * QUARTER_MS;
    const from = Number((await readKeptValue(connection, LOOKED_TO)) ?? end - DAY_MS);
    if (from >= end) return;
    const to = Math.min(end, from + SPAN_MS);
    const days = daysOf(await findSlots(connection, from, to));
    await connection.query(WRITE_DAYS, [
      days.map(({ userId }) => userId),
      days.map(({ day }) => day),
      days.map(({ chases }) => chases),
      days.map(({ nights }) => nights),
      days.map(({ seenMs }) => new Date(seenMs)),
    ]);
    await noteShares(connection, from, to, now);
    await connection.query("delete from care_days where day < $1::date", [
      dayAt("UTC", now.getTime() - KEPT_DAYS * DAY_MS),
    ]);
    await setKeptValue(connection, LOOKED_TO, String(to));
  });
}

async function findSlots(connection: Queryable, from: number, to: number): Promise<SlotRow[]> {
  const longestMs = (DURATIONS.at(-1)! + CHASE.withinMinutes + 1) * MINUTE_MS;
  const { rows } = await connection.query<SlotRow>(FIND_SLOTS, [
    new Date(from),
    new Date(to),
    firstIdAt(from - MINUTE_MS),
    firstIdAt(to + MINUTE_MS),
    firstIdAt(from - longestMs),
  ]);
  return rows;
}

function daysOf(slots: readonly SlotRow[]): CareDay[] {
  const days = new Map<string, CareDay>();
  for (const { user_id: userId, zone, slot_ms: slotMs, positions, chases } of slots) {
    const nights = isNight(zone, slotMs) ? positions : 0;
    if (nights + chases === 0) continue;
    const day = dayAt(zone, slotMs);
    const key = `${userId} ${day}`;
    const known = days.get(key) ?? { userId, day, chases: 0, nights: 0, seenMs: 0 };
    days.set(key, {
      ...known,
      chases: known.chases + chases,
      nights: known.nights + nights,
      seenMs: Math.max(known.seenMs, slotMs + QUARTER_MS),
    });
  }
  return [...days.values()];
}

/** Records the users who have used most of a limit, among those who traded or requested a deposit. */
async function noteShares(connection: Queryable, from: number, to: number, now: Date): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(FIND_LIMITED, [
    firstIdAt(from),
    firstIdAt(to),
    MOST_LIMITED,
  ]);
  for (const { id } of rows) {
    const own = await findOwnLimits(connection, id, now);
    if (own === undefined) continue;
    const shares = FLOW_KINDS.flatMap((kind) => {
      const limit = own.choices.limits[kind].amount;
      return limit === null ? [] : [{ kind, share: Number(own.used[kind]) / Number(limit) }];
    });
    const most = shares.reduce<(typeof shares)[number] | undefined>(
      (found, one) => (found === undefined || one.share > found.share ? one : found),
      undefined,
    );
    if (most === undefined || most.share < CARE.nearShare) continue;
    const day = dayAt(own.choices.timeZone ?? "UTC", now.getTime());
    await connection.query(WRITE_SHARE, [id, day, most.share, most.kind, now]);
  }
}

const FLOW_KINDS = LIMIT_KINDS.filter((kind) => flowOf(kind) !== undefined);

const FIND_SLOTS = `
select o.user_id, coalesce(l.time_zone, 'UTC') as zone,
  (floor(extract(epoch from o.created_at) / 900) * 900000)::bigint as slot_ms, count(*) as positions,
  count(*) filter (where exists (
    select from trading_positions lost
    where lost.user_id = o.user_id and lost.id >= $5 and lost.id < o.id and lost.status = 'lost'
      and lost.expires_at <= o.created_at and lost.expires_at > o.created_at - interval '${CHASE.withinMinutes} minutes'
      and o.amount >= lost.amount * ${CHASE.factor}
  )) as chases
from trading_positions o left join user_limits l on l.user_id = o.user_id
where o.id >= $3 and o.id < $4 and o.created_at >= $1 and o.created_at < $2
group by 1, 2, 3`;

const WRITE_DAYS = `
insert into care_days (user_id, day, chases, night_positions, seen_at)
select c.* from unnest($1::uuid[], $2::date[], $3::integer[], $4::integer[], $5::timestamptz[])
  as c (user_id, day, chases, night_positions, seen_at)
join users u on u.id = c.user_id
on conflict (user_id, day) do update set chases = care_days.chases + excluded.chases,
  night_positions = care_days.night_positions + excluded.night_positions, seen_at = excluded.seen_at`;

const FIND_LIMITED = `
select l.user_id as id from user_limits l
where coalesce(${FLOW_KINDS.map((kind) => `l.${kind}`).join(", ")}) is not null and l.user_id in (
  select user_id from trading_positions where id >= $1 and id < $2
  union select user_id from deposit_transactions where id >= $1 and id < $2)
limit $3`;

const WRITE_SHARE = `
insert into care_days (user_id, day, share, share_kind, shared_at, seen_at)
select u.id, $2::date, $3::float8, $4, $5, $5 from users u where u.id = $1
on conflict (user_id, day) do update set share = excluded.share, share_kind = excluded.share_kind,
  shared_at = excluded.shared_at, seen_at = excluded.seen_at`;

type CareRow = {
  id: string;
  email: string;
  chases: number;
  nights: number;
  share: number | null;
  share_kind: LimitKind | null;
  raised_at: Date | null;
  seen_at: Date;
  is_paused: boolean;
  note: { text: string; createdAt: string } | null;
};

/** Lists users who show signs of harm, newest sign first. It reads days with signs only, never positions. */
export async function listCare({ database, clock }: CareContext, page: Page): Promise<CarePerson[]> {
  const now = dateOf(clock);
  const { rows } = await database.query<CareRow>({
    name: "list_care",
    text: LIST,
    values: [now, dayAt("UTC", now.getTime()), page.before ?? null, page.limit ?? SHOWN],
  });
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    signs: signsOf({ ...row, raisedMs: row.raised_at?.getTime() ?? null }, now.getTime()),
    chases: row.chases,
    nights: row.nights,
    limit: row.share === null ? null : { kind: row.share_kind!, share: row.share },
    raisedAt: row.raised_at?.toISOString() ?? null,
    seenAt: row.seen_at.toISOString(),
    isPaused: row.is_paused,
    note:
      row.note === null
        ? null
        : { text: row.note.text, createdAt: new Date(row.note.createdAt).toISOString() },
  }));
}

const LIST = `
with day_facts as (
  select user_id,
    coalesce(sum(chases) filter (where day > $2::date - ${CARE.chaseDays}), 0)::integer as chases,
    (count(*) filter (where night_positions > 0))::integer as nights,
    (array_agg(share order by shared_at desc) filter (where shared_at > $1::timestamptz - interval '1 day'))[1] as share,
    (array_agg(share_kind order by shared_at desc) filter (where shared_at > $1::timestamptz - interval '1 day'))[1] as share_kind,
    max(seen_at) as seen_at
  from care_days where day > $2::date - ${CARE.nightDays} group by user_id
),
facts as (
  select user_id, coalesce(d.chases, 0) as chases, coalesce(d.nights, 0) as nights, d.share, d.share_kind, r.raised_at,
    greatest(d.seen_at, r.raised_at) as seen_at
  from day_facts d
  full join (
    select user_id, raised_at from user_limits where raised_at > $1::timestamptz - interval '${CARE.raisedDays} days'
  ) r using (user_id)
),
signed as (
  select * from facts
  where share >= ${CARE.nearShare} or chases >= ${CARE.chases} or nights >= ${CARE.nights} or raised_at is not null
)
select u.id, u.email, s.chases, s.nights, s.share, s.share_kind, s.raised_at, s.seen_at,
  coalesce(greatest(l.paused_until, l.excluded_until) > $1::timestamptz, false) as is_paused,
  (select json_build_object('text', n.text, 'createdAt', n.created_at) from user_notes n
   where n.user_id = u.id order by n.id desc limit 1) as note
from signed s join users u on u.id = s.user_id left join user_limits l on l.user_id = u.id
where $3::uuid is null or (s.seen_at, s.user_id) < (select b.seen_at, b.user_id from signed b where b.user_id = $3)
order by s.seen_at desc, s.user_id desc limit $4`;
