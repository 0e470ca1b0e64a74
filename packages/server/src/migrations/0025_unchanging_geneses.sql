-- Up Migration

-- Writers wait: price_geneses: for a moment, nothing is read.

create function refuse_genesis_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.tick = old.tick and new.state = old.state and old.previous_head is null then return new; end if;
  end if;
  raise exception 'where the price started is never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;

create trigger price_geneses_unchanging before update or delete on price_geneses
  for each row execute function refuse_genesis_change();
create trigger price_geneses_not_emptied before truncate on price_geneses
  for each statement execute function refuse_genesis_change();

-- Down Migration
-- Forward only: restore a backup instead.
