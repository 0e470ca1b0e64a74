-- Up Migration

-- What a screening service says before a deposit is credited and before a withdrawal is paid: one row for each of them, with the
-- verdict that holds, and every answer in the order in which they came.

create table screenings (
  -- The deposit, the withdrawal or the item of the attention list.
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
  -- The same question keeps its name however often it is sent.
  question_id uuid not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  state_at timestamptz not null,
  -- The service asked not to be asked before.
  ask_again_at timestamptz,
  -- When the service is asked next, or what it has allowed is carried out. Null where nothing is due by itself.
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
  -- Also 'unreachable', where nobody answered, and 'overridden', where two persons have allowed it.
  verdict text not null,
  reference text,
  reason text,
  -- False where it came too late: the question had changed, or two persons had decided meanwhile.
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

-- Down Migration
-- Forward only: restore a backup instead.
