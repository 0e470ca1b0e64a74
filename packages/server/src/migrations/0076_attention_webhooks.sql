-- Up Migration

-- An endpoint that could not be told needs a person too. Older processes show such an item and can close it.

-- Writers wait: attention_items: for a moment, nothing is read.

alter table attention_items drop constraint attention_items_kind_known,
  add constraint attention_items_kind_told check (kind in ('payment', 'payout', 'position', 'webhook')) not valid;

-- Down Migration
-- Forward only: restore a backup instead.
