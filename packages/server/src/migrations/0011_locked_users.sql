-- Up Migration

-- What administrators may keep a user from.

alter table users
  add column if not exists trading_locked_at timestamptz,
  add column if not exists withdrawals_locked_at timestamptz;

-- Down Migration
-- Forward only: restore a backup instead.
