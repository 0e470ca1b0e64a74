-- Up Migration
-- No transaction: writers go on while the index is made.

-- The index of parts of e-mails knows nothing shorter than three letters. This one knows each letter and each pair, so that
-- few or none who have it are found without reading everybody. Balances are no part of it: what changes them leaves it alone.

create or replace function short_pieces(of_text text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  pieces text[] := string_to_array(of_text, null);
begin
  for at in 1 .. length(of_text) - 1 loop
    pieces := pieces || (pieces[at] || pieces[at + 1]);
  end loop;
  return pieces;
end $$;

drop index concurrently if exists users_by_short_piece;
create index concurrently users_by_short_piece on users using gin (short_pieces(email)) with (gin_pending_list_limit = 256);
-- All of it: how often a piece occurs is known of no column, and decides between the index and a walk through the newest.
analyze users;

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
