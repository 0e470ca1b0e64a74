import { formatMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import { queuePositionWebhooksSql, tellOfEnded } from "../notifications/public.ts";

/**
 * Worded so that no index of open positions matches. If the newest statistics count no open position, the planner would read
 * such an index from end to end to find one id, and by now there may be a hundred thousand.
 */
const STILL_OPEN = "p.status || '' = 'active'";

const SOLD = "select id, user_id, amount, 'sold' as status, proceeds - amount as profit from accepted";

/**
 * Sells any number of positions in one statement, at most one for each user.
 *
 * $1 requests (JSON array), $2 instant, $3 the round and $4 the last tick of the block with $5 its price, $6 the key of the
 * signatures, $7 and $8 the instants between which the block takes sales, $9 how far a test's clock is ahead of this one
 * (ms), $10 the tick with which the price began.
 *
 * The row lock of a position decides between its sale and its settlement: the first to lock the open position ends it, and
 * later ones find it ended. The statement takes locks in the order that every statement keeps: positions, users by id,
 * stripes by number. It skips rows that another transaction has locked, and those requests are tried again. Once it has all
 * locks it reads the clock: if the block is closed, it writes nothing, because somebody might know the next round.
 *
 * It refuses all sales if the price has ended: a server that does not know it yet would sell a position of the next price at
 * its own.
 *
 * It refuses a sale after the tick that its user named, or for less than the user accepts. It does so under these locks, so
 * that it never refuses a sale that another process makes for the same key.
 *
 * The value of a position was computed from fields that never change while it is open, and from the price of the block, so
 * it is still right under the locks. The house gets the stake back, pays the proceeds and no longer promises the payout.
 */
export const SELL_POSITIONS = `
with request as materialized (
  select * from json_to_recordset($1::json) as r (
    n integer, id uuid, user_id uuid, chance bigint, value numeric, proceeds numeric, signature text,
    is_too_little boolean, not_after bigint, key text, order_key uuid,
    request_hash text, response text)
),
open as materialized (
  select p.id, p.user_id, p.amount, p.amount * (1 + p.multiplier) as most, p.house_stripe, p.duration, p.win_chance
  from trading_positions p where p.id = any (array(select id from request)) and ${STILL_OPEN}
  order by p.id for update skip locked
),
holder as materialized (
  select u.id, u.balance from users u where u.id in (select user_id from open)
  order by u.id for no key update skip locked
),
stripe as materialized (
  select s.stripe from house_stripes s
  where s.stripe in (select house_stripe from open) and (select count(*) from holder) >= 0
  order by s.stripe for no key update
),
locked as materialized (
  select max(clock_timestamp() + $9::float8 * interval '1 ms') as at from stripe
),
judged as materialized (
  select r.*, o.amount, o.most, o.house_stripe, o.duration, o.win_chance,
    case
      when exists (select from price_endings where genesis_tick = $10::bigint) then 'price_not_current'
      when not (l.at >= $7::timestamptz and l.at < $8::timestamptz) then 'late'
      when r.not_after < $4::bigint then 'not_after_passed'
      when r.is_too_little then 'price_moved'
      when h.balance + r.proceeds > ${formatMinor(STORABLE_MAX)} then 'balance_too_large'
    end as refusal
  from request r
  join open o on o.id = r.id and o.user_id = r.user_id
  join holder h on h.id = r.user_id
  cross join locked l
),
claimed as (
  insert into idempotency_keys (user_id, key, request_hash, response, created_at)
  select user_id, key, decode(request_hash, 'hex'), response::json, $2::timestamptz
  from judged j where key is not null and refusal is null
    and (select k.user_id from order_keys k where k.user_id = j.user_id and k.key = j.order_key) is null
  on conflict do nothing
  returning user_id
),
accepted as materialized (
  select j.* from judged j
  where j.refusal is null and (j.key is null or j.user_id in (select user_id from claimed))
),
credited as (
  update users u
  set balance = u.balance + a.proceeds
  from accepted a where u.id = a.user_id
  returning u.id as user_id, u.balance
),
sold as (
  update trading_positions t
  set status = 'sold', profit = a.proceeds - a.amount, closing_tick = $4, closing_price = $5, closing_chance = a.chance,
    sold_at = $2, sale_round = $3, sale_value = a.value, sale_signature = decode(a.signature, 'hex'), sale_key = $6
  from accepted a where t.id = a.id
),
recorded as (
  insert into ledger_transactions (kind, reference, created_at)
  select 'position_sold', id, $2::timestamptz from accepted where proceeds > 0 order by n
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select t.id, line.line, 'position_sold', line.account, line.amount, line.balance_after
  from recorded t
  join accepted a on a.id = t.reference
  join credited c on c.user_id = a.user_id
  cross join lateral (values
    (0::smallint, 'house:trading', -a.proceeds, null::numeric),
    (1::smallint, 'user:' || a.user_id, a.proceeds, c.balance)
  ) as line (line, account, amount, balance_after)
),
released as (
  update house_stripes s set open_payout = s.open_payout - r.most, funds = s.funds - r.profit
  from (
    select house_stripe, sum(most) as most, sum(proceeds - amount) as profit from accepted group by house_stripe
  ) r
  where s.stripe = r.house_stripe
),
counted as (
  insert into sold_totals as t (duration, gone, epoch, part, positions, expected, chance, stakes, value, proceeds)
  select duration, false, $4::bigint / 3600, pg_backend_pid() % 8, count(*), sum(win_chance::numeric), sum(chance), sum(amount), sum(value),
    sum(proceeds)
  from accepted group by duration order by duration
  on conflict (duration, gone, epoch, part) do update set
    positions = t.positions + excluded.positions, expected = t.expected + excluded.expected,
    chance = t.chance + excluded.chance, stakes = t.stakes + excluded.stakes, value = t.value + excluded.value,
    proceeds = t.proceeds + excluded.proceeds
),
${tellOfEnded("accepted", "$2")},
${queuePositionWebhooksSql(SOLD, "$2")}
select r.n, c.balance,
  case
    when c.user_id is not null then 'sold'
    when j.n is null then
      case when (select p.id from trading_positions p where p.id = r.id and ${STILL_OPEN}) is not null then 'locked' else 'not_open' end
    when j.refusal is not null then j.refusal
    else 'key_taken'
  end as outcome
from request r
left join judged j on j.n = r.n
left join credited c on c.user_id = r.user_id
order by r.n`;
