-- Up Migration

-- What signs the promises of positions that were opened together, once for all of them (decision 56): the signature over the root
-- of their tree, and its leaves of 32 bytes one after the other, from which each position's path is computed.

create table promise_batches (
  id bigint generated always as identity primary key,
  signature bytea not null,
  leaves bytea not null check (octet_length(leaves) > 0 and octet_length(leaves) % 32 = 0)
);

-- Hashes cannot be compressed.
alter table promise_batches alter column leaves set storage external;

create function refuse_batch_change() returns trigger language plpgsql as $$
begin
  raise exception 'a signed batch is never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger promise_batches_append_only before update or delete or truncate on promise_batches
  for each statement execute function refuse_batch_change();

-- Down Migration
-- Forward only: restore a backup instead.
