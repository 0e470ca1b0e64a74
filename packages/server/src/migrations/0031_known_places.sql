-- Up Migration

-- From where people have signed in. Wrong passwords from there have a counter of their own, so that a stranger's cannot
-- lock the owner out.

create table known_places (
  user_id uuid not null references users (id) on delete cascade,
  -- `device/` with the hash of a device's token, or `address/` with an address.
  place text not null,
  last_used_at timestamptz not null,
  primary key (user_id, place)
);
create index known_places_by_use on known_places (last_used_at);

-- Down Migration
-- Forward only: restore a backup instead.
