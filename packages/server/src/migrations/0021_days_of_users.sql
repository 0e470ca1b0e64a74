-- Up Migration

-- What a user staked and was paid on a day (UTC), for the limits they set on themselves. Kept for everybody, so that a limit
-- counts what was before it on the same day, and in this very row, because every opening has it locked anyway.

alter table users add column day date, add column day_staked numeric(18,8) not null default 0,
  add column day_returned numeric(18,8) not null default 0;

-- Down Migration
-- Forward only: restore a backup instead.
