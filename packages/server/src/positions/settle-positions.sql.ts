import { winsSql } from "../ledger/public.ts";
import { queuePositionWebhooksSql, tellOfEnded } from "../notifications/public.ts";
import { inLane } from "./unsettled-positions.ts";

const RESULT_PRICE = "(($1::integer[])[expiry_tick - $2::bigint + 1] * 0.001)";
const WINS = winsSql(RESULT_PRICE);
const WATCHED = "($7::uuid[] is null or user_id in (select unnest($7::uuid[])))";

/** The columns of a settled position `s`. Parsing is half the work, so they leave out columns that follow from others. */
export const SETTLED_COLUMNS = `s.id, s.user_id, s.type, s.entry_price, s.barrier_price, s.win_chance, s.amount, s.duration,
  s.multiplier, s.status, (extract(epoch from s.created_at) * 1000)::bigint as created_ms, s.round,
  (extract(epoch from s.expires_at) * 1000)::bigint as expires_ms, s.expiry_tick, s.result_price, s.profit`;

/**
 * Settles up to $4 positions that expire at ticks $2 to $3, in one statement.
 *
 * $1 the prices of those ticks in thousandths. $5 the instant. $6 the one position to settle; if null, all that are not set
 * aside. $7 the users whose positions are answered; if null, all. $8 the lane; if null, both. The statement skips positions
 * that another process is settling, and those that would pay a user whose row another transaction has locked: it waits for
 * no row, and the next run pays them.
 *
 * $9 the tick with which the price began; null for results of a price that has ended. If it has ended, the statement settles
 * nothing: a server that does not know it yet would settle positions of the next price by its own.
 *
 * The rule repeats `settle` of the domain, because the database must decide a hundred thousand positions in place. A test
 * checks that the two agree. The statement takes locks in the order that every statement keeps: positions, users by id,
 * stripes by number. It locks the stripe last, because every opening needs it too: only the stripe's own update happens
 * under that lock.
 *
 * The planner cannot know how many positions are due and expects a handful. So lists are joined by full joins of equal sets:
 * other joins could run as a loop over both lists, which takes seconds for thousands.
 *
 * It takes positions user by user, so that a user is paid once and their row is locked for one batch only. The update
 * decides anew from the locked row, because that is faster than joining the decisions.
 *
 * Each row of the answer says how many positions were settled, and the tick and user of the last one that was taken. It
 * holds a position of those users as it is now, without columns that follow from others, and the user's balance if it
 * changed. If there is no such position, the answer is one row with nulls for it.
 */
export const SETTLE_POSITIONS = `
with due as materialized (
  select id, user_id, house_stripe, amount, multiplier, expiry_tick, ${WINS} as won
  from trading_positions
  where status = 'active' and expiry_tick <= $3
    and (expiry_tick, user_id) >= ($2, coalesce($10::uuid, '00000000-0000-0000-0000-000000000000'))
    and (id = $6::uuid or ($6 is null and id not in (select position_id from unsettled_positions)))
    and ${inLane("user_id", "$8")} and not exists (select from price_endings where genesis_tick = $9::bigint)
  order by expiry_tick, user_id limit $4
  for update skip locked
),
holder as materialized (
  select u.id from users u where u.id in (select user_id from due where won)
  order by u.id for no key update skip locked
),
outcome as materialized (
  select id, user_id, house_stripe, amount, won, amount * (1 + multiplier) as most,
    case when won then amount * multiplier else -amount end as profit
  from due where not won or user_id in (select id from holder)
),
owed as materialized (
  select user_id, sum(most) as total from outcome where won group by user_id
),
stripe as materialized (
  select s.stripe from house_stripes s
  where s.stripe in (select house_stripe from outcome) and (select count(*) from holder) >= 0
  order by s.stripe for no key update
),
released as (
  update house_stripes s set open_payout = s.open_payout - r.most, funds = s.funds - r.profit
  from (select house_stripe, sum(most) as most, sum(profit) as profit from outcome group by house_stripe) r
  where s.stripe = r.house_stripe and (select count(*) from stripe) >= 0
),
settled as (
  update trading_positions t
  set status = case when ${WINS} then 'won' else 'lost' end, result_price = ${RESULT_PRICE},
    profit = case when ${WINS} then amount * multiplier else -amount end
  where t.id = any (array(select id from outcome))
  returning t.id, t.user_id, t.type, t.entry_price, t.barrier_price, t.win_chance, t.amount, t.duration, t.multiplier,
    t.status, t.created_at, t.round, t.expires_at, t.expiry_tick, t.result_price, t.profit
),
credited as (
  update users u set balance = u.balance + o.total from owed o
  where u.id = o.user_id and (select count(*) from holder) >= 0
  returning u.id as user_id, u.balance, o.total
),
recorded as (
  insert into ledger_transactions (kind, reference, created_at)
  select 'position_won', id, $5::timestamptz from outcome where won order by id
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select w.transaction_id, line.line, 'position_won', line.account, line.amount, line.balance_after
  from (
    select t.id as transaction_id, o.user_id, o.most,
      c.balance - c.total + sum(o.most) over (partition by o.user_id order by t.id) as balance_after
    from (select * from outcome where won) o
    full join recorded t on t.reference = o.id
    full join credited c on c.user_id = o.user_id
  ) w
  cross join lateral (values
    (0::smallint, 'house:trading', -w.most, null::numeric),
    (1::smallint, 'user:' || w.user_id, w.most, w.balance_after)
  ) as line (line, account, amount, balance_after)
),
${tellOfEnded("outcome", "$5")},
${queuePositionWebhooksSql("select id, user_id, amount, status, profit from settled", "$5")}
select n.settled, n.last_tick, n.last_user_id, ${SETTLED_COLUMNS}, c.balance as new_balance
from (
  select (select count(*)::integer from outcome) as settled, l.expiry_tick as last_tick, l.user_id as last_user_id
  from (select null) one
  left join (select expiry_tick, user_id from due order by expiry_tick desc, user_id desc limit 1) l on true
) n
left join (
  (select * from settled where ${WATCHED}) s
  full join (select * from credited where ${WATCHED}) c on c.user_id = s.user_id
) on true`;
