-- Up Migration

-- The chain of the beacon whose rounds a price is made with. A genesis of protocol 1, which needed none, has null: the next start
-- begins a new price.

-- Writers wait: price_geneses: for a moment, nothing is read.

alter table price_geneses add column chain_hash bytea;

-- Down Migration
-- Forward only: restore a backup instead.
