-- Up Migration

-- Payments without a user. `on_trust` is the part of `credited` that had not arrived when the account was closed, and
-- `set_aside` the part that house:unclaimed keeps until its owner is known.
alter table closed_payments
  add column on_trust numeric(18,8),
  add column set_aside numeric(18,8);

-- Down Migration
-- Forward only: restore a backup instead.
