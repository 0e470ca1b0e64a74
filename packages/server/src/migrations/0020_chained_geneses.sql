-- Up Migration

-- The last head under the genesis before; null where there was none.

alter table price_geneses add column previous_head bytea;

-- Down Migration
-- Forward only: restore a backup instead.
