-- Up Migration

-- What a user staked and was paid on a day (UTC), for the limits they set on themselves. Kept for everybody, so that a limit
-- counts what was before it on the same day, and in this very row, because every opening has it locked anyway. A day may turn
-- over more than a balance can hold. `limits_set` counts how often they set limits, as `user_limits` does: whoever waited
-- for this row sees by it that the limits read before are no longer theirs.

alter table users add column day date, add column day_staked numeric(28,8) not null default 0,
  add column day_returned numeric(28,8) not null default 0, add column limits_set integer not null default 0;

-- Down Migration
-- Forward only: restore a backup instead.
