-- Up Migration

-- True while a deposit waits for the screening, for its owner to see.

alter table deposit_transactions add column being_checked boolean not null default false;

-- Down Migration
-- Forward only: restore a backup instead.
