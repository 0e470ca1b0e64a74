-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

-- Limits that users set on themselves, each with what it becomes later: looser limits wait. Null is no limit.

create table user_limits (
  user_id uuid primary key references users (id) on delete cascade,
  -- As in `users`.
  limits_set integer not null,
  deposit numeric(18,8) check (deposit >= 0),
  deposit_next numeric(18,8) check (deposit_next >= 0),
  deposit_next_at timestamptz,
  stake numeric(18,8) check (stake >= 0),
  stake_next numeric(18,8) check (stake_next >= 0),
  stake_next_at timestamptz,
  loss numeric(18,8) check (loss >= 0),
  loss_next numeric(18,8) check (loss_next >= 0),
  loss_next_at timestamptz,
  -- Until when nothing is staked or deposited; self-exclusion is a pause that is counted in months.
  paused_until timestamptz,
  excluded_until timestamptz,
  -- After how many minutes a person is reminded of the time; null for never.
  reminder_minutes integer default 60 check (reminder_minutes between 5 and 240)
);

-- The limit in force at a time.
create function limit_at(now_is numeric, next_is numeric, next_at timestamptz, at timestamptz) returns numeric
  language sql immutable as $$ select case when next_at <= at then next_is else now_is end $$;

-- Down Migration
-- Forward only: restore a backup instead.
