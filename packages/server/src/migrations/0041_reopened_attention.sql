-- Up Migration

-- Writers wait: attention_items: for a moment, nothing is read.

-- Money that was set aside can be proposed for somebody. If more of it arrives, something else is to be decided.

create or replace trigger attention_items_reopened after update on attention_items for each row
  when (old.resolved_at is not null and new.resolved_at is null)
  execute function lapse_item_proposals();

-- Down Migration
-- Forward only: restore a backup instead.
