-- Up Migration

-- Writers wait: users: until the index is made, less than a minute for a million of them. It is a migration of its own, so
-- that nothing else they need is held meanwhile.

-- The index of parts of e-mails knows nothing shorter than three letters. This one knows each letter and each pair, so that
-- few or none who have it are found without reading everybody. Balances are no part of it: what changes them leaves it alone.

create function short_pieces(of_text text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(of_text, start, length))
  from generate_series(1, length(of_text)) as start, generate_series(1, 2) as length
$$;

create index users_by_short_piece on users using gin (short_pieces(email)) with (gin_pending_list_limit = 256);
analyze users (email);

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
