-- Up Migration

-- Payments

-- What a provider has told us about a payment, and what the books say about it: one row for each payment, from the first news
-- of it on. The row outlives the account, because money may still come to an address that was given out.
create table payments (
  -- That of the deposit that it was made for, unless that has another payment.
  id uuid primary key,
  provider text not null,
  -- The provider's id; null until it is known.
  payment_id text,
  -- The deposit that it names; null if it names none of ours.
  order_id uuid,
  -- True for a further transfer to the address of an earlier payment.
  is_repeated boolean not null default false,
  user_id uuid references users (id) on delete set null,
  pay_address text,
  -- The provider's last answer: the provider's name of the asset, null before any answer; the amount that arrived, and the
  -- part of it that reached us; and all its fields, for administrators to read.
  asset text,
  state text not null default 'waiting' check (state in
    ('waiting', 'confirming', 'partially_paid', 'finished', 'failed', 'refunded', 'expired', 'unknown')),
  state_at timestamptz not null,
  arrived numeric(38,8) not null default 0,
  outcome numeric(38,8),
  details json not null default '{}',
  was_seen boolean not null default false,
  -- True if it failed or was refunded after a credit, whatever came later.
  was_taken boolean not null default false,
  -- The fields in which it differs from what was asked for; empty if in none.
  differs text not null default '',
  -- What the books say: the sums of its bookings.
  credited numeric(24,8) not null default 0 check (credited >= 0),
  set_aside numeric(24,8) not null default 0 check (set_aside between 0 and credited),
  advanced numeric(24,8) not null default 0 check (advanced between 0 and credited),
  fee_booked numeric(24,8) not null default 0,
  -- What people credited beyond the money that had arrived, and whether people credited anything or decided about the rest.
  trusted numeric(24,8) not null default 0,
  is_decided boolean not null default false,
  -- What had arrived when a person decided last.
  decided_about numeric(38,8) not null default 0,
  -- Grows with every change. An answer that was asked for before a change may be older than it, so it is read again.
  version bigint not null default 0,
  -- When to read it again or, while it has no id, to ask for it again.
  next_poll_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payments_once unique (provider, payment_id)
);
create index payments_by_user on payments (user_id, id) where user_id is not null;
create index payments_by_address on payments (pay_address) where pay_address is not null;
create index payments_due on payments (next_poll_at) where next_poll_at is not null;

-- Every step of a payment's money: what it changed in the books. Its ledger transactions refer to it.
create table payment_bookings (
  -- That of the deposit, for the first credit of one.
  id uuid primary key,
  payment uuid not null references payments (id),
  number integer not null,
  -- The deposit that it credits. The account may be gone.
  deposit_id uuid,
  credited numeric(24,8) not null,
  set_aside numeric(24,8) not null,
  advanced numeric(24,8) not null,
  fee_booked numeric(24,8) not null,
  -- The administrator who decided it, if one did.
  decided_by uuid,
  created_at timestamptz not null,
  constraint payment_bookings_once unique (payment, number)
);
create index payment_bookings_by_deposit on payment_bookings (deposit_id) where deposit_id is not null;
create trigger payment_bookings_append_only before update or delete or truncate on payment_bookings
  for each statement execute function refuse_change('payment bookings are append-only');

-- Deposits

