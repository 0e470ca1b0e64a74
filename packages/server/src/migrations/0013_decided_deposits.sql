-- Up Migration

-- Writers wait: deposit_transactions: for a moment, nothing is read.

create or replace trigger deposit_transactions_decided after update on deposit_transactions for each row
  when (old.status is distinct from new.status and new.status in ('confirmed', 'failed'))
  execute function lapse_proposals();

-- Down Migration
-- Forward only: restore a backup instead.
