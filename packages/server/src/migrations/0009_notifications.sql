-- Up Migration

-- Mails and notifications that wait to be sent. The transaction of an event adds them; a sent one is deleted (decision 43).
create table outbox (
  -- The same at each try, so that the recipient recognises a repeat.
  id uuid primary key default gen_random_uuid(),
  channel text not null,
  data jsonb not null,
  queued_at timestamptz not null,
  -- When a process may take the message. It moves the time ahead for its try, so that another one takes over if it dies. Null if given up.
  next_try_at timestamptz,
  tries integer not null default 0,
  -- Why the last try failed; null before the first try and during each.
  reason text,
  constraint outbox_given_up check (next_try_at is not null or reason is not null)
);
-- Each process looks for due messages every second.
create index outbox_due on outbox (channel, next_try_at) where next_try_at is not null;
-- The pushes of one device wait for each other and merge.
create index outbox_by_device on outbox ((data ->> 'deviceId')) where channel = 'pushes' and next_try_at is not null;
-- The list of unsent messages begins with the newest. The sweep deletes the oldest.
create index outbox_by_time on outbox (queued_at);

-- Browsers that notify their owners while the page is closed.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The session with whose end it ends. A session that is renewed keeps its id.
  session_id uuid not null,
  -- A browser has one owner at a time.
  endpoint text not null constraint push_devices_once unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  language text not null,
  -- How many tries in a row its push service has refused, or not answered in time.
  failures smallint not null default 0,
  -- Its push service has refused it for good: nothing is sent, and its browser subscribes again. A removed device has no row.
  ended boolean not null default false,
  created_at timestamptz not null
);
create index push_devices_by_user on push_devices (user_id);

-- The operator's systems that are told of events, and what each of them is told.

create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  types text[] not null constraint webhook_endpoints_types check (cardinality(types) > 0),
  -- Sealed with a key that is not in the database. The earlier secret signs as well until it ends.
  secret bytea not null,
  earlier_secret bytea,
  earlier_until timestamptz,
  paused_at timestamptz,
  paused_because text,
  delivered_at timestamptz,
  created_at timestamptz not null,
  constraint webhook_endpoints_earlier check ((earlier_secret is null) = (earlier_until is null)),
  constraint webhook_endpoints_paused check ((paused_at is null) = (paused_because is null))
);

-- One row for each event and endpoint. The endpoint is no foreign key: a settlement that adds a hundred thousand rows would lock its row
-- for each of them.
create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null,
  -- The same for all endpoints and at all tries.
  event_id uuid not null,
  type text not null,
  data jsonb not null,
  -- When it happened.
  created_at timestamptz not null,
  -- When it is tried next; null once it is delivered or given up.
  next_at timestamptz,
  -- Until then the process that is trying it has it for itself.
  leased_until timestamptz,
  tries integer not null default 0,
  tried_at timestamptz,
  took_ms integer,
  answer smallint,
  reason text,
  delivered_at timestamptz,
  constraint webhook_deliveries_over check (next_at is null or delivered_at is null)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where next_at is not null;
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, created_at) where next_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, created_at)
  where next_at is null and delivered_at is null;
create index webhook_deliveries_listed on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

-- Down Migration
-- Forward only: restore a backup instead.
