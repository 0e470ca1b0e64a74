-- Up Migration

-- People, how they prove who they are, and what calls on their behalf. Passwords, codes and tokens are stored as hashes only.

-- Invitations to register, while registration is by invitation. Their codes are stored as hashes only.
create table invitations (
  id uuid primary key,
  code_hash bytea not null constraint invitations_by_code unique,
  -- What it is for, in the words of the administrator who made it.
  label text not null,
  most_uses integer not null,
  -- Also counts the people whose accounts are gone.
  uses integer not null default 0 constraint invitations_used_up check (uses between 0 and most_uses),
  -- The account may be gone.
  created_by uuid not null,
  created_at timestamptz not null,
  -- Null if it does not expire.
  expires_at timestamptz,
  revoked_at timestamptz
);

create table users (
  id uuid primary key,
  email text not null constraint users_email_taken unique,
  -- Null until the owner has shown that mail to the address reaches them.
  email_confirmed_at timestamptz,
  password text not null,
  -- In USDMS: the sum of the user's ledger entries.
  balance numeric(18,8) not null default 0 constraint users_balance_not_negative check (balance >= 0),
  -- The right to do everything. Lesser roles are in `staff_role`.
  is_admin boolean not null default false,
  withdrawal_code varchar(72),
  created_at timestamptz not null,
  withdrawals_held_until timestamptz,
  -- Set while administrators keep the user from trading or withdrawing.
  trading_locked_at timestamptz,
  withdrawals_locked_at timestamptz,
  -- Counts the changes of the user's limits, as `user_limits` does. Each opening locks this row, and so notices that limits it
  -- read before have changed.
  limits_set integer not null default 0,
  staff_role text,
  -- When the user's rights last changed, in the order of `rights_order`.
  rights_order bigint,
  -- The language of the last visit, for mails that nobody asks for at that moment.
  language text,
  -- The version of the operator's terms that the user accepted last, and when.
  terms_version text,
  terms_accepted_at timestamptz,
  -- The person's own words in each mail to them.
  mail_phrase text,
  -- True if withdrawals may go to saved addresses only.
  saved_addresses_only boolean not null default false,
  -- With which one they registered.
  invitation_id uuid references invitations (id)
  -- Balances change all the time. Free space keeps the new version of a row on its page, without a change of the indexes.
) with (fillfactor = 70);

create index users_administrators on users (id) where is_admin;
create index users_by_invitation on users (invitation_id, id) where invitation_id is not null;
create index users_staff on users (id) where staff_role is not null;

-- Administrators search users by any part of the e-mail. The administrator of an external database may have made the extension
-- in another schema.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'the extension pg_trgm of PostgreSQL, which the search for users needs, could not be made: %', sqlerrm
    using hint = 'Have an administrator of the database run: create extension pg_trgm;';
end $$;

-- New entries wait in a list, and the insert that fills it works it off. A short list keeps that insert from waiting long.
do $$
declare
  home text;
begin
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm';
  execute format(
    'create index users_by_part_of_email on users using gin (email %I.gin_trgm_ops) with (gin_pending_list_limit = 256)',
    home);
end $$;

-- That index serves searches of three letters or more. This one knows each letter and each pair of letters.
create function short_pieces(of_text text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  pieces text[] := string_to_array(of_text, null);
begin
  for at in 1 .. length(of_text) - 1 loop
    pieces := pieces || (pieces[at] || pieces[at + 1]);
  end loop;
  return pieces;
end $$;
create index users_by_short_piece on users using gin (short_pieces(email)) with (gin_pending_list_limit = 256);

-- The planner chooses between these indexes and a walk through the newest users by how many it expects to find.
alter table users alter column email set statistics 1000;

-- Counts changes of rights, and proposals of such changes, in one order.
create sequence rights_order;

-- An administrator whose rights changed agrees to no proposal from before the change, however the change was made.
create function order_rights() returns trigger language plpgsql as $$
begin
  new.rights_order := nextval('rights_order');
  return new;
end $$;
create trigger users_rights_changed before update of is_admin, staff_role on users for each row
  when (old.is_admin is distinct from new.is_admin or old.staff_role is distinct from new.staff_role)
  execute function order_rights();
create trigger users_rights_given before insert on users for each row
  when (new.is_admin or new.staff_role is not null)
  execute function order_rights();

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text,
  address text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Names the session to its owner. The token's hash never leaves the server.
  id uuid not null,
  last_seen_at timestamptz not null,
  -- The newest security event that this session has acknowledged.
  events_seen bigint not null default 0,
  -- When the user last confirmed their identity after the sign-in.
  proved_at timestamptz,
  -- A renewed token leaves its old row behind for some seconds, for calls under way. It names the session that replaced it.
  replaced_by uuid
);
create unique index sessions_by_id on sessions (id);
create index sessions_by_user on sessions (user_id);
-- Expired rows are found by their time and deleted, here and in the tables below.
create index sessions_by_expiry on sessions (expires_at);

