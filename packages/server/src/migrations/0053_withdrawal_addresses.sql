-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

-- Addresses that people have saved to withdraw to.

create table withdrawal_addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  address text not null,
  created_at timestamptz not null,
  constraint withdrawal_addresses_once unique (user_id, address)
);

-- Down Migration
-- Forward only: restore a backup instead.
