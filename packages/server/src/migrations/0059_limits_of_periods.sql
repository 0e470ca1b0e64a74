-- Up Migration

-- Limits for a week, a month, a stake, open positions and a session, as those of 0022. Days, weeks and months follow the time zone
-- that the person names. `starts` and `ends` are the window in force, `zone` the one it follows; `staked` and `returned` sum up the
-- positions of the window whose id is before `counted_to`. Whoever opens a position adds those after it.

alter table user_limits
  add column time_zone text,
  add column deposit_week numeric(18,8), add column deposit_week_next numeric(18,8), add column deposit_week_next_at timestamptz,
  add column stake_week numeric(18,8), add column stake_week_next numeric(18,8), add column stake_week_next_at timestamptz,
  add column loss_week numeric(18,8), add column loss_week_next numeric(18,8), add column loss_week_next_at timestamptz,
  add column deposit_month numeric(18,8), add column deposit_month_next numeric(18,8), add column deposit_month_next_at timestamptz,
  add column stake_month numeric(18,8), add column stake_month_next numeric(18,8), add column stake_month_next_at timestamptz,
  add column loss_month numeric(18,8), add column loss_month_next numeric(18,8), add column loss_month_next_at timestamptz,
  add column largest_stake numeric(18,8), add column largest_stake_next numeric(18,8), add column largest_stake_next_at timestamptz,
  add column open_positions numeric(18,8), add column open_positions_next numeric(18,8),
  add column open_positions_next_at timestamptz,
  add column session numeric(18,8), add column session_next numeric(18,8), add column session_next_at timestamptz,
  add column day_zone text, add column day_starts timestamptz, add column day_ends timestamptz,
  add column day_staked numeric(28,8), add column day_returned numeric(28,8),
  add column week_zone text, add column week_starts timestamptz, add column week_ends timestamptz,
  add column week_staked numeric(28,8), add column week_returned numeric(28,8),
  add column month_zone text, add column month_starts timestamptz, add column month_ends timestamptz,
  add column month_staked numeric(28,8), add column month_returned numeric(28,8),
  add column counted_to uuid,
  -- When the person last asked for a looser limit.
  add column raised_at timestamptz;

-- Down Migration
-- Forward only: restore a backup instead.
