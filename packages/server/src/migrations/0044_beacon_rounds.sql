-- Up Migration

-- The rounds of the public beacon that prices are made with, each checked before it was stored. Other chains have rounds of
-- the same numbers. `seal` tells the processes of this installation that one of them has checked the signature: to check a
-- day's rounds again takes minutes.

create table beacon_rounds (
  chain_hash bytea not null,
  round bigint not null,
  signature bytea not null,
  seal bytea not null,
  primary key (chain_hash, round)
);

create function refuse_round_change() returns trigger language plpgsql as $$
begin
  raise exception 'rounds of the beacon are append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger beacon_rounds_append_only before update or delete or truncate on beacon_rounds
  for each statement execute function refuse_round_change();

-- Down Migration
-- Forward only: restore a backup instead.
