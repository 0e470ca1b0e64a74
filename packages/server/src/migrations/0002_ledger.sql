-- Up Migration

-- Refuses every change of a table to which rows are only added. The trigger's argument names the table's rows in the error.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%: % is refused', tg_argv[0], tg_op using errcode = 'restrict_violation';
end $$;

-- The ledger: transactions of entries that sum to zero. Entries are added and never changed.

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  reference uuid,
  actor uuid,
  note text,
  created_at timestamptz not null,
  -- The same thing is booked once.
  constraint ledger_transactions_once unique (reference, kind)
);
-- One transaction in 64 is enough to find where a time lies among the ids. An index of all of them would cost each order
-- (decision 57).
create index ledger_transactions_sampled on ledger_transactions (created_at) where id % 64 = 0;
create table ledger_entries (
  -- A foreign key would cost each order; the trigger below checks all entries of a statement at once.
  transaction_id bigint not null,
  line smallint not null,
  account text not null,
  amount numeric(18,8) not null check (amount <> 0),
  -- Users' accounts only. A house account has no stored balance: it is the sum of its entries.
  balance_after numeric(18,8) check (balance_after >= 0),
  -- That of the transaction, so that the statement reads any selection of kinds from one index.
  kind text not null,
  primary key (transaction_id, line),
  constraint ledger_entries_balance_after check ((balance_after is not null) = (account like 'user:%'))
);
create index ledger_entries_by_user on ledger_entries (account, kind, transaction_id) where balance_after is not null;

-- The owner of the tables alone may take an archived month out of the ledger, and says so in the same transaction. The server's
-- role does not own them. The owner could drop this trigger as well, so it gains no power by this.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('veritick.archiving', true) = 'on'
    and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    return null;
  end if;
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Checks all that a statement inserted in one pass: every transaction is there, whole and balanced.
create function check_ledger_balanced() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if exists (
    select from inserted group by transaction_id having sum(amount) <> 0 or count(*) < 2
  ) then
    raise exception 'ledger entries of a transaction must sum to zero' using errcode = 'check_violation';
  end if;
  -- Looked up by an array: PostgreSQL plans a join with the inserted rows while the ledger is small, and goes on to read all
  -- of it for every statement as it grows.
  select array_agg(distinct transaction_id) into ids from inserted;
  if (select count(*) from ledger_transactions where id = any (ids)) < cardinality(ids) then
    raise exception 'ledger entries need their transaction' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_balanced after insert on ledger_entries
  referencing new table as inserted for each statement execute function check_ledger_balanced();

-- What the house may still promise, in stripes so that no two processes wait for one row. Over all stripes, `funds` is the
-- house's own money without the stakes of open positions, and `open_payout` the most that all open positions can pay. A stripe
-- promises only what its own funds cover.
create table house_stripes (
  stripe smallint primary key,
  funds numeric(24,8) not null,
  open_payout numeric(24,8) not null check (open_payout >= 0)
) with (fillfactor = 10);

-- What the house took and paid in each hour, summed up from the ledger once the hour is over. It stays when the month is archived.
create table house_hours (
  hour timestamptz primary key,
  positions bigint not null,
  stakes numeric(24,8) not null,
  paid numeric(24,8) not null,
  fees_earned numeric(24,8) not null,
  fees_paid numeric(24,8) not null,
  deposits numeric(24,8) not null,
  withdrawals numeric(24,8) not null
);

-- Totals for the administration, kept by the transactions that change them. Each is in parts, one for each connection if there
-- are few, so that no transaction waits for another.
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

-- Answers of calls that moved money: a call that is repeated with its key has one effect and gets the same answer.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamptz not null,
  -- The user whom an administrator's answer tells of. It is deleted with their account.
  about uuid,
  primary key (user_id, key)
);
create index idempotency_keys_about on idempotency_keys (about) where about is not null;

-- Down Migration
-- Forward only: restore a backup instead.
