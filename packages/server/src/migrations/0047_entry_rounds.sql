-- Up Migration

-- The beacon's round at the end of whose block a position entered. Positions from before have none.

alter table trading_positions add column round bigint;

-- Down Migration
-- Forward only: restore a backup instead.
