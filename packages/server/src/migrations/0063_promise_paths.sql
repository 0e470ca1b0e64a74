-- Up Migration

-- Writers wait: trading_positions: for a moment, nothing is read.

-- The promises of positions that are opened together are signed together. The path leads from a promise to the root that is
-- signed: for each step a byte (0 left, 1 right) and 32 bytes of hash. Null where a promise was signed alone.

alter table trading_positions add column promise_path bytea;

-- Down Migration
-- Forward only: restore a backup instead.
