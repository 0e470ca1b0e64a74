-- Up Migration

-- What a screening holds needs attention too. Older processes show such an item and cannot decide it.

alter table attention_items drop constraint attention_items_kind_told,
  add constraint attention_items_kind_held
    check (kind in ('payment', 'payout', 'position', 'webhook', 'screening')) not valid;

-- Down Migration
-- Forward only: restore a backup instead.
