-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

-- Keys that people's programs call with. Only a key's hash is stored.

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- The first characters of the key, by which its owner knows it again.
  begins text not null,
  token_hash bytea not null,
  scopes text[] not null,
  -- Addresses and networks; empty for everywhere.
  addresses text[] not null,
  created_at timestamptz not null,
  -- 'infinity' where it does not expire.
  expires_at timestamptz not null,
  last_used_at timestamptz,
  constraint api_keys_token unique (token_hash),
  constraint api_keys_scopes check (cardinality(scopes) > 0)
);
create index api_keys_by_user on api_keys (user_id, id);
create index api_keys_by_expiry on api_keys (expires_at) where expires_at <> 'infinity';

-- Tokens for one live connection of a key, as ws_tokens has them for sessions.
create table key_ws_tokens (
  token_hash bytea primary key,
  key_hash bytea not null references api_keys (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index key_ws_tokens_by_key on key_ws_tokens (key_hash);
create index key_ws_tokens_by_expiry on key_ws_tokens (expires_at);

-- Down Migration
-- Forward only: restore a backup instead.
