-- Up Migration

-- What an installation keeps about itself: fingerprints of its secrets, when a daily task last ran.

create table kept_values (
  name text primary key,
  value text not null
);

-- Account safety

alter table users add column withdrawals_held_until timestamptz;

-- `id` names a session to its owner; the token's hash never leaves the server.
alter table sessions add column id uuid not null default gen_random_uuid(),
  add column last_seen_at timestamptz;
update sessions set last_seen_at = created_at;
alter table sessions alter column last_seen_at set not null, alter column id drop default;
create unique index sessions_by_id on sessions (id);

create table two_step (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed with a key that is outside the database.
  secret bytea not null,
  -- Null until the first code has proven that the app of the user's has the secret.
  enabled_at timestamptz,
  -- The newest 30-second step a code was accepted for: none is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references two_step (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table security_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- The session that did it, where one did.
  session_id uuid,
  address text,
  user_agent text,
  created_at timestamptz not null,
  seen_at timestamptz
);
create index security_events_by_user on security_events (user_id, id);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);

-- Secrets short enough to be guessed: a few wrong ones lock, each time for twice as long.

create table lockouts (
  key text primary key,
  failures integer not null,
  locks integer not null,
  locked_until timestamptz
);

-- Deposits

alter table deposit_transactions
  add column failure_reason text,
  add column decided_by uuid,
  add column decided_at timestamptz;
update deposit_transactions set failure_reason = case when payment_id is null then 'no_address' else 'provider' end
  where status = 'failed';
update deposit_transactions set next_poll_at = null where status in ('confirmed', 'failed');
alter table deposit_transactions add constraint deposit_transactions_failure check (
  (status = 'failed') = (failure_reason is not null)
  and failure_reason in ('no_address', 'provider', 'expired', 'refunded', 'rejected')
);
drop index deposit_transactions_due;
create index deposit_transactions_due on deposit_transactions (next_poll_at) where next_poll_at is not null;
create index deposit_transactions_open on deposit_transactions (id) where status in ('pending', 'confirming');
create index deposit_transactions_by_address on deposit_transactions (pay_address) where pay_address is not null;

-- Withdrawals

create table withdrawal_transactions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  amount numeric(18,8) not null check (amount > 0),
  fee numeric(18,8) not null check (fee >= 0),
  net_amount numeric(18,8) not null check (net_amount > 0),
  address text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  provider text not null,
  -- How far the payout is: to be asked for, being asked for, known to the provider, released there.
  payout_step text check (payout_step in ('due', 'asked', 'created', 'verified')),
  batch_id text,
  payout_id text,
  transaction_hash text,
  failure_reason text check (failure_reason in ('rejected', 'cancelled', 'payout_failed', 'account_closed')),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_poll_at timestamptz,
  constraint withdrawal_transactions_net check (fee + net_amount = amount),
  constraint withdrawal_transactions_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint withdrawal_transactions_payout_once unique (provider, payout_id)
);
create index withdrawal_transactions_by_user on withdrawal_transactions (user_id, id);
create index withdrawal_transactions_open on withdrawal_transactions (id) where status in ('pending', 'processing');
create index withdrawal_transactions_due on withdrawal_transactions (next_poll_at) where next_poll_at is not null;

-- What the provider called to say: stored once, answered at once, worked off afterwards.

create table payment_callbacks (
  provider text not null,
  digest bytea not null,
  subject text not null check (subject in ('payment', 'payout')),
  subject_id text not null,
  body bytea not null,
  received_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz,
  handled_at timestamptz,
  primary key (provider, digest),
  constraint payment_callbacks_open check ((handled_at is null) = (next_try_at is not null))
);
create index payment_callbacks_due on payment_callbacks (next_try_at) where next_try_at is not null;

-- What needs a person: money that fits no rule, payouts that did not go through. One item for each payment or payout.

create table attention_items (
  id uuid primary key,
  key text not null constraint attention_items_once unique,
  kind text not null check (kind in ('payment', 'payout')),
  reason text not null,
  provider text not null,
  payment_id text,
  deposit_id uuid references deposit_transactions (id) on delete set null,
  withdrawal_id uuid references withdrawal_transactions (id) on delete set null,
  user_id uuid references users (id) on delete set null,
  amount numeric(38,18),
  asset text,
  details json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  resolved_by uuid,
  note text,
  constraint attention_items_resolved check ((resolved_at is null) = (resolution is null))
);
create index attention_items_open on attention_items (id) where resolved_at is null;
create index attention_items_by_user on attention_items (user_id) where user_id is not null;
create index attention_items_by_deposit on attention_items (deposit_id) where deposit_id is not null;
create index attention_items_by_withdrawal on attention_items (withdrawal_id) where withdrawal_id is not null;

-- The sandbox is a payment provider of its own, with books of its own. No other code reads these two tables.

create table sandbox_payments (
  payment_id text primary key,
  order_id uuid not null unique,
  amount numeric(18,8) not null,
  pay_address text not null,
  created_at timestamptz not null,
  -- The last state it called about; null once it has nothing more to say.
  told text default 'waiting'
);
create index sandbox_payments_open on sandbox_payments (created_at) where told is not null;
-- Payments under way were asked for before it kept books.
insert into sandbox_payments (payment_id, order_id, amount, pay_address, created_at)
  select payment_id, id, amount, pay_address, created_at from deposit_transactions
  where provider = 'sandbox' and status in ('pending', 'confirming') and pay_address is not null;

create table sandbox_payouts (
  payout_id text primary key,
  external_id uuid not null unique,
  address text not null,
  amount numeric(18,8) not null,
  created_at timestamptz not null,
  told text default 'waiting'
);
create index sandbox_payouts_open on sandbox_payouts (created_at) where told is not null;

-- The statement: each entry of a user's knows its kind, so that any selection of kinds is read from one index.

alter table ledger_entries disable trigger ledger_entries_append_only;
alter table ledger_entries add column kind text;
update ledger_entries e set kind = t.kind from ledger_transactions t where t.id = e.transaction_id;
alter table ledger_entries alter column kind set not null;
alter table ledger_entries enable trigger ledger_entries_append_only;
drop index ledger_entries_by_user;
create index ledger_entries_by_user on ledger_entries (account, kind, transaction_id) where balance_after is not null;
create index ledger_transactions_by_time on ledger_transactions (created_at);

-- Down Migration
-- Money is never taken back: restore a backup instead.
