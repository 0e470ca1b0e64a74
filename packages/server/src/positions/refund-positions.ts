import type { Queryable } from "../platform/db/database.ts";
import { countReturned, returnedToday } from "./day-counters.sql.ts";

/**
 * Refunds every open position: each stake goes back, nothing is won or lost. Takes locks in the order that every statement
 * keeps: positions, users by id, stripes by number.
 *
 * @param reason shown to the user with the position
 * @returns how many were refunded
 */
export async function refundPositions(
  connection: Queryable,
  reason: "price_lost",
  at: Date,
): Promise<number> {
  const { rowCount } = await connection.query(REFUND_POSITIONS, [reason, at]);
  return rowCount ?? 0;
}

const REFUND_POSITIONS = `
with called_off as materialized (
  select id, user_id, amount, house_stripe, created_at, amount * (1 + multiplier) as most
  from trading_positions where status = 'active' order by id for update
),
owed as materialized (
  select user_id, sum(amount) as total, sum(${returnedToday("amount", "amount", "created_at", "$2")}) as returned
  from called_off group by user_id
),
holder as materialized (
  select u.id from users u where u.id in (select user_id from owed) order by u.id for no key update
),
stripe as materialized (
  select s.stripe from house_stripes s where (select count(*) from holder) >= 0 order by s.stripe for no key update
),
credited as (
  update users u set balance = u.balance + o.total, ${countReturned("o.returned", "$2")} from owed o
  where u.id = o.user_id and (select count(*) from stripe) >= 0
  returning u.id as user_id, u.balance, o.total
),
recorded as (
  insert into ledger_transactions (kind, reference, note, created_at)
  select 'position_refunded', id, $1, $2::timestamptz from called_off order by id
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select r.transaction_id, line.line, 'position_refunded', line.account, line.amount, line.balance_after
  from (
    select t.id as transaction_id, p.user_id, p.amount,
      c.balance - c.total + sum(p.amount) over (partition by p.user_id order by t.id) as balance_after
    from recorded t join called_off p on p.id = t.reference join credited c on c.user_id = p.user_id
  ) r
  cross join lateral (values
    (0::smallint, 'house:trading', -r.amount, null::numeric),
    (1::smallint, 'user:' || r.user_id, r.amount, r.balance_after)
  ) as line (line, account, amount, balance_after)
),
released as (
  update house_stripes s set open_payout = s.open_payout - r.most
  from (select house_stripe, sum(most) as most from called_off group by house_stripe) r
  where s.stripe = r.house_stripe
)
update trading_positions t set status = 'refunded', profit = 0, refund_reason = $1
from called_off p where t.id = p.id`;

/**
 * The newest tick that a position was entered at, or undefined. Reads all positions, so it is for a command, not for a call.
 */
export async function findNewestEntry(connection: Queryable): Promise<number | undefined> {
  const { rows } = await connection.query<{ tick: number | null }>(
    "select max(entry_tick)::bigint as tick from trading_positions",
  );
  return rows[0]!.tick ?? undefined;
}
