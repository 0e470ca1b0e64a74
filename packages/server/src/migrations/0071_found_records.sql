-- Up Migration
-- No transaction: the indexes are made while money comes and goes.

-- Administrators sort deposits and withdrawals by amount, and search withdrawals by address and by transaction. Positions
-- get no such index: each would cost every order.

drop index concurrently if exists deposit_transactions_by_amount;
create index concurrently deposit_transactions_by_amount on deposit_transactions (amount, id);
drop index concurrently if exists withdrawal_transactions_by_amount;
create index concurrently withdrawal_transactions_by_amount on withdrawal_transactions (amount, id);
drop index concurrently if exists withdrawal_transactions_by_address;
create index concurrently withdrawal_transactions_by_address on withdrawal_transactions (address, id);
drop index concurrently if exists withdrawal_transactions_by_hash;
create index concurrently withdrawal_transactions_by_hash on withdrawal_transactions (transaction_hash)
  where transaction_hash is not null;

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
