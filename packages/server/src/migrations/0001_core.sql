-- Up Migration

create table users (
  id uuid primary key,
  email text not null constraint users_email_taken unique,
  password text not null,
  balance numeric(18,8) not null default 0 constraint users_balance_not_negative check (balance >= 0),
  is_admin boolean not null default false,
  withdrawal_code varchar(72),
  created_at timestamptz not null
) with (fillfactor = 70);

-- Sessions, and the one-use tokens that open a live connection on their behalf. Only hashes are stored.

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text,
  address text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

create table ws_tokens (
  token_hash bytea primary key,
  session_hash bytea not null references sessions (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index ws_tokens_by_session on ws_tokens (session_hash);

-- Counters that must hold on every process and over a restart.

create table attempt_counters (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);

-- Answers of calls that moved money, kept for good: the same key has one effect.

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- The price: where it started, what was promised for each epoch, and where each epoch began.
-- The seeds are nowhere in the database: they come from the secret alone.

create table price_geneses (
  tick bigint primary key,
  state bigint not null,
  created_at timestamptz not null
);

create table price_epochs (
  genesis_tick bigint not null references price_geneses (tick),
  epoch bigint not null,
  commitment bytea not null,
  start_state bigint,
  primary key (genesis_tick, epoch)
);

-- Positions

create table trading_positions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('buy', 'sell')),
  entry_price numeric(18,8) not null,
  barrier_price numeric(18,8) not null,
  win_chance double precision not null,
  win_rule text not null,
  pull bigint not null,
  reach bigint not null,
  amount numeric(18,8) not null check (amount > 0),
  duration integer not null check (duration in (1, 3, 5, 10)),
  multiplier numeric(5,2) not null,
  status text not null default 'active' check (status in ('active', 'won', 'lost', 'refunded')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  entry_tick bigint not null,
  expiry_tick bigint not null,
  result_price numeric(18,8),
  profit numeric(18,8),
  refund_reason text,
  house_stripe smallint not null,
  constraint trading_positions_result check (
    (status in ('won', 'lost')) = (result_price is not null) and (status = 'active') = (profit is null)
  )
);
create index trading_positions_by_user on trading_positions (user_id, id);
create index trading_positions_due on trading_positions (expiry_tick) where status = 'active';
create index trading_positions_open_by_user on trading_positions (user_id) where status = 'active';

-- Deposits

create table deposit_transactions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  amount numeric(18,8) not null check (amount > 0),
  pay_amount numeric(18,8),
  -- What arrived and was credited, which may differ from what was asked for.
  credited numeric(18,8),
  provider text not null,
  payment_id text,
  pay_address text,
  status text not null default 'pending' check (status in ('pending', 'confirming', 'confirmed', 'failed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_poll_at timestamptz,
  constraint deposit_transactions_credited check ((status = 'confirmed') = (credited is not null)),
  constraint deposit_transactions_payment_once unique (provider, payment_id)
);
create index deposit_transactions_by_user on deposit_transactions (user_id, id);
create index deposit_transactions_due on deposit_transactions (next_poll_at)
  where status in ('pending', 'confirming');

-- The ledger: transactions of entries that sum to zero, written once and never changed.
-- `balance_after` stands on user accounts only: a house account has no stored balance, it is the sum of its entries.

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  reference uuid,
  actor uuid,
  note text,
  created_at timestamptz not null,
  constraint ledger_transactions_once unique (reference, kind)
);

create table ledger_entries (
  transaction_id bigint not null,
  line smallint not null,
  account text not null,
  amount numeric(18,8) not null check (amount <> 0),
  balance_after numeric(18,8) check (balance_after >= 0),
  primary key (transaction_id, line),
  constraint ledger_entries_balance_after check ((balance_after is not null) = (account like 'user:%'))
);
create index ledger_entries_by_user on ledger_entries (account, transaction_id) where balance_after is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- One pass over what a statement inserted, however many rows: every transaction whole, headed and balanced.
create function check_ledger_balanced() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if exists (
    select from inserted group by transaction_id having sum(amount) <> 0 or count(*) < 2
  ) then
    raise exception 'ledger entries of a transaction must sum to zero' using errcode = 'check_violation';
  end if;
  -- Looked up by an array: a join with the inserted rows is planned while the ledger is small, and then reads all of
  -- it for every statement as it grows.
  select array_agg(distinct transaction_id) into ids from inserted;
  if (select count(*) from ledger_transactions where id = any (ids)) < cardinality(ids) then
    raise exception 'ledger entries need their transaction' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger ledger_entries_balanced after insert on ledger_entries
  referencing new table as inserted for each statement execute function check_ledger_balanced();

-- What the house may still promise, in stripes so that no two server processes wait for one row.
-- Over all stripes: `funds` is the house's own money, stakes of open positions left out, and `open_payout`
-- is the most that all open positions can pay. A stripe promises only what its own funds cover.

create table house_stripes (
  stripe smallint primary key,
  funds numeric(24,8) not null,
  open_payout numeric(24,8) not null check (open_payout >= 0)
) with (fillfactor = 10);

-- Down Migration
-- The core is never taken back: restore a backup instead.
