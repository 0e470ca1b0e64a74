import { countReturned, openedToday } from "./day-counters.sql.ts";

/**
 * Closes the positions $1 at the values $5, each at the tick $2, the price $3 and the chance $4, which are null where none of
 * its prices is known. $6 the reason, $7 the instant. The caller holds all locks.
 *
 * A value is rounded already. What it is above or below the stake is the house's loss or gain. A value of zero moves nothing,
 * as with a lost position.
 */
export const CLOSE_POSITIONS = `
with closed as materialized (
  select p.id, p.user_id, p.amount, p.house_stripe, p.created_at, p.amount * (1 + p.multiplier) as most,
    c.tick, c.price, c.chance, c.value
  from unnest($1::uuid[], $2::bigint[], $3::numeric[], $4::bigint[], $5::numeric[]) as c (id, tick, price, chance, value)
  join trading_positions p on p.id = c.id and p.status = 'active'
),
owed as materialized (
  select user_id, sum(value) as total, sum(case when ${openedToday("created_at", "$7")} then value else 0 end) as returned
  from closed where value > 0 group by user_id
),
credited as (
  update users u set balance = u.balance + o.total, ${countReturned("o.returned", "$7")} from owed o
  where u.id = o.user_id
  returning u.id as user_id, u.balance, o.total
),
recorded as (
  insert into ledger_transactions (kind, reference, note, created_at)
  select 'position_refunded', id, $6, $7::timestamptz from closed where value > 0 order by id
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select r.transaction_id, line.line, 'position_refunded', line.account, line.amount, line.balance_after
  from (
    select t.id as transaction_id, p.user_id, p.value,
      c.balance - c.total + sum(p.value) over (partition by p.user_id order by t.id) as balance_after
    from recorded t join closed p on p.id = t.reference join credited c on c.user_id = p.user_id
  ) r
  cross join lateral (values
    (0::smallint, 'house:trading', -r.value, null::numeric),
    (1::smallint, 'user:' || r.user_id, r.value, r.balance_after)
  ) as line (line, account, amount, balance_after)
),
released as (
  update house_stripes s set open_payout = s.open_payout - r.most, funds = s.funds - r.profit
  from (
    select house_stripe, sum(most) as most, sum(value - amount) as profit from closed group by house_stripe
  ) r
  where s.stripe = r.house_stripe
)
update trading_positions t set status = 'refunded', profit = p.value - p.amount, refund_reason = $6,
  closing_tick = p.tick, closing_price = p.price, closing_chance = p.chance
from closed p where t.id = p.id`;