create table deposit_transactions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  amount numeric(18,8) not null check (amount > 0),
  pay_amount numeric(18,8),
  -- The provider's least amount for a payment at that time.
  least_amount numeric(18,8),
  -- What was credited, which may differ from what was asked for.
  credited numeric(18,8),
  provider text not null,
  -- That of `payments`. Administrators may credit one payment in parts, as one deposit each.
  payment_id text,
  pay_address text,
  status text not null default 'pending' check (status in ('pending', 'confirming', 'confirmed', 'failed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  failure_reason text,
  decided_by uuid,
  decided_at timestamptz,
  -- The idempotency key of the request, from before the provider hears of it: a retry after a crash takes up the same deposit
  -- instead of making another one.
  request_key text,
  request_hash bytea,
  -- Why an administrator rejected it, in the words that its owner reads.
  rejection_reason text,
  -- True while it waits for the screening, for its owner to see.
  being_checked boolean not null default false,
  constraint deposit_transactions_credited check ((status = 'confirmed') = (credited is not null)),
  constraint deposit_transactions_failure check (
    (status = 'failed') = (failure_reason is not null)
    and failure_reason in ('no_address', 'provider', 'expired', 'refunded', 'rejected')
  )
);
create unique index deposit_transactions_request_once on deposit_transactions (user_id, request_key)
  where request_key is not null;
create index deposit_transactions_by_user on deposit_transactions (user_id, id);
create index deposit_transactions_by_payment on deposit_transactions (provider, payment_id) where payment_id is not null;
-- A user may have few open deposits among many finished ones. Limits and lists ask for the open ones.
create index deposit_transactions_open_by_user on deposit_transactions (user_id, id)
  where status in ('pending', 'confirming');
create index deposit_transactions_open on deposit_transactions (id) where status in ('pending', 'confirming');
-- Looked for every second.
create index deposit_transactions_unaddressed on deposit_transactions (id)
  where status = 'pending' and pay_address is null;
-- For processes that poll for changes while they do not hear each other.
create index deposit_transactions_by_change on deposit_transactions (updated_at);
-- Administrators sort by amount. Positions have no such index, because each would cost every order.
create index deposit_transactions_by_amount on deposit_transactions (amount, id);

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
  transaction_hash text,
  failure_reason text check (failure_reason in ('rejected', 'cancelled', 'payout_failed', 'account_closed')),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- As in `deposit_transactions`.
  rejection_reason text,
  being_checked boolean not null default false,
  constraint withdrawal_transactions_net check (fee + net_amount = amount),
  constraint withdrawal_transactions_failure check ((status = 'failed') = (failure_reason is not null))
);
create index withdrawal_transactions_by_user on withdrawal_transactions (user_id, id);
create index withdrawal_transactions_open_by_user on withdrawal_transactions (user_id, id)
  where status in ('pending', 'processing');
create index withdrawal_transactions_open on withdrawal_transactions (id) where status in ('pending', 'processing');
create index withdrawal_transactions_by_change on withdrawal_transactions (updated_at);
-- Administrators sort by amount, and search by address and by transaction.
create index withdrawal_transactions_by_amount on withdrawal_transactions (amount, id);
create index withdrawal_transactions_by_address on withdrawal_transactions (address, id);
create index withdrawal_transactions_by_hash on withdrawal_transactions (transaction_hash)
  where transaction_hash is not null;

-- The payout of each approved withdrawal. It outlives the account, without naming it, because the provider may still send it.
create table payouts (
  withdrawal_id uuid primary key,
  provider text not null,
  payout_id text,
  batch_id text,
  -- How far it is: to be asked for, being asked for, known to the provider, released there.
  step text not null check (step in ('due', 'asked', 'created', 'verified')),
  -- What is asked for.
  amount numeric(18,8) not null check (amount > 0),
  address text not null,
  -- How its withdrawal ended; null while that is processing.
  outcome text check (outcome in ('paid', 'paid_by_hand', 'returned')),
  transaction_hash text,
  -- When it was approved, asked for or decided, whichever came last.
  since timestamptz not null,
  -- What the provider said last and since when, and what it sends if that is not what was asked for.
  state text check (state in ('in_progress', 'finished', 'failed', 'unknown')),
  state_at timestamptz,
  sent jsonb,
  -- When it is read next, as long as it is watched.
  next_poll_at timestamptz,
  constraint payouts_once unique (provider, payout_id)
);
create index payouts_due on payouts (next_poll_at) where next_poll_at is not null;
create index payouts_open on payouts (withdrawal_id) where outcome is null;

-- Addresses that people have saved to withdraw to.
create table withdrawal_addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  address text not null,
  created_at timestamptz not null,
  constraint withdrawal_addresses_once unique (user_id, address)
);

-- What the provider called to say: stored once, answered at once, worked off afterwards.
create table payment_callbacks (
  provider text not null,
  digest bytea not null,
  subject text not null check (subject in ('payment', 'payout')),
  subject_id text not null,
  -- Emptied after a time. The digest stays, so that a replay stays the same callback.
  body bytea,
  received_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz,
  handled_at timestamptz,
  primary key (provider, digest),
  constraint payment_callbacks_open check ((handled_at is null) = (next_try_at is not null))
);
create index payment_callbacks_due on payment_callbacks (next_try_at) where next_try_at is not null;
create index payment_callbacks_to_empty on payment_callbacks (handled_at)
  where handled_at is not null and body is not null;
