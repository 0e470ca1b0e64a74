-- Up Migration

-- Writers wait: price_epochs: for a moment, nothing is read, and a process writes there once an hour.

-- A commitment is a promise. Once made it stays as it is, and so do its place in the chain and the state its epoch began
-- with, once they are known; none is promised with a start that nobody can know yet. Nothing is promised any more under a genesis that another one has followed: the newer chain
-- is chained to the last head of the older.

create function refuse_commitment_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.start_state is null and not exists (select from price_geneses where tick > new.genesis_tick) then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.genesis_tick = old.genesis_tick and new.epoch = old.epoch and new.commitment = old.commitment
      and (old.head is null or old.head is not distinct from new.head)
      and (old.start_state is null or old.start_state is not distinct from new.start_state) then return new; end if;
  end if;
  raise exception 'commitments are never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;

create trigger price_epochs_unchanging before insert or update or delete on price_epochs
  for each row execute function refuse_commitment_change();
create trigger price_epochs_not_emptied before truncate on price_epochs
  for each statement execute function refuse_commitment_change();

-- Down Migration
-- Forward only: restore a backup instead.
