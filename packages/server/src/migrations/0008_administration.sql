-- Up Migration

-- What administrators do, written in the transaction that does it and never changed. It holds no e-mails, because an account may be
-- deleted.
create table audit_log (
  id uuid primary key,
  action text not null,
  actor uuid not null,
  session_id uuid,
  address text,
  -- The user whom it concerned, and the deposit, withdrawal, item, proposal or session.
  subject uuid,
  target uuid,
  before jsonb,
  after jsonb,
  reason text,
  -- The first of two persons, where two were needed.
  proposed_by uuid,
  created_at timestamptz not null
);
-- For the filters of the audit page.
create index audit_log_by_subject on audit_log (subject, id) where subject is not null;
create index audit_log_by_actor on audit_log (actor, id);
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_actor_and_action on audit_log (actor, action, id);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change('the audit log is append-only');

-- Decisions that wait for a second administrator.
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
  -- What a change of rights gives.
  role text,
  -- When the proposal takes effect by itself, unless somebody declines it.
  effective_at timestamptz,
  -- In the order of changes of rights (`users.rights_order`).
  made_order bigint default nextval('rights_order'),
  -- For a setting of the installation: NAME=value, or the name alone for what the environment says.
  setting text,
  constraint proposals_decided check ((outcome is not null) = (decided_at is not null))
);
-- One decision at a time about a deposit, withdrawal or item.
create unique index proposals_open_once on proposals (target) where outcome is null and action <> 'balance_adjusted';
create index proposals_open on proposals (id) where outcome is null;
create index proposals_by_target on proposals (target, id);
create index proposals_by_subject on proposals (subject) where subject is not null;

-- A proposal lapses when its subject is decided otherwise or changes. A proposal that is agreed to is closed before its subject
-- changes.

create function lapse_proposals() returns trigger language plpgsql as $$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where target = new.id and outcome is null and action <> 'balance_adjusted';
  return null;
end $$;
create trigger deposit_transactions_decided after update on deposit_transactions for each row
  when (old.status is distinct from new.status and new.status in ('confirmed', 'failed'))
  execute function lapse_proposals();
create trigger withdrawal_transactions_decided after update on withdrawal_transactions for each row
  when (old.status is distinct from new.status)
  execute function lapse_proposals();

-- An administrator agrees to exactly what was proposed. If an item asks about something else by now, if its payment has changed, or
-- if money that was set aside is joined by more, the decision is proposed anew, about the item and the withdrawal that it asks about.
create function lapse_item_proposals() returns trigger language plpgsql as $$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where target in (new.id, new.withdrawal_id) and outcome is null;
  return null;
end $$;
create trigger attention_items_decided after update on attention_items for each row
  when (old.resolved_at is null and (new.resolved_at is not null
    or (old.reason, old.asset, old.amount) is distinct from (new.reason, new.asset, new.amount)))
  execute function lapse_item_proposals();
create trigger attention_items_reopened after update on attention_items for each row
  when (old.resolved_at is not null and new.resolved_at is null)
  execute function lapse_item_proposals();

create function lapse_payment_proposals() returns trigger language plpgsql as $$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where outcome is null and target in (
    select id from attention_items
    where kind = 'payment' and provider = new.provider and payment_id = new.payment_id and resolved_at is null);
  return null;
end $$;
create trigger payments_changed after update on payments for each row
  when ((old.asset, old.arrived, old.credited) is distinct from (new.asset, new.arrived, new.credited))
  execute function lapse_payment_proposals();

-- What administrators write about a user.
create table user_notes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  author uuid not null,
  text text not null,
  -- True if the person's data download holds it.
  for_person boolean not null default false,
  created_at timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, id);

-- What an installation keeps about itself: fingerprints of its secrets, settings, when a daily task last ran.
create table kept_values (
  name text primary key,
  value text not null
);

-- When a part of the platform did not work, for the public status page. Each part has at most one open row.
create table incidents (
  id uuid primary key,
  part text not null,
  reason text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint incidents_in_order check (ended_at >= began_at)
);
create unique index incidents_open on incidents (part) where ended_at is null;
create index incidents_by_time on incidents (began_at);

-- Down Migration
-- Forward only: restore a backup instead.
