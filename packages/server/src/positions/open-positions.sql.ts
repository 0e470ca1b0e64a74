/**
 * Opens any number of positions in one statement, at most one for each user.
 *
 * $1 requests (JSON array), $2 postings (JSON array, `n` naming the request), $3 stripe, $4 instant, $5 entry tick,
 * $6 entry price, $7 the key of the signatures. Each request is opened whole or not at all:
 *   - users are locked first, in the order of their ids, then the stripe: the one order every statement keeps;
 *   - the new balance comes from the locked row, never from `users` itself: where somebody else has just changed the
 *     row, PostgreSQL holds a first draft of the update, made from the outdated one, against the table's checks;
 *   - an administrator's lock is read from the locked row too: once one is committed, nothing opens any more. Maintenance is
 *     looked up as the statement begins, so that it holds from then on in a process that hears of nothing, too;
 *   - where the house cannot cover all, the smaller payouts come first: one that is refused stands in nobody's way;
 *   - a key that is already taken is not inserted again, and its request moves nothing;
 *   - everything after `accepted` follows from it, and the ledger's own trigger checks the postings.
 *
 * Answers one row for each request: its number, the outcome and the balance afterwards.
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
  select u.id, u.balance, u.trading_locked_at is not null as is_locked from users u where u.id in (select user_id from request)
  order by u.id for no key update
),
house as materialized (
  select s.funds - s.open_payout as headroom from house_stripes s
  where s.stripe = $3 and (select count(*) from holder) >= 0
  for no key update
),
fitting as materialized (
  select r.*, h.balance, sum(r.payout) over (order by r.payout, r.n) <= house.headroom as covered
  from request r join holder h on h.id = r.user_id cross join house
  where h.balance >= r.amount and not h.is_locked and not (select is_on from maintenance)
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
  update users u set balance = a.balance - a.amount from accepted a where u.id = a.user_id
  returning u.id as user_id, u.balance
),
opened as (
  insert into trading_positions (
    id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration,
    multiplier, created_at, expires_at, entry_tick, expiry_tick, house_stripe, signature, signing_key)
  select id, user_id, type, $6::numeric, barrier_price, win_chance, win_rule, pull, reach, amount, duration,
    multiplier, $4::timestamptz, to_timestamp(expiry_tick), $5::bigint, expiry_tick, $3, decode(signature, 'hex'), $7
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
select r.n, d.balance,
  case
    when d.user_id is not null then 'opened'
    when h.id is null then 'no_user'
    when m.is_on then 'maintenance'
    when h.is_locked then 'trading_locked'
    when f.n is null then 'balance_insufficient'
    when not f.covered then 'house_limit'
    else 'key_taken'
  end as outcome
from request r
cross join maintenance m
left join holder h on h.id = r.user_id
left join fitting f on f.n = r.n
left join debited d on d.user_id = r.user_id
order by r.n`;
