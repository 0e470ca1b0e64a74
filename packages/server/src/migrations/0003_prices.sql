-- Up Migration

-- The price: where it began, what was promised for each epoch, and how it ended. Seeds are not stored: they follow from the secret.
-- What was promised is never changed.

-- What is public of each beacon that a price was made with, so that its rounds can still be checked under the next price.
create table beacon_chains (
  chain_hash bytea primary key,
  info jsonb not null
);

create table price_geneses (
  tick bigint primary key,
  state bigint not null,
  created_at timestamptz not null,
  -- The last published head of the chain under the genesis before; 32 zeros for the first genesis.
  previous_head bytea not null,
  -- The beacon whose rounds the price is made with.
  chain_hash bytea not null references beacon_chains (chain_hash)
);
create trigger price_geneses_append_only before update or delete or truncate on price_geneses
  for each statement execute function refuse_change('where the price started is never changed');

create table price_epochs (
  genesis_tick bigint not null references price_geneses (tick),
  epoch bigint not null,
  commitment bytea not null,
  -- The state at the beginning of the epoch; null until it is known. That of the first epoch is stored once the head is served: a price
  -- without it has not begun.
  start_state bigint,
  -- The head of the chain of commitments after this one.
  head bytea not null,
  -- The terms under which positions are sold that enter in this epoch.
  terms_hash bytea not null,
  primary key (genesis_tick, epoch)
);

-- A commitment is never changed, nor its place in the chain, its terms and the state its epoch began with, once it is known. None is
-- made with a start that nobody can know yet, and none under a genesis that another one has followed.
create function refuse_commitment_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.start_state is null and not exists (select from price_geneses where tick > new.genesis_tick) then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.genesis_tick = old.genesis_tick and new.epoch = old.epoch and new.commitment = old.commitment
      and new.terms_hash = old.terms_hash and new.head = old.head
      and (old.start_state is null or new.start_state = old.start_state) then return new; end if;
  end if;
  raise exception 'commitments are never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger price_epochs_unchanging before insert or update or delete on price_epochs
  for each row execute function refuse_commitment_change();
create trigger price_epochs_not_emptied before truncate on price_epochs
  for each statement execute function refuse_commitment_change();

create table price_terms (
  hash bytea primary key check (hash = sha256(convert_to(text, 'UTF8'))),
  text text not null
);
create trigger price_terms_append_only before update or delete or truncate on price_terms
  for each statement execute function refuse_change('terms are append-only');

-- The end of a price: why it came, and what became of the positions that were open. The next price begins after `last_tick`; `tick`
-- is the newest tick whose price was known.
create table price_endings (
  genesis_tick bigint primary key references price_geneses (tick),
  reason text not null check (reason in ('beacon', 'secret')),
  tick bigint not null,
  last_tick bigint not null,
  ended_at timestamptz not null,
  positions bigint not null,
  stake numeric not null,
  value numeric not null
);
create trigger price_endings_append_only before update or delete or truncate on price_endings
  for each statement execute function refuse_change('how a price ended is never changed');

-- The rounds of the beacon, each checked before it was stored. `seal` tells the processes of this installation that one of them has
-- checked the signature, because checking a day's rounds again takes minutes.
create table beacon_rounds (
  chain_hash bytea not null,
  round bigint not null,
  signature bytea not null,
  seal bytea not null,
  primary key (chain_hash, round)
);
create trigger beacon_rounds_append_only before update or delete or truncate on beacon_rounds
  for each statement execute function refuse_change('rounds of the beacon are append-only');

-- All public keys with which receipts and statements were ever signed. The private key is not in the database.
create table signing_keys (
  id smallint generated always as identity primary key,
  public_key bytea not null constraint signing_keys_once unique,
  created_at timestamptz not null
);

-- Down Migration
-- Forward only: restore a backup instead.
