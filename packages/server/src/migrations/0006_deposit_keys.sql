-- Up Migration

-- The key a deposit was asked for with, from before the provider hears of it: a retry after a sudden end takes up the
-- same deposit instead of making another one.
alter table deposit_transactions add column request_key text, add column request_hash bytea;
create unique index deposit_transactions_request_once on deposit_transactions (user_id, request_key)
  where request_key is not null;

-- Down Migration
-- Money is never taken back: restore a backup instead.
