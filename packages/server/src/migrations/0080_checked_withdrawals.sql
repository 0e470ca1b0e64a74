-- Up Migration

-- True while a withdrawal waits for the screening, for its owner to see.

alter table withdrawal_transactions add column being_checked boolean not null default false;

-- Down Migration
-- Forward only: restore a backup instead.
