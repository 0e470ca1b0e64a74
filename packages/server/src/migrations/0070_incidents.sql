-- Up Migration

-- When a part of the platform did not work, for the public page about it. One row at a time is open for each part.

create table incidents (
  id uuid primary key,
  part text not null,
  reason text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint incidents_in_order check (ended_at >= began_at)
);
create unique index incidents_open on incidents (part) where ended_at is null;
create index incidents_by_time on incidents (began_at);

-- Down Migration
-- Forward only: restore a backup instead.
