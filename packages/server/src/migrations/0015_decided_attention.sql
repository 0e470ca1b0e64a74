-- Up Migration

-- Writers wait: attention_items: for a moment, nothing is read.

-- Whoever agrees must agree to what was proposed: where something else is to be decided by now, it is proposed anew, about
-- the item and the withdrawal that it asks about.

create or replace function lapse_item_proposals() returns trigger language plpgsql as $$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where target in (new.id, new.withdrawal_id) and outcome is null;
  return null;
end $$;

create or replace trigger attention_items_decided after update on attention_items for each row
  when (old.resolved_at is null and (new.resolved_at is not null
    or (old.reason, old.asset, old.amount) is distinct from (new.reason, new.asset, new.amount)))
  execute function lapse_item_proposals();

-- Down Migration
-- Forward only: restore a backup instead.
