-- Up Migration

-- `arrived` is what was last seen in the payment, in our asset. `on_trust` is the part of `credited` that had not arrived
-- and is still the house's own.
alter table deposit_transactions
  add column arrived numeric(38,8),
  add column on_trust numeric(18,8);

-- Down Migration
-- Forward only: restore a backup instead.
