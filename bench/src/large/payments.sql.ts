import type { Plan } from "./plan.ts";

/** The payments that wait for an administrator and the open attention items. Neither grows with the installation. */
const WAITING = 40;
const ATTENTION = 25;
/** The payments of the person who trades most, who also pays most often. */
const OF_BUSIEST = { deposits: 300, withdrawals: 150 };

const HOUR_MS = 3_600_000;

/** One person in this many has a pending payment; at least 2, so it is never everybody. */
const everyOf = (users: number): number => Math.max(2, Math.floor(users / WAITING));

/** Every seventh person has withdrawn once. One in twenty of these withdrawals failed, and some are pending. */
export const insertWithdrawals = ({ users, tradesFromMs, untilMs }: Plan): string => `
insert into withdrawal_transactions (
  id, user_id, amount, fee, net_amount, address, status, provider, transaction_hash,
  failure_reason, decided_by, decided_at, created_at, updated_at)
select w.id, user_id, amount, amount * 0.08, amount * 0.92, address, status, 'sandbox',
  case status when 'completed' then encode(sha256(convert_to(w.id::text, 'UTF8')), 'hex') end,
  case status when 'failed' then 'rejected' end, case when status <> 'pending' then a.id end,
  case when status <> 'pending' then pg_temp.moment(ms + ${HOUR_MS}) end, pg_temp.moment(ms),
  pg_temp.moment(case status when 'pending' then ms else ms + ${HOUR_MS} end)
from (
  select pg_temp.seeded_id(ms, w, 30) as id, user_id, ms, status, 15 + pg_temp.pick(w, 31, 18500) * 0.01 as amount,
    (array(select address from addresses order by address))[257 + pg_temp.pick(w, 32, 256)] as address
  from (
    select w, user_id, status, case status when 'pending' then ${untilMs} - 1 - pg_temp.pick(w, 33, ${HOUR_MS})
      else ${tradesFromMs} + pg_temp.pick(w, 34, ${untilMs - tradesFromMs - 2 * HOUR_MS}) end as ms
    from (
      select n * 1000::bigint + k as w, id as user_id,
        case when n % ${everyOf(users)} = 3 then 'pending' when pg_temp.pick(n * 1000::bigint + k, 35, 20) = 0 then 'failed'
          else 'completed' end as status
      from people cross join lateral generate_series(1, case when n = 1 then ${OF_BUSIEST.withdrawals} else 1 end) as k
      where n = 1 or n % 7 = 0 or n % ${everyOf(users)} = 3
    ) chosen
  ) timed
) w cross join (select id from users where is_admin order by id limit 1) a`;

/** The payouts of the completed withdrawals. */
export const insertPayouts = `
insert into payouts (withdrawal_id, provider, payout_id, step, amount, address, outcome, transaction_hash, since)
select id, provider, 'seeded-payout-' || id, 'verified', net_amount, address, 'paid', transaction_hash, updated_at
from withdrawal_transactions where status = 'completed'`;

/**
 * The first deposit of a person covers all later stakes and withdrawals, so no balance falls below zero. Every fifth
 * person paid in once more, every tenth gave up, and some are paying now.
 */
export const insertDeposits = ({ users, tradesFromMs, untilMs }: Plan): string => `
insert into deposit_transactions (
  id, user_id, amount, pay_amount, credited, provider, payment_id, pay_address, status, failure_reason, created_at,
  updated_at)
select id, user_id, amount, amount, case status when 'confirmed' then amount end, 'sandbox', 'seeded-' || id,
  (array(select address from addresses order by address))[1 + pg_temp.pick(d, 40, 256)],
  status, case status when 'failed' then 'expired' end, pg_temp.moment(ms),
  pg_temp.moment(case status when 'confirmed' then ms + 300000 else ms end)
from (
  select pg_temp.seeded_id(ms, d, 41) as id, d, user_id, ms, amount, status
  from (
    select n * 1000::bigint as d, p.id as user_id, registered_ms + 600000 as ms, 'confirmed' as status,
      ceil(coalesce(s.staked, 0) + coalesce(w.withdrawn, 0)) + 100 + pg_temp.pick(n, 42, 900) as amount
    from people p
    left join (select user_id, sum(amount) as staked from trading_positions group by user_id) s on s.user_id = p.id
    left join (select user_id, sum(amount) as withdrawn from withdrawal_transactions group by user_id) w
      on w.user_id = p.id
    union all
    select n * 1000::bigint + k, id, ${tradesFromMs} + pg_temp.pick(n * 1000::bigint + k, 43, ${untilMs - tradesFromMs - HOUR_MS}),
      case when n % 10 = 2 then 'failed' else 'confirmed' end, 15 + pg_temp.pick(n * 1000::bigint + k, 44, 500)
    from people cross join lateral generate_series(1, case when n = 1 then ${OF_BUSIEST.deposits} else 1 end) as k
    where n = 1 or n % 5 = 0 or n % 10 = 2
    union all
    select n * 1000::bigint + 999, id, ${untilMs} - 1 - pg_temp.pick(n, 45, ${HOUR_MS}), 'pending', 15 + pg_temp.pick(n, 46, 500)
    from people where n % ${everyOf(users)} = 4
  ) timed
) d`;

