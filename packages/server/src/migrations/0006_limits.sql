-- Up Migration

-- Limits that people set on themselves. Each has the amount in force (null for none) and what it becomes later, because a looser limit
-- waits. Days, weeks and months follow the time zone that the person names.
create table user_limits (
  user_id uuid primary key references users (id) on delete cascade,
  -- As in `users`.
  limits_set integer not null,
  time_zone text,
  deposit numeric(18,8), deposit_next numeric(18,8), deposit_next_at timestamptz,
  stake numeric(18,8), stake_next numeric(18,8), stake_next_at timestamptz,
  loss numeric(18,8), loss_next numeric(18,8), loss_next_at timestamptz,
  deposit_week numeric(18,8), deposit_week_next numeric(18,8), deposit_week_next_at timestamptz,
  stake_week numeric(18,8), stake_week_next numeric(18,8), stake_week_next_at timestamptz,
  loss_week numeric(18,8), loss_week_next numeric(18,8), loss_week_next_at timestamptz,
  deposit_month numeric(18,8), deposit_month_next numeric(18,8), deposit_month_next_at timestamptz,
  stake_month numeric(18,8), stake_month_next numeric(18,8), stake_month_next_at timestamptz,
  loss_month numeric(18,8), loss_month_next numeric(18,8), loss_month_next_at timestamptz,
  largest_stake numeric(18,8), largest_stake_next numeric(18,8), largest_stake_next_at timestamptz,
  open_positions numeric(18,8), open_positions_next numeric(18,8), open_positions_next_at timestamptz,
  session numeric(18,8), session_next numeric(18,8), session_next_at timestamptz,
  -- Until then the person neither stakes nor deposits. Self-exclusion is a pause that is counted in months.
  paused_until timestamptz,
  excluded_until timestamptz,
  -- After how many minutes the person is reminded of the time; null for never.
  reminder_minutes integer default 60 check (reminder_minutes between 5 and 240),
  -- The windows in force and the zone that each follows. `staked` and `returned` sum up the positions of the window whose id is before
  -- `counted_to`; the next order adds those after it.
  day_zone text, day_starts timestamptz, day_ends timestamptz, day_staked numeric(28,8), day_returned numeric(28,8),
  week_zone text, week_starts timestamptz, week_ends timestamptz, week_staked numeric(28,8), week_returned numeric(28,8),
  month_zone text, month_starts timestamptz, month_ends timestamptz, month_staked numeric(28,8), month_returned numeric(28,8),
  counted_to uuid,
  -- When the person last asked for a looser limit.
  raised_at timestamptz,
  constraint user_limits_not_negative check (
    least(deposit, deposit_next, stake, stake_next, loss, loss_next, deposit_week, deposit_week_next, stake_week, stake_week_next,
      loss_week, loss_week_next, deposit_month, deposit_month_next, stake_month, stake_month_next, loss_month, loss_month_next,
      largest_stake, largest_stake_next, open_positions, open_positions_next, session, session_next) >= 0
  )
);
-- For the list of people whom somebody may have to care for.
create index user_limits_raised on user_limits (raised_at) where raised_at is not null;

-- The limit in force at a time.
create function limit_at(now_is numeric, next_is numeric, next_at timestamptz, at timestamptz) returns numeric
  language sql immutable as $$ select case when next_at <= at then next_is else now_is end $$;

-- Signs that trading may harm somebody, by day of their time zone: how often they raised a stake after a loss, how many positions they
-- opened at night, and the largest share of a limit that they used. Days without any sign have no row.
create table care_days (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  chases integer not null default 0,
  night_positions integer not null default 0,
  share double precision,
  share_kind text,
  shared_at timestamptz,
  seen_at timestamptz not null,
  primary key (user_id, day)
);
create index care_days_by_day on care_days (day);

-- Down Migration
-- Forward only: restore a backup instead.
