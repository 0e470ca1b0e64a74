-- Up Migration

-- Writers wait: trading_positions: until all there are have been read once, about ten seconds for ten million. They time
-- out after thirty, and what falls due meanwhile is settled late with the same prices.

-- How positions came out, by the epoch of their expiry, kept as they are settled in parts, so that nobody waits for one
-- row. Those that run at the same time share one price and win or lose together: how far a frequency may stray from its
-- chance by luck is told by how far its hours strayed. What deleted users' positions came to stays.

create table settled_hours (
  duration integer not null,
  epoch bigint not null,
  part smallint not null,
  positions bigint not null,
  won bigint not null,
  -- The sum of their chances.
  won_expected numeric not null,
  primary key (duration, epoch, part)
) with (fillfactor = 50);

-- As in 0009, an update takes away what the rows were and adds what they are.
create function keep_settled_hours() returns trigger language plpgsql as $$
begin
  insert into settled_hours as t (duration, epoch, part, positions, won, won_expected)
  select duration, expiry_tick / 3600, pg_backend_pid() % 8, s.sign * count(*),
    s.sign * count(*) filter (where status = 'won'), s.sign * sum(win_chance::numeric)
  from changed cross join (select tg_argv[0]::integer as sign) s
  where status in ('won', 'lost')
  group by duration, expiry_tick / 3600, s.sign order by duration, expiry_tick / 3600
  on conflict (duration, epoch, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected;
  return null;
end $$;

create trigger trading_positions_settled_hours after update on trading_positions
  referencing new table as changed for each statement execute function keep_settled_hours(1);
create trigger trading_positions_unsettled_hours after update on trading_positions
  referencing old table as changed for each statement execute function keep_settled_hours('-1');

insert into settled_hours
  select duration, expiry_tick / 3600, 0, count(*), count(*) filter (where status = 'won'), sum(win_chance::numeric)
  from trading_positions where status in ('won', 'lost')
  group by duration, expiry_tick / 3600;

-- Down Migration
-- Forward only: restore a backup instead.
