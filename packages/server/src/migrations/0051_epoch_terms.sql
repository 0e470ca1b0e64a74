-- Up Migration

-- The hash of the terms that positions are sold under which enter in this epoch. A price whose epochs have none is of an older
-- version: the next start begins a new one.

-- Writers wait: price_epochs: for a moment, nothing is read, and a process writes there once an hour.

alter table price_epochs add column terms_hash bytea;

-- Down Migration
-- Forward only: restore a backup instead.