create index payment_callbacks_to_forget on payment_callbacks (handled_at) where body is null;

-- What needs a person: money that fits no rule, payouts and webhooks that did not go through, payouts of positions that could not be
-- stored, and what a screening holds. There is one item for each subject.
create table attention_items (
  id uuid primary key,
  key text not null constraint attention_items_once unique,
  kind text not null check (kind in ('payment', 'payout', 'position', 'webhook', 'screening')),
  reason text not null,
  provider text not null,
  payment_id text,
  deposit_id uuid references deposit_transactions (id) on delete set null,
  withdrawal_id uuid references withdrawal_transactions (id) on delete set null,
  user_id uuid references users (id) on delete set null,
  -- Of a payout, position or screening. The amounts of a payment stand in its own row.
  amount numeric(38,18),
  asset text,
  details json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  resolved_by uuid,
  note text,
  -- The decisions that were made before the item came back.
  history jsonb not null default '[]',
  constraint attention_items_resolved check ((resolved_at is null) = (resolution is null))
);
create index attention_items_open on attention_items (id) where resolved_at is null;
create index attention_items_by_user on attention_items (user_id) where user_id is not null;
create index attention_items_by_deposit on attention_items (deposit_id) where deposit_id is not null;
create index attention_items_by_withdrawal on attention_items (withdrawal_id) where withdrawal_id is not null;

-- What a screening service says before a deposit is credited and before a withdrawal is paid: one row for each of them with the verdict
-- that holds, and every answer in the order in which it came.

create table screenings (
  -- The deposit, the withdrawal or the attention item.
  subject_id uuid primary key,
  kind text not null check (kind in ('deposit', 'withdrawal', 'payment')),
  user_id uuid not null references users (id) on delete cascade,
  -- A verdict is about exactly this amount and address.
  amount numeric(18,8) not null check (amount > 0),
  address text,
  transaction_hash text,
  state text not null check (state in ('asking', 'allow', 'hold', 'refuse', 'unreachable', 'overridden')),
  reference text,
  reason text,
  -- The same question keeps its id however often it is sent.
  question_id uuid not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  state_at timestamptz not null,
  -- The service asked not to be asked before.
  ask_again_at timestamptz,
  -- When the service is asked next, or what it has allowed is carried out. Null if nothing is due by itself.
  next_step_at timestamptz,
  -- Set once the deposit, withdrawal or item is over.
  done_at timestamptz
);
create index screenings_by_user on screenings (user_id);
create index screenings_due on screenings (next_step_at) where next_step_at is not null;
create index screenings_open on screenings (state_at) where done_at is null;

create table screening_verdicts (
  id uuid primary key,
  subject_id uuid not null references screenings (subject_id) on delete cascade,
  amount numeric(18,8) not null,
  address text,
  transaction_hash text,
  -- Also 'unreachable' if nobody answered, and 'overridden' if two persons have allowed it.
  verdict text not null,
  reference text,
  reason text,
  -- False if it came too late: the question had changed, or two persons had decided meanwhile.
  is_current boolean not null,
  created_at timestamptz not null
);
create index screening_verdicts_by_subject on screening_verdicts (subject_id, id);

create function refuse_screening_change() returns trigger language plpgsql as $$
begin
  -- Verdicts go with the account they are about.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'verdicts are append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger screening_verdicts_append_only before update or delete on screening_verdicts
  for each row execute function refuse_screening_change();
create trigger screening_verdicts_not_emptied before truncate on screening_verdicts
  for each statement execute function refuse_screening_change();

-- The payments and payouts of the sandbox, a payment provider with books of its own. No other code reads them.
create table sandbox_books (
  id text primary key,
  subject text not null check (subject in ('payment', 'payout')),
  -- The deposit or withdrawal that it is for.
  our_id uuid not null unique,
  address text not null,
  amount numeric(18,8) not null,
  created_at timestamptz not null,
  -- The last state it called about; null once it has nothing more to say.
  told text default 'waiting'
);
create index sandbox_books_open on sandbox_books (subject, created_at) where told is not null;
create index sandbox_books_told on sandbox_books (created_at) where told is null;

-- Down Migration
-- Forward only: restore a backup instead.
