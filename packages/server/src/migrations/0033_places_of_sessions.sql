-- Up Migration

-- Whoever is signed in already is known by the address they signed in from.

insert into known_places (user_id, place, last_used_at)
  select user_id, 'address/' || address, max(last_seen_at) from sessions where address is not null group by 1, 2
  on conflict do nothing;

-- Down Migration
-- Forward only: restore a backup instead.
