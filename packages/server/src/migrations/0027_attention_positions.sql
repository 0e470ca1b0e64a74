-- Up Migration

-- A position whose payout cannot be stored needs attention too. Older processes show such an item and cannot decide it.

alter table attention_items drop constraint attention_items_kind_check,
  add constraint attention_items_kind_known check (kind in ('payment', 'payout', 'position')) not valid;

-- Down Migration
-- Forward only: restore a backup instead.