-- Tokens of single use that open a live connection on behalf of a session.
create table ws_tokens (
  token_hash bytea primary key,
  session_hash bytea not null references sessions (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index ws_tokens_by_session on ws_tokens (session_hash);
create index ws_tokens_by_expiry on ws_tokens (expires_at);

-- Where people have signed in from. Wrong passwords from there have a counter of their own, so that a stranger cannot lock the
-- owner out.
create table known_places (
  user_id uuid not null references users (id) on delete cascade,
  -- `device/` with the hash of a device's token, or `address/` with an address.
  place text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (user_id, place)
);
create index known_places_by_use on known_places (last_used_at);

-- Accounts that their owners asked to close, if the proof was not enough to give up a balance at once.
create table scheduled_closings (
  user_id uuid primary key references users (id) on delete cascade,
  -- The whole balance, which the owner gives up.
  waived numeric(18,8) not null,
  -- True if the owner says that they sent nothing for the deposits that are still expected.
  nothing_sent boolean not null,
  -- Of the token in the mailed link that stops the closing.
  token_hash bytea not null constraint scheduled_closings_by_token unique,
  session_id uuid not null,
  address text not null,
  created_at timestamptz not null,
  due_at timestamptz not null
);
create index scheduled_closings_by_due on scheduled_closings (due_at);

-- The second step: an authenticator app, or passkeys.

create table two_step (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed with a key that is outside the database.
  secret bytea not null,
  -- Null until the first code has proved that the user's app has the secret.
  enabled_at timestamptz,
  -- The newest 30-second step whose code was accepted. No code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references two_step (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Public keys. The private keys never leave the user's devices.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id bytea not null constraint passkeys_credential_taken unique,
  public_key bytea not null,
  -- As the device counts its uses; 0 if it does not.
  uses bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, id);

-- Challenges that were answered, because each works once.
create table used_passkey_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);

-- Links that were mailed about an account's address.
create table email_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- `confirm` the account's address, `change` it to the address of the link, `undo` a change and return to that address, or
  -- `undone`: a used `undo`, which stops further changes until it expires.
  kind text not null constraint email_links_kind check (kind in ('confirm', 'change', 'undo', 'undone')),
  -- Where the link was sent.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_links_by_user on email_links (user_id);
create index email_links_by_expiry on email_links (expires_at);
-- An address to which its former owner may return is taken.
create index email_links_reserving on email_links (email) where kind = 'undo';

-- Counters that hold on every process and across restarts.
create table attempt_counters (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index attempt_counters_by_end on attempt_counters (window_ends_at);

-- Secrets that are short enough to be guessed: a few wrong ones lock them, each time for twice as long.
create table lockouts (
  key text primary key,
  failures integer not null,
  locks integer not null,
  locked_until timestamptz
);

-- What happened to an account, for its owner to see.
create table security_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- The session that did it, if one did.
  session_id uuid,
  address text,
  user_agent text,
  created_at timestamptz not null,
  seen_at timestamptz,
  -- Drawn while the user's row is locked, so the numbers of an account ascend in the order of the commits.
  number bigint generated always as identity
);
create index security_events_by_user on security_events (user_id, id);

-- Keys that people's programs call with.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- The first characters of the key, by which its owner recognises it.
  begins text not null,
  token_hash bytea not null constraint api_keys_token unique,
  scopes text[] not null constraint api_keys_scopes check (cardinality(scopes) > 0),
  -- Addresses and networks; empty if the key works from everywhere.
  addresses text[] not null,
  created_at timestamptz not null,
  -- 'infinity' if it does not expire.
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_by_user on api_keys (user_id, id);
create index api_keys_by_expiry on api_keys (expires_at) where expires_at <> 'infinity';

-- As `ws_tokens`, on behalf of a key.
create table key_ws_tokens (
  token_hash bytea primary key,
  key_hash bytea not null references api_keys (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index key_ws_tokens_by_key on key_ws_tokens (key_hash);
create index key_ws_tokens_by_expiry on key_ws_tokens (expires_at);

-- Down Migration
-- Forward only: restore a backup instead.
