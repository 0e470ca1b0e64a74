-- Up Migration

-- Writers wait: withdrawal_transactions: for a moment, nothing is read.

create or replace trigger withdrawal_transactions_decided after update on withdrawal_transactions for each row
  when (old.status is distinct from new.status)
  execute function lapse_proposals();

-- Down Migration
-- Forward only: restore a backup instead.
