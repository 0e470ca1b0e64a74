import { formatMinor, parseMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import { refusePassed, refusePaused } from "../limits/public.ts";
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
  | "late"
  | "price_not_current"
  | "beacon_late"
  | "paused"
  | "balance_insufficient"
  | "stake_limit"
  | "loss_limit"
  | "payout_too_large"
  | "house_limit"
  | "key_taken";

export type OpenRow = {
  outcome: OpenOutcome;
  balance: string | null;
  /** The end of the pause, or the rest of the limit, that the request was refused for. */
  paused_until: Date | null;
  left_today: string | null;
};

export const refusePrice = (isBeaconLate: boolean): Refused =>
  refuse("price_not_current", {
    retryAfterSeconds: PRICE_RETRY_SECONDS,
    ...(isBeaconLate ? { saying: "beacon_late" } : {}),
  });

export function refusalOf({ outcome, paused_until: pausedUntil, left_today: left }: OpenRow): Refused {
  if (outcome === "balance_insufficient") return refuse("balance_insufficient", { field: "amount" });
  if (outcome === "house_limit") return refuse("house_limit", { field: "amount" });
  if (outcome === "payout_too_large") return refuse("payout_too_large", { field: "amount" });
  if (outcome === "maintenance")
    return refuse("maintenance", { retryAfterSeconds: MAINTENANCE_RETRY_SECONDS });
  if (outcome === "trading_locked") return refuse("trading_locked");
  if (outcome === "paused") return refusePaused(pausedUntil!.toISOString());
  if (outcome === "stake_limit" || outcome === "loss_limit") return refusePassed(outcome, parseMinor(left!));
  if (outcome === "no_user") return refuse("not_signed_in");
  if (outcome === "late" || outcome === "price_not_current" || outcome === "beacon_late")
    return refusePrice(outcome === "beacon_late");
  if (outcome === "limits_changed" || outcome === "user_locked")
    return refuse("busy", { retryAfterSeconds: 1 });
  return refuse("idempotency_running", { retryAfterSeconds: 1 });
}

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
 *   - It reads the day's counters from the locked row, and starts them again with each day. It reads the limits that people
 *     set on themselves as the statement begins, one by one through their key, whatever the planner expects. Setting a limit
 *     also changes `limits_set` of the user's row, so the statement can tell outdated limits from current ones.
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
 * Answers one row for each request: its number, the outcome and the new balance, or the end of the user's pause and the rest
 * of the limit that refused it.
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
  select u.id, u.balance, u.trading_locked_at is not null as is_locked, u.day, u.day_staked, u.day_returned, u.limits_set
  from users u where u.id in (select user_id from request)
  order by u.id for no key update skip locked
),
judged as materialized (
  select r.*, h.balance, day.day, day.staked, day.returned, own.paused_until, may.stake_left, may.loss_left,
    why.refusal, why.refusal is null as is_fit
  from request r
  join holder h on h.id = r.user_id
  cross join maintenance m
  cross join lateral (
    select greatest(h.day, ${utcDay("$4")}) as day,
      case when h.day >= ${utcDay("$4")} then h.day_staked else 0 end as staked,
      case when h.day >= ${utcDay("$4")} then h.day_returned else 0 end as returned
  ) day
  left join lateral (
    select l.limits_set, greatest(l.paused_until, l.excluded_until) as paused_until,
      limit_at(l.stake, l.stake_next, l.stake_next_at, $4::timestamptz) as stake,
      limit_at(l.loss, l.loss_next, l.loss_next_at, $4::timestamptz) as loss
    from user_limits l where l.user_id = h.id limit 1
  ) own on true
  cross join lateral (
    select own.stake - day.staked as stake_left, own.loss - day.staked + day.returned as loss_left
  ) may
  cross join lateral (
    select case
      when m.is_on then 'maintenance'
      when h.is_locked then 'trading_locked'
      when coalesce(own.limits_set, 0) <> h.limits_set then 'limits_changed'
      when own.paused_until > $4::timestamptz then 'paused'
      when r.amount > h.balance then 'balance_insufficient'
      when r.amount > may.stake_left then 'stake_limit'
      when r.amount > may.loss_left then 'loss_limit'
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
select r.n, d.balance, j.paused_until, case j.refusal when 'stake_limit' then j.stake_left else j.loss_left end as left_today,
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
