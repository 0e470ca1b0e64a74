-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

-- Public keys that people sign in, confirm and withdraw with. The private keys never leave their devices.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- As the device counts its uses; 0 where it does not.
  uses bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_credential_taken unique (credential_id)
);
create index passkeys_by_user on passkeys (user_id, id);

-- Challenges that were answered: each works once.
create table used_passkey_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at);

-- Down Migration
-- Forward only: restore a backup instead.
