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

-- As in 0009, an update takes away what the rows were and adds what they are. A chance becomes a decimal once for all that
-- have the same: a hundred thousand times would take a tenth of a second.
create function keep_settled_hours() returns trigger language plpgsql as $$
begin
  insert into settled_hours as t (duration, epoch, part, positions, won, won_expected)
  select duration, epoch, pg_backend_pid() % 8, s.sign * sum(positions), s.sign * sum(won),
    s.sign * sum(positions * win_chance::numeric)
  from (
    select duration, expiry_tick / 3600 as epoch, win_chance, count(*) as positions,
      count(*) filter (where status = 'won') as won
    from changed where status in ('won', 'lost') group by duration, expiry_tick / 3600, win_chance
  ) alike cross join (select tg_argv[0]::integer as sign) s
  group by duration, epoch, s.sign order by duration, epoch
  on conflict (duration, epoch, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected;
  return null;
end $$;

-- The same for the sums of 0009, which are kept by the same statement.
create or replace function keep_settled_totals() returns trigger language plpgsql as $$
begin
  insert into settled_totals as t (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
    result_expected, result_variance)
  select duration, tg_argv[0]::boolean, pg_backend_pid() % 64, s.sign * sum(positions), s.sign * sum(won),
    s.sign * sum(positions * chance), s.sign * sum(positions * chance * (1 - chance)), s.sign * sum(stakes),
    s.sign * sum(result), s.sign * sum(stakes * (1 - chance * (1 + multiplier))),
    s.sign * sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance))
  from (
    select duration, multiplier, win_chance::numeric as chance, positions, won, stakes, squares, result
    from (
      select duration, multiplier, win_chance, count(*) as positions, count(*) filter (where status = 'won') as won,
        sum(amount) as stakes, sum(amount * amount) as squares, -sum(profit) as result
      from changed where status in ('won', 'lost')
      group by duration, multiplier, win_chance
    ) raw
  ) alike cross join (select tg_argv[1]::integer as sign) s
  group by duration, s.sign order by duration
  on conflict (duration, gone, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected, won_variance = t.won_variance + excluded.won_variance,
    stakes = t.stakes + excluded.stakes, result = t.result + excluded.result,
    result_expected = t.result_expected + excluded.result_expected,
    result_variance = t.result_variance + excluded.result_variance;
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
