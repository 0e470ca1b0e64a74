-- Up Migration

-- Lists and limits ask for a user's open ones, of whom there may be many more finished ones.
create index deposit_transactions_open_by_user on deposit_transactions (user_id, id)
  where status in ('pending', 'confirming');
create index withdrawal_transactions_open_by_user on withdrawal_transactions (user_id, id)
  where status in ('pending', 'processing');

-- Whoever has taken deposits in the sandbox keeps to it: their balances are play money.
insert into kept_values (name, value)
  select 'payment-provider', 'sandbox' where exists (select from ledger_transactions)
  on conflict do nothing;

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
