-- Up Migration

-- Why an administrator rejected a deposit, in the words that its owner reads.

alter table deposit_transactions add column rejection_reason text;

-- Down Migration
-- Forward only: restore a backup instead.
