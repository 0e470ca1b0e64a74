import { formatFixed, formatMinor, parseMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import { PERIODS } from "@veritick/domain/calendar.ts";
import type { Period } from "@veritick/domain/calendar.ts";
import { kindOf } from "@veritick/domain/limits.ts";
import { refusePassed, refusePaused, returnedSince, sessionOf, stakedSince } from "../limits/public.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { utcDay } from "./day-counters.sql.ts";

const MAINTENANCE_RETRY_SECONDS = 30;
const PRICE_RETRY_SECONDS = 2;

/** The answer of the statement for one request, or the reason why it was not sent. */
export type OpenOutcome =
  | "opened"
  | "no_user"
  | "user_locked"
  | "maintenance"
  | "trading_locked"
  | "limits_changed"
  | "window_over"
  | "late"
  | "price_not_current"
  | "beacon_late"
  | "paused"
  | "balance_insufficient"
  | "stake_limit"
  | "loss_limit"
  | "largest_stake_limit"
  | "open_positions_limit"
  | "session_limit"
  | "payout_too_large"
  | "house_limit"
  | "key_taken";

export type OpenRow = {
  outcome: OpenOutcome;
  balance: string | null;
  /** The end of the pause or of the rest, or what the limit leaves and for which period, that the request was refused for. */
  until: Date | null;
  room: string | null;
  period: Period | null;
  /** How many positions their limits had to add up. */
  uncounted: number;
};

export const refusePrice = (isBeaconLate: boolean): Refused =>
  refuse("price_not_current", {
    retryAfterSeconds: PRICE_RETRY_SECONDS,
    ...(isBeaconLate ? { saying: "beacon_late" } : {}),
  });

export function refusalOf({ outcome, until, room, period }: OpenRow): Refused {
  if (outcome === "balance_insufficient") return refuse("balance_insufficient", { field: "amount" });
  if (outcome === "house_limit") return refuse("house_limit", { field: "amount" });
  if (outcome === "payout_too_large") return refuse("payout_too_large", { field: "amount" });
  if (outcome === "maintenance")
    return refuse("maintenance", { retryAfterSeconds: MAINTENANCE_RETRY_SECONDS });
  if (outcome === "trading_locked") return refuse("trading_locked");
  if (outcome === "paused") return refusePaused(until!.toISOString());
  if (outcome === "session_limit")
    return refuse("session_limit", { values: { until: until!.toISOString() } });
  if (outcome === "stake_limit") return refusePassed("stake", period!, parseMinor(room!));
  if (outcome === "loss_limit") return refusePassed("loss", period!, parseMinor(room!));
  if (outcome === "largest_stake_limit")
    return refuse(outcome, { field: "amount", values: { amount: formatFixed(parseMinor(room!), 2) } });
  if (outcome === "open_positions_limit") return refuse(outcome);
  if (outcome === "no_user") return refuse("not_signed_in");
  if (outcome === "late" || outcome === "price_not_current" || outcome === "beacon_late")
    return refusePrice(outcome === "beacon_late");
  if (outcome === "limits_changed" || outcome === "window_over" || outcome === "user_locked")
    return refuse("busy", { retryAfterSeconds: 1 });
  return refuse("idempotency_running", { retryAfterSeconds: 1 });
}

const FLOWS = ["stake", "loss"] as const;
type Flow = (typeof FLOWS)[number];
const perPeriod = (text: (period: Period) => string): string => PERIODS.map(text).join(",\n      ");
const cap = (kind: string): string =>
  `limit_at(l.${kind}, l.${kind}_next, l.${kind}_next_at, $4::timestamptz) as ${kind}`;

/** What a limit leaves: nulls where there is none. */
const roomOf = (flow: Flow, period: Period): string => {
  const staked = `own.${period}_staked - tail.${period}_staked`;
  const returned = flow === "loss" ? ` + own.${period}_returned + tail.${period}_returned` : "";
  return `own.${kindOf(flow, period)} - ${staked}${returned} as ${flow}_${period}`;
};
const leastOf = (flow: Flow): string =>
  `least(${PERIODS.map((period) => `room.${flow}_${period}`).join(", ")})`;
const tightestOf = (flow: Flow): string =>
  `case ${leastOf(flow)} ${PERIODS.map((period) => `when room.${flow}_${period} then '${period}'`).join(" ")} end`;
const FLOW_CAPS = FLOWS.flatMap((flow) => PERIODS.map((period) => kindOf(flow, period)));

/**
 * Opens any number of positions in one statement, at most one for each user.
 *
 * $1 requests (JSON array), $2 postings (JSON array, `n` naming the request), $3 stripe, $4 instant, $5 entry tick,
 * $6 entry price, $7 the key of the signatures, $8 the round of the entry's block, $9 and $10 the instants between which orders
 * may enter it, $11 how far the clock of a test is ahead of this one (ms), $12 how long after its second a tick is shown (ms).
 * Each request is opened whole or not at all:
 *   - It locks users first, in the order of their ids, then the stripe. Every statement keeps this order. It skips users whom
 *     another transaction has locked, so that nobody waits for somebody else's row. Their requests are put off.
 *   - It computes the new balance from the locked row, never from `users` itself. Where another transaction has just changed
 *     the row, PostgreSQL checks the table's constraints against a first draft of the update, made from the outdated row.
 *   - It reads an administrator's lock from the locked row too: once the lock is committed, nothing opens any more. It reads
 *     maintenance as the statement begins, so maintenance holds even in a process that has not heard of it.
 *   - It reads the limits that people set on themselves as the statement begins, one by one through their key, whatever the
 *     planner expects. For those who have any it adds to what their windows have counted the positions since. Setting a limit
 *     changes `limits_set` of the user's row, and every position changes that row, so the statement can tell by them what it has
 *     read too early. Nobody without such limits pays for this.
 *   - It goes on counting the day (UTC), by which the version before this one judges.
 *   - It refuses a payout that the balance could not hold. It does not count the payouts of other open positions, because that
 *     would cost too much: where all of them together do not fit, settlement sets the last ones aside.
 *   - Once it has all locks it looks at the clock: if the block is closed, it writes nothing. From half a second before the next
 *     round is due, somebody might know that round.
 *   - Whether a request fits is a column, because the planner expects half of the rows to fit. Of a condition it would expect
 *     one row in two hundred, and plan loops over whole lists.
 *   - If the house cannot cover all payouts, the smaller ones come first, so a refused payout blocks no other.
 *   - A key that is already taken is not inserted again, and its request moves nothing.
 *   - Everything after `accepted` follows from it. The trigger of the ledger checks the postings.
 *
 * Answers one row for each request: its number, the outcome and the new balance, or until when or by how much it was refused.
 */
export const OPEN_POSITIONS = `
with request as materialized (
  select * from json_to_recordset($1::json) as r (
    n integer, id uuid, user_id uuid, type text, amount numeric, duration integer, multiplier numeric, payout numeric,
    barrier_price numeric, win_chance double precision, win_rule text, pull bigint, reach bigint,
    expiry_tick bigint, signature text,
    key text, request_hash text, response text)
),
maintenance as materialized (
  select exists (select from kept_values where name = 'maintenance' and value <> 'null') as is_on
),
holder as materialized (
  select u.id, u.balance, u.trading_locked_at is not null as is_locked, u.day, u.day_staked, u.day_returned, u.limits_set,
    u.xmin as version
  from users u where u.id in (select user_id from request)
  order by u.id for no key update skip locked
),
judged as materialized (
  select r.*, h.balance, day.day, day.staked, day.returned, tail.positions as uncounted, why.refusal, why.refusal is null as is_fit,
    case why.refusal when 'paused' then own.paused_until else session.rested_at end as until,
    case why.refusal
      when 'stake_limit' then ${leastOf("stake")} when 'loss_limit' then ${leastOf("loss")} else own.largest_stake
    end as room,
    case why.refusal when 'stake_limit' then ${tightestOf("stake")} else ${tightestOf("loss")} end as period
  from request r
  join holder h on h.id = r.user_id
  cross join maintenance m
  cross join lateral (
    select greatest(h.day, ${utcDay("$4")}) as day,
      case when h.day >= ${utcDay("$4")} then h.day_staked else 0 end as staked,
      case when h.day >= ${utcDay("$4")} then h.day_returned else 0 end as returned
  ) day
  left join lateral (
    select c.*, coalesce(${FLOW_CAPS.join(", ")}, open_positions) is not null as is_counted
    from (
      select l.limits_set, greatest(l.paused_until, l.excluded_until) as paused_until,
        ${[...FLOW_CAPS, "largest_stake", "open_positions", "session"].map(cap).join(",\n        ")},
        ${PERIODS.flatMap((period) => ["ends", "starts", "staked", "returned"].map((part) => `l.${period}_${part}`)).join(", ")},
        l.counted_to
      from user_limits l where l.user_id = h.id limit 1
    ) c
  ) own on true
  cross join lateral (
    select count(*) as positions, count(*) filter (where t.status = 'active') as open,
      ${perPeriod((period) => `${stakedSince(`own.${period}_starts`)} as ${period}_staked, ${returnedSince(`own.${period}_starts`)} as ${period}_returned`)}
    from trading_positions t where own.is_counted and t.user_id = h.id and t.id >= own.counted_to
  ) tail
  cross join lateral (${sessionOf("h.id", "$4::timestamptz", "own.session is not null")}) session
  cross join lateral (
    select ${FLOWS.flatMap((flow) => PERIODS.map((period) => roomOf(flow, period))).join(",\n      ")}
  ) room
  cross join lateral (
    select case
      when m.is_on then 'maintenance'
      when h.is_locked then 'trading_locked'
      when coalesce(own.limits_set, 0) <> h.limits_set then 'limits_changed'
      when (own.is_counted or own.session is not null)
        and (select u.xmin from users u where u.id = h.id) <> h.version then 'limits_changed'
      when own.paused_until > $4::timestamptz then 'paused'
      when own.is_counted
        and coalesce(least(${PERIODS.map((period) => `own.${period}_ends`).join(", ")}) <= $4::timestamptz, true) then 'window_over'
      when session.began_at + own.session * interval '1 minute' <= $4::timestamptz then 'session_limit'
      when r.amount > h.balance then 'balance_insufficient'
      when r.amount > own.largest_stake then 'largest_stake_limit'
      when tail.open >= own.open_positions then 'open_positions_limit'
      when r.amount > ${leastOf("stake")} then 'stake_limit'
      when r.amount > ${leastOf("loss")} then 'loss_limit'
      when h.balance - r.amount + r.payout > ${formatMinor(STORABLE_MAX)} then 'payout_too_large'
    end as refusal
  ) why
),
stripe as materialized (
  select s.funds - s.open_payout as headroom from house_stripes s
  where s.stripe = $3 and (select count(*) from holder) >= 0
  for no key update
),
locked as materialized (
  select headroom, clock_timestamp() + $11::float8 * interval '1 ms' as at from stripe
),
house as materialized (
  select headroom, not (at >= $9::timestamptz and at < $10::timestamptz) as is_late from locked
),
fitting as materialized (
  select j.*, house.is_late,
    sum(j.payout) over (order by j.payout, j.n) <= house.headroom and not house.is_late as covered
  from judged j cross join house where j.is_fit
),
claimed as (
  insert into idempotency_keys (user_id, key, request_hash, response, created_at)
  select user_id, key, decode(request_hash, 'hex'), response::json, $4::timestamptz
  from fitting where key is not null and covered
  on conflict do nothing
  returning user_id
),
accepted as materialized (
  select f.* from fitting f
  where f.covered and (f.key is null or f.user_id in (select user_id from claimed))
),
debited as (
  update users u
  set balance = a.balance - a.amount, day = a.day, day_staked = a.staked + a.amount, day_returned = a.returned
  from accepted a where u.id = a.user_id
  returning u.id as user_id, u.balance
),
opened as (
  insert into trading_positions (
    id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration,
    multiplier, created_at, expires_at, entry_tick, round, expiry_tick, house_stripe, signature, signing_key)
  select id, user_id, type, $6::numeric, barrier_price, win_chance, win_rule, pull, reach, amount, duration,
    multiplier, $4::timestamptz, to_timestamp(expiry_tick) + $12::float8 * interval '1 ms', $5::bigint, $8::bigint,
    expiry_tick, $3, decode(signature, 'hex'), $7
  from accepted
),
recorded as (
  insert into ledger_transactions (kind, reference, created_at)
  select 'position_opened', id, $4::timestamptz from accepted order by n
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select t.id, p.line, 'position_opened', p.account, p.amount, case when p.account = 'user:' || a.user_id then d.balance end
  from json_to_recordset($2::json) as p (n integer, line smallint, account text, amount numeric)
  join accepted a on a.n = p.n
  join debited d on d.user_id = a.user_id
  join recorded t on t.reference = a.id
),
promised as (
  update house_stripes s set open_payout = s.open_payout + total.payout
  from (select sum(payout) as payout from accepted) total
  where s.stripe = $3 and total.payout is not null
)
select r.n, d.balance, j.until, j.room, j.period, coalesce(j.uncounted, 0) as uncounted,
  case
    when d.user_id is not null then 'opened'
    when j.n is null then
      case when exists (select from users u where u.id = r.user_id) then 'user_locked' else 'no_user' end
    when j.refusal is not null then j.refusal
    when f.is_late then 'late'
    when not f.covered then 'house_limit'
    else 'key_taken'
  end as outcome
from request r
left join judged j on j.n = r.n
left join fitting f on f.n = r.n
left join debited d on d.user_id = r.user_id
order by r.n`;
