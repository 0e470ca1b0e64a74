-- Up Migration

-- The chain of a genesis is never changed either.

create or replace function refuse_genesis_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.tick = old.tick and new.state = old.state and old.previous_head is null
      and new.chain_hash is not distinct from old.chain_hash then return new; end if;
  end if;
  raise exception 'where the price started is never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;

-- Down Migration
-- Forward only: restore a backup instead.
