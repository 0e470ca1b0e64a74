-- Up Migration

-- What the house's result of an hour was above the one that the terms promised, in USDMS.

alter table settled_hours add column result_excess numeric not null default 0;

-- Down Migration
-- Forward only: restore a backup instead.
