import { LIMIT_KINDS } from "@veritick/contract/schemas/limits.ts";
import type { LimitKind, Limits } from "@veritick/contract/schemas/limits.ts";
import { limitAt } from "@veritick/domain/limits.ts";
import type { Cap, SelfLimit } from "@veritick/domain/limits.ts";
import { ZERO, formatFixed, formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { pauseOf } from "./pause.ts";
import type { Pauses } from "./pause.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";

/** A user's own limits as they apply now, and what today has used of them. */
export type OwnLimits = {
  readonly limits: Readonly<Record<LimitKind, SelfLimit>>;
  readonly used: Readonly<Record<LimitKind, Minor>>;
  readonly pauses: Pauses;
  readonly reminderMinutes: number | null;
};

type LimitColumns<K extends LimitKind> = Record<K | `${K}_next`, string | null> &
  Record<`${K}_next_at`, Date | null>;
type Row = LimitColumns<"deposit"> &
  LimitColumns<"stake"> &
  LimitColumns<"loss"> & {
    paused_until: Date | null;
    excluded_until: Date | null;
    reminder_minutes: number | null;
    deposited: string;
    staked: string;
    returned: string;
  };

export const DAY_MS = 86_400_000;
/** For users who have set nothing yet. The table's default is the same. */
const DEFAULT_REMINDER_MINUTES = 60;
/** A deposit gets its id a moment before its time. */
const ID_SLACK_MS = 60_000;

export const dayStart = (now: Date): Date => new Date(now.getTime() - (now.getTime() % DAY_MS));

/**
 * Reads a user's own limits; undefined if there is no such user. They cannot change while the user's row is locked. If
 * another process, whose clock is slightly ahead, has already begun the next day, that day counts: a day never goes back.
 */
export async function findOwnLimits(
  connection: Queryable,
  userId: string,
  now: Date,
): Promise<OwnLimits | undefined> {
  const from = dayStart(now);
  const { rows } = await connection.query<Row>({
    name: "find_own_limits",
    text: FIND,
    values: [userId, from, firstIdAt(from.getTime() - ID_SLACK_MS)],
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  const staked = parseMinor(row.staked);
  const limit = (kind: LimitKind): SelfLimit => {
    const nextAt = row[`${kind}_next_at`];
    const next = nextAt === null ? null : { amount: capOf(row[`${kind}_next`]), fromMs: nextAt.getTime() };
    return limitAt({ amount: capOf(row[kind]), next }, now.getTime());
  };
  return {
    limits: { deposit: limit("deposit"), stake: limit("stake"), loss: limit("loss") },
    used: {
      deposit: parseMinor(row.deposited),
      stake: staked,
      loss: minor(staked - parseMinor(row.returned)),
    },
    pauses: { timeOut: row.paused_until, selfExclusion: row.excluded_until },
    reminderMinutes: row.reminder_minutes,
  };
}

const capOf = (decimal: string | null): Cap => (decimal === null ? null : parseMinor(decimal));

/** An expired payment is still credited if it is paid while we poll it. */
const MAY_STILL_COME = "t.failure_reason = 'expired' and t.next_poll_at is not null";

/** A deposit counts with its requested amount, or with the credited one if that is more. */
const FIND = `
select l.deposit, l.deposit_next, l.deposit_next_at, l.stake, l.stake_next, l.stake_next_at,
  l.loss, l.loss_next, l.loss_next_at, l.paused_until, l.excluded_until,
  case when l.user_id is null then ${DEFAULT_REMINDER_MINUTES} else l.reminder_minutes end as reminder_minutes,
  case when u.day >= d.today then u.day_staked else 0 end as staked,
  case when u.day >= d.today then u.day_returned else 0 end as returned,
  (select coalesce(sum(greatest(t.amount, coalesce(t.credited, 0))), 0) from deposit_transactions t
   where t.user_id = u.id and t.id >= $3 and t.created_at >= $2 and (t.status <> 'failed' or ${MAY_STILL_COME})) as deposited
from users u
cross join (select ($2::timestamptz at time zone 'UTC')::date as today) d
left join user_limits l on l.user_id = u.id
where u.id = $1`;

/** The form of the API. */
export function toLimits(own: OwnLimits, now: Date): Limits {
  return {
    limits: LIMIT_KINDS.map((kind) => {
      const { amount, next } = own.limits[kind];
      return {
        kind,
        amount: capText(amount),
        used: formatMinor(own.used[kind]),
        next:
          next === null ? null : { amount: capText(next.amount), from: new Date(next.fromMs).toISOString() },
      };
    }),
    dayEnds: new Date(dayStart(now).getTime() + DAY_MS).toISOString(),
    pause: pauseOf(own.pauses, now),
    reminderMinutes: own.reminderMinutes,
  };
}

const capText = (amount: Cap): string | null => (amount === null ? null : formatMinor(amount));

/** @param until an ISO instant */
export const refusePaused = (until: string): Refused => refuse("paused", { values: { until } });

/** Names what is still possible today: nothing, if the limit was tightened below what the day has already used. */
export const refusePassed = (code: "deposit_limit" | "stake_limit" | "loss_limit", left: Minor): Refused =>
  refuse(code, { field: "amount", values: { amount: formatFixed(left > 0n ? left : ZERO, 2) } });

/** Refuses a deposit that the user's own limit or pause forbids. The user's row must be locked. */
export async function refuseDeposit(
  connection: Queryable,
  userId: string,
  amount: Minor,
  now: Date,
): Promise<Refused | undefined> {
  const own = await findOwnLimits(connection, userId, now);
  if (own === undefined) return refuse("not_signed_in");
  const pause = pauseOf(own.pauses, now);
  if (pause !== null) return refusePaused(pause.until);
  const limit = own.limits.deposit.amount;
  if (limit === null || own.used.deposit + amount <= limit) return undefined;
  const left = minor(limit - own.used.deposit);
  // Less than the smallest deposit cannot be deposited either.
  return left < MIN_DEPOSIT
    ? refuse("deposit_limit_reached", { field: "amount" })
    : refusePassed("deposit_limit", left);
}
