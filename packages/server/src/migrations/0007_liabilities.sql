-- Up Migration

-- What the platform stated that it owes to all users together: signed, chained, and never changed.
create table liability_statements (
  number integer primary key,
  taken_at timestamptz not null,
  statement text not null,
  signature bytea not null,
  created_at timestamptz not null
);
create trigger liability_statements_append_only before update or delete or truncate on liability_statements
  for each statement execute function refuse_change('statements of liabilities are append-only');

-- What the server needs to show a user their leaf, for the newest statements only. The salts of all leaves follow from `salt_key`, which
-- never leaves the server. Leaves are in the order of their salts, which tells nothing of whose they are. References are checked at
-- the end of the transaction, because the statement is written last, once its tree is built.
create table liability_trees (
  number integer primary key references liability_statements (number) deferrable initially deferred,
  salt_key bytea not null
);

-- 256 leaves each. Each leaf has the user's id (16 bytes), the balance in units of 1e-8 (8) and the hash (32).
create table liability_chunks (
  number integer not null references liability_trees (number) on delete cascade deferrable initially deferred,
  chunk integer not null,
  first_salt bytea not null,
  leaves bytea not null,
  root_hash bytea not null,
  root_sum numeric(28,8) not null,
  primary key (number, chunk)
);
-- Hashes cannot be compressed, and trying takes time.
alter table liability_chunks alter column leaves set storage external;

-- Down Migration
-- Forward only: restore a backup instead.
