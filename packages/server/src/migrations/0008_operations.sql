-- Up Migration

-- What administrators do, written in the transaction that does it and never changed. No e-mails: an account may be deleted.

create table audit_log (
  id uuid primary key,
  action text not null,
  actor uuid not null,
  session_id uuid,
  address text,
  -- The user it concerned, and the deposit, withdrawal, item, proposal or session.
  subject uuid,
  target uuid,
  before jsonb,
  after jsonb,
  reason text,
  -- Where two persons were needed: the first of them.
  proposed_by uuid,
  created_at timestamptz not null
);
create index audit_log_by_subject on audit_log (subject, id) where subject is not null;
create index audit_log_by_actor on audit_log (actor, id);
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_actor_and_action on audit_log (actor, action, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Decisions above an amount wait for a second administrator.

create table proposals (
  id uuid primary key,
  action text not null,
  -- The deposit, withdrawal, attention item or, for an adjustment, user.
  target uuid not null,
  subject uuid references users (id) on delete cascade,
  amount numeric(18,8) not null,
  note text,
  transaction_id text,
  proposed_by uuid not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('agreed', 'declined', 'lapsed')),
  decided_by uuid,
  decided_at timestamptz,
  constraint proposals_decided check ((outcome is not null) = (decided_at is not null))
);
-- One decision at a time about a deposit, withdrawal or item.
create unique index proposals_open_once on proposals (target) where outcome is null and action <> 'balance_adjusted';
create index proposals_open on proposals (id) where outcome is null;
create index proposals_by_target on proposals (target, id);
create index proposals_by_subject on proposals (subject) where subject is not null;

-- Whoever decides otherwise about what a proposal is about, that is its end: nothing is done by it later. One that is
-- agreed to says so before what it is about changes. The triggers that see to it follow, a migration for each table: whoever
-- moves money has locks on several tables, and nothing that waits for one of them may hold another.

create function lapse_proposals() returns trigger language plpgsql as $$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where target = new.id and outcome is null and action <> 'balance_adjusted';
  return null;
end $$;

-- What administrators may say about a user.

create table user_notes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  author uuid not null,
  text text not null,
  created_at timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, id);

-- Down Migration
-- Forward only: restore a backup instead.
