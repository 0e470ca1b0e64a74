-- Up Migration

-- The public log: what was published, in one order for everybody. Empty unless LOG_POLICY is set.

create table log_entries (
  index bigint primary key,
  -- The kind of the entry, as its first line says.
  kind text not null,
  body bytea not null,
  -- The hash of the entry in the tree.
  leaf bytea not null check (length(leaf) = 32)
);
create trigger log_entries_append_only before update or delete or truncate on log_entries
  for each statement execute function refuse_change('the log only grows');
-- Finds the newest entry of a kind. Slices will be by far the most entries, and nobody looks for them so.
create index log_entries_by_kind on log_entries (kind, index) where kind <> 'slice';

-- Full tiles: 256 hashes of a level each.
create table log_tiles (
  level smallint not null,
  n bigint not null,
  hashes bytea not null check (length(hashes) = 8192),
  primary key (level, n)
);
create trigger log_tiles_append_only before update or delete or truncate on log_tiles
  for each statement execute function refuse_change('the log only grows');
-- Hashes cannot be compressed, and trying takes time.
alter table log_tiles alter column hashes set storage external;

-- The key is the size, so no two roots of one size can be signed.
create table log_checkpoints (
  size bigint primary key,
  root bytea not null check (length(root) = 32),
  signature bytea not null,
  made_at timestamptz not null
);
create trigger log_checkpoints_append_only before update or delete or truncate on log_checkpoints
  for each statement execute function refuse_change('signed checkpoints are never changed');

-- The keys of all witnesses that ever cosigned, so that a cosignature need not repeat them.
create table log_witnesses (
  id smallint generated always as identity primary key,
  vkey text not null constraint log_witnesses_once unique
);
create trigger log_witnesses_append_only before update or delete or truncate on log_witnesses
  for each statement execute function refuse_change('keys of witnesses are append-only');

-- The first cosignature of a witness under a checkpoint shows whether it was in time. The newest shows that the witness still
-- sees this log: an idle log asks again each minute. Times are in Unix seconds.
create table log_cosignatures (
  size bigint not null references log_checkpoints (size),
  witness smallint not null references log_witnesses (id),
  time bigint not null,
  signature bytea not null,
  newest_time bigint not null,
  newest_signature bytea not null,
  primary key (size, witness)
);
create function refuse_cosignature_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.size = old.size and new.witness = old.witness and new.time = old.time and new.signature = old.signature
      and new.newest_time >= old.newest_time then return new; end if;
  end if;
  raise exception 'the first cosignatures are never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger log_cosignatures_unchanging before update or delete on log_cosignatures
  for each row execute function refuse_cosignature_change();
create trigger log_cosignatures_not_emptied before truncate on log_cosignatures
  for each statement execute function refuse_cosignature_change();

-- Down Migration
-- Forward only: restore a backup instead.
