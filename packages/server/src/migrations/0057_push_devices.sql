-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

-- Browsers that their owners want to be told on while the page is closed.

create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Whose end it ends with. A session that is renewed keeps its id.
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  user_agent text,
  language text not null,
  created_at timestamptz not null,
  -- A browser has one owner at a time.
  constraint push_devices_once unique (endpoint)
);

create index push_devices_by_user on push_devices (user_id);

-- Down Migration
-- Forward only: restore a backup instead.
