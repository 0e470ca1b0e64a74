-- Up Migration

-- The price in thousandths that a position set aside is to be settled at, where that price has ended.

-- Writers wait: unsettled_positions: for a moment, nothing is read.

alter table unsettled_positions add column result_milli integer;

-- Down Migration
-- Forward only: restore a backup instead.
