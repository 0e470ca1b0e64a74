-- Up Migration
-- No transaction: writers go on while the indexes are made.

-- What changed lately, for processes that poll while they do not hear each other.

drop index concurrently if exists deposit_transactions_by_change;
create index concurrently deposit_transactions_by_change on deposit_transactions (updated_at);
drop index concurrently if exists withdrawal_transactions_by_change;
create index concurrently withdrawal_transactions_by_change on withdrawal_transactions (updated_at);

-- Down Migration
-- Forward only: restore a backup instead.
