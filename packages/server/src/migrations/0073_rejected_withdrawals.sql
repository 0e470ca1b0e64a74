-- Up Migration

-- Why an administrator rejected a withdrawal, in the words that its owner reads.

alter table withdrawal_transactions add column rejection_reason text;

-- Down Migration
-- Forward only: restore a backup instead.
