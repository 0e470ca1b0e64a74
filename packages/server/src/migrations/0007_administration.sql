-- Up Migration

-- What the administration's figures are about is kept as it changes, in the transactions that change it. Each total is in
-- parts, one for each connection as far as there are, so that nobody waits for one row. Triggers see to it: whatever
-- registers, deletes or credits is counted. They are made before what is there is counted, and keep writers out until
-- both are committed.

create table kept_totals (
  name text not null,
  part smallint not null,
  total numeric(24,8) not null,
  primary key (name, part)
) with (fillfactor = 10);

create function add_to_total(total_name text, change numeric) returns void language sql as $$
  insert into kept_totals as k (name, part, total) values (total_name, pg_backend_pid() % 64, change)
  on conflict (name, part) do update set total = k.total + excluded.total
$$;

create function keep_user_total() returns trigger language plpgsql as $$
declare
  change bigint;
begin
  select count(*) * case tg_op when 'INSERT' then 1 else -1 end into change from changed;
  if change <> 0 then perform add_to_total('users', change); end if;
  return null;
end $$;

create trigger users_counted after insert on users
  referencing new table as changed for each statement execute function keep_user_total();
create trigger users_discounted after delete on users
  referencing old table as changed for each statement execute function keep_user_total();

create function keep_deposit_total() returns trigger language plpgsql as $$
declare
  credited numeric;
begin
  select sum(amount) into credited from inserted where kind = 'deposit_credited' and balance_after is not null;
  if credited is not null then perform add_to_total('deposits', credited); end if;
  return null;
end $$;

create trigger ledger_entries_deposits_counted after insert on ledger_entries
  referencing new table as inserted for each statement execute function keep_deposit_total();

insert into kept_totals (name, part, total)
  select 'users', 0, count(*) from users
  union all
  select 'deposits', 0, coalesce(sum(amount), 0) from ledger_entries
  where kind = 'deposit_credited' and balance_after is not null;

-- Users are searched by any part of their address. Whoever runs the database may have put the extension elsewhere.

do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'the extension pg_trgm of PostgreSQL, which the search for users needs, could not be made: %', sqlerrm
    using hint = 'Have an administrator of the database run: create extension pg_trgm;';
end $$;

do $$
declare
  home text;
begin
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm';
  -- New entries wait in a list until it is full, and whoever fills it works it off: short, so that nobody waits for long.
  execute format(
    'create index users_by_part_of_email on users using gin (email %I.gin_trgm_ops) with (gin_pending_list_limit = 256)',
    home);
end $$;
-- The planner chooses between that index and a walk through the newest users by how many it expects to find.
alter table users alter column email set statistics 1000;
analyze users (email);

create index users_administrators on users (id) where is_admin;

-- An answer that is kept with an administrator's key may tell of somebody else, and their e-mail goes with their account.

alter table idempotency_keys add column about uuid;
update idempotency_keys set about = coalesce(response ->> 'userId', response ->> 'id')::uuid
  where response ->> 'userEmail' is not null or (response ->> 'email' is not null and response ->> 'isAdmin' is not null);
create index idempotency_keys_about on idempotency_keys (about) where about is not null;

-- What a deletion leaves of deposits and withdrawals, without whose they were: money may still come to an address that was
-- given out, and a payout that a person has decided about may still be sent.

create table closed_payments (
  deposit_id uuid primary key,
  provider text not null,
  payment_id text,
  pay_address text,
  -- What was credited of the payment in all its parts; null where nothing was.
  credited numeric(24,8),
  credited_by_person boolean not null,
  created_at timestamptz not null,
  constraint closed_payments_once unique (provider, payment_id)
);
create index closed_payments_by_address on closed_payments (pay_address) where pay_address is not null;

-- Of withdrawals of which the provider may have a payout.
create table closed_payouts (
  withdrawal_id uuid primary key,
  provider text not null,
  payout_id text,
  status text not null check (status in ('completed', 'failed')),
  net_amount numeric(18,8) not null,
  transaction_hash text,
  decided_at timestamptz not null,
  -- When it is read next, as long as it is watched.
  next_poll_at timestamptz,
  constraint closed_payouts_once unique (provider, payout_id)
);
create index closed_payouts_due on closed_payouts (next_poll_at) where next_poll_at is not null;

-- Down Migration
-- Forward only: restore a backup instead.
