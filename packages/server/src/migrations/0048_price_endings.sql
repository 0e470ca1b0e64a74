-- Up Migration

-- The end of a price: why it came, and what became of the positions that were open. The next price begins after `last_tick`.
-- `tick` is the newest tick whose price was known.

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

create function refuse_ending_change() returns trigger language plpgsql as $$
begin
  raise exception 'how a price ended is never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger price_endings_append_only before update or delete or truncate on price_endings
  for each statement execute function refuse_ending_change();

-- What is public of each beacon that a price was made with, so that its rounds can still be checked under the next one.

create table beacon_chains (
  chain_hash bytea primary key,
  info jsonb not null
);

-- Down Migration
-- Forward only: restore a backup instead.
