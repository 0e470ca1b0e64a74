-- Up Migration

-- A month is removed in the order of its ledger transactions: rows that lie side by side in the tables go together. `account` tells
-- how far a restore has come, and this how far a removal has.

alter table archived_months add column transaction_id bigint not null default 0;

-- Down Migration
-- Forward only: restore a backup instead.