/** Inserts the payments of the deposits, with what was booked of them. */
export const insertPayments = `
with payment as (
  insert into payments (id, provider, payment_id, order_id, user_id, pay_address, asset, state, state_at, arrived, was_seen,
    credited, created_at, updated_at)
  select id, provider, payment_id, id, user_id, pay_address, case status when 'confirmed' then 'usdttrc20' end,
    case status when 'confirmed' then 'finished' when 'failed' then 'expired' else 'waiting' end, updated_at,
    coalesce(credited, 0), credited is not null, coalesce(credited, 0), created_at, updated_at
  from deposit_transactions)
insert into payment_bookings (id, payment, number, deposit_id, credited, set_aside, advanced, fee_booked, created_at)
select id, id, 1, id, credited, 0, 0, 0, updated_at from deposit_transactions where credited is not null`;

/** Inserts payments of unknown orders. Administrators have decided the old ones. */
export const insertAttention = ({ users, tradesFromMs, untilMs }: Plan): string => `
with payment as (
  insert into payments (id, provider, payment_id, asset, state, state_at, arrived, was_seen, created_at, updated_at)
  select gen_random_uuid(), 'sandbox', 'unknown-' || n, 'usdttrc20', 'finished', now(), 20, true, now(), now()
  from generate_series(1, ${ATTENTION + 150 + Math.floor(users / 500)}) as n)
insert into attention_items (
  id, key, kind, reason, provider, payment_id, details, created_at, updated_at, resolved_at, resolution, resolved_by, note)
select pg_temp.seeded_id(ms, n, 50), 'payment/sandbox/unknown-' || n, 'payment', 'unknown_order', 'sandbox', 'unknown-' || n,
  '{}', pg_temp.moment(ms), pg_temp.moment(ms), case when n > ${ATTENTION} then pg_temp.moment(ms) end,
  case when n > ${ATTENTION} then 'dismissed' end, case when n > ${ATTENTION} then a.id end,
  case when n > ${ATTENTION} then 'Sent back.' end
from (
  select n, ${tradesFromMs} + pg_temp.pick(n, 51, ${untilMs - tradesFromMs}) as ms
  from generate_series(1, ${ATTENTION + 150 + Math.floor(users / 500)}) as n
) i cross join (select id from users where is_admin order by id limit 1) a`;

/** Inserts actions of administrators: one about every fiftieth person, and many about the busiest. */
export const insertAudit = ({ tradesFromMs, untilMs }: Plan): string => `
insert into audit_log (id, action, actor, address, subject, target, before, after, reason, created_at)
select pg_temp.seeded_id(ms, n, 60), case when n % 2 = 0 then 'note_added' else 'sessions_ended' end, a.id, '192.0.2.7',
  i.id, null, null, null, 'Asked by the user.', pg_temp.moment(ms)
from (
  select n * 1000::bigint + k as n, id, ${tradesFromMs} + pg_temp.pick(n * 1000::bigint + k, 61, ${untilMs - tradesFromMs}) as ms
  from people cross join lateral generate_series(1, case when n = 1 then 150 else 1 end) as k
  where n = 1 or n % 50 = 0
) i cross join (select id from users where is_admin order by id limit 1) a`;
