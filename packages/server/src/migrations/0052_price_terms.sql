-- Up Migration

-- The texts of terms by their SHA-256. They are part of what was promised, and never change.

create table price_terms (
  hash bytea primary key check (hash = sha256(convert_to(text, 'UTF8'))),
  text text not null
);

create function refuse_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'terms are append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger price_terms_append_only before update or delete or truncate on price_terms
  for each statement execute function refuse_terms_change();

create or replace function refuse_commitment_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.start_state is null and not exists (select from price_geneses where tick > new.genesis_tick) then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.genesis_tick = old.genesis_tick and new.epoch = old.epoch and new.commitment = old.commitment
      and new.terms_hash is not distinct from old.terms_hash
      and (old.head is null or old.head is not distinct from new.head)
      and (old.start_state is null or old.start_state is not distinct from new.start_state) then return new; end if;
  end if;
  raise exception 'commitments are never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;

-- Down Migration
-- Forward only: restore a backup instead.
