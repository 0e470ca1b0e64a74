import type { Plan } from "./plan.ts";

/** Makes every movement of money, in order of time. Its ids continue those in the ledger. */
export const MAKE_MOVEMENTS = `
create temporary table movements as
select (select coalesce(max(id), 0) from ledger_transactions) + row_number() over (order by at, reference) as id, m.*
from (
  select created_at as at, 'position_opened' as kind, id as reference, user_id, -amount as change from trading_positions
  union all
  select expires_at, 'position_won', id, user_id, (amount * (1 + multiplier))::numeric(18,8) from trading_positions
  where status = 'won'
  union all
  select updated_at, 'deposit_credited', id, user_id, credited from deposit_transactions where status = 'confirmed'
  union all
  select created_at, 'withdrawal_held', id, user_id, -amount from withdrawal_transactions
  union all
  select updated_at, 'withdrawal_returned', id, user_id, amount from withdrawal_transactions where status = 'failed'
  union all
  select updated_at, 'withdrawal_completed', id, user_id, null from withdrawal_transactions where status = 'completed'
) m`;

export const INSERT_TRANSACTIONS = `
insert into ledger_transactions (id, kind, reference, created_at) overriding system value
select id, kind, reference, at from movements order by id`;

/** Inserts in the order in which a real ledger grows. Grouped by user, statements would be quicker than they are. */
export const INSERT_ENTRIES = `
insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
select m.id, l.line, m.kind, l.account, l.amount, l.balance_after
from (
  select id, kind, user_id, change, sum(change) over (partition by user_id order by id) as balance
  from movements where change is not null order by id
) m
cross join lateral (values
  (0::smallint, 'user:' || m.user_id, m.change, m.balance),
  (1::smallint, case m.kind when 'deposit_credited' then 'custody:sandbox'
    when 'withdrawal_held' then 'payouts:held' when 'withdrawal_returned' then 'payouts:held'
    else 'house:trading' end, -m.change, null::numeric)) as l (line, account, amount, balance_after)`;

export const INSERT_PAYOUT_ENTRIES = `
insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
select m.id, l.line, m.kind, l.account, l.amount, null
from movements m join withdrawal_transactions w on w.id = m.reference
cross join lateral (values
  (0::smallint, 'payouts:held', -w.amount), (1::smallint, 'custody:' || w.provider, w.net_amount),
  (2::smallint, 'house:fees', w.fee)) as l (line, account, amount)
where m.kind = 'withdrawal_completed'`;

export const SET_NEXT_TRANSACTION = `
select setval(pg_get_serial_sequence('ledger_transactions', 'id'), (select max(id) from ledger_transactions))`;

/** @param password the hash of the one password that all users share */
export const insertUsers = (password: string): string => `
insert into users (id, email, password, balance, created_at)
select p.id, p.email, '${password}', coalesce(b.balance, 0), pg_temp.moment(p.registered_ms)
from people p
left join (
  select user_id, sum(change) as balance from movements where change is not null group by user_id
) b on b.user_id = p.id
order by p.n`;

/** Sets the totals that triggers keep, because the triggers were off while the tables were filled. */
export const keptTotals = ({ users }: Plan): string => `
insert into kept_totals as k (name, part, total)
select 'users', 0, ${users}
union all select 'deposits', 0, sum(credited) from deposit_transactions where status = 'confirmed'
on conflict (name, part) do update set total = k.total + excluded.total`;

/** Gives the house the losses of settled positions and the fees. It owes the payouts of open positions. */
export const HOUSE = `
update house_stripes set
  funds = funds + p.result + (select coalesce(sum(fee), 0) from withdrawal_transactions where status = 'completed'),
  open_payout = open_payout + p.promised
from (
  select coalesce(-sum(profit), 0) as result,
    coalesce(sum(amount * (1 + multiplier)) filter (where status = 'active'), 0) as promised
  from trading_positions
) p where stripe = 0`;
