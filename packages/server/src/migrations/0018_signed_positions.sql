-- Up Migration

-- What was promised when a position was opened is signed. Null on positions that were opened before that, or by a process
-- of an older version.

alter table trading_positions add column signature bytea, add column signing_key smallint;

-- Down Migration
-- Forward only: restore a backup instead.
