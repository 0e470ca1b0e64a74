-- Up Migration

-- Positions whose payout the database refused to store. Settlement leaves them out and tries each apart, so that one of them
-- does not hold up all others. The id refers to no row: a deleted position is forgotten at the next try.

create table unsettled_positions (
  position_id uuid primary key,
  set_aside_at timestamptz not null
);

-- Down Migration
-- Forward only: restore a backup instead.
