-- Up Migration

-- When a session last proved who uses it, beyond the sign-in that opened it.

alter table sessions add column if not exists proved_at timestamptz;

-- Down Migration
-- Forward only: restore a backup instead.
