-- Up Migration

-- Writers wait: trading_positions: for a moment, nothing is read.

-- Which batch a position was signed in, and the place of its leaf there, from 0. Null where signature and path stand in the
-- position itself.

alter table trading_positions add column promise_batch bigint, add column promise_leaf smallint;

-- Down Migration
-- Forward only: restore a backup instead.
