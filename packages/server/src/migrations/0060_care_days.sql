-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

-- Signs that somebody's trading may harm them, by day of their time zone: how often they raised a stake after a loss, how many
-- positions they opened at night, and the largest share of a limit that they had used. Days without any have no row.

create table care_days (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  chases integer not null default 0,
  night_positions integer not null default 0,
  share double precision,
  share_kind text,
  shared_at timestamptz,
  seen_at timestamptz not null,
  primary key (user_id, day)
);

create index care_days_by_day on care_days (day);

-- Down Migration
-- Forward only: restore a backup instead.
