-- Up Migration

-- At which price a position was closed because its price ended, and with which chance to win in parts of 2^40. Null for all others.

-- Writers wait: trading_positions: for a moment, nothing is read.

alter table trading_positions add column closing_tick bigint, add column closing_price numeric(18,8),
  add column closing_chance bigint;

-- Down Migration
-- Forward only: restore a backup instead.
