-- Up Migration

-- Writers wait: trading_positions: until all there are have been read once, about ten seconds for ten million. They time
-- out after thirty, and what falls due meanwhile is settled late with the same prices.

-- The function of 0023, which now keeps `result_excess` too. The house gains the stake, and gives stake x (1 + multiplier)
-- with the chance to win.
create or replace function keep_settled_hours() returns trigger language plpgsql as $$
begin
  insert into settled_hours as t (duration, epoch, part, positions, won, won_expected, result_excess)
  select duration, epoch, pg_backend_pid() % 8, s.sign * sum(positions), s.sign * sum(won),
    s.sign * sum(positions * chance), s.sign * sum(result - stakes * (1 - chance * (1 + multiplier)))
  from (
    select duration, epoch, multiplier, win_chance::numeric as chance, positions, won, stakes, result
    from (
      select duration, expiry_tick / 3600 as epoch, multiplier, win_chance, count(*) as positions,
        count(*) filter (where status = 'won') as won, sum(amount) as stakes, -sum(profit) as result
      from changed where status in ('won', 'lost') group by duration, expiry_tick / 3600, multiplier, win_chance
    ) raw
  ) alike cross join (select tg_argv[0]::integer as sign) s
  group by duration, epoch, s.sign order by duration, epoch
  on conflict (duration, epoch, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected, result_excess = t.result_excess + excluded.result_excess;
  return null;
end $$;

-- As it was. It keeps writers out until what there is has been counted, so that no position is counted twice or never.
create or replace trigger trading_positions_settled_hours after update on trading_positions
  referencing new table as changed for each statement execute function keep_settled_hours(1);

insert into settled_hours as t (duration, epoch, part, positions, won, won_expected, result_excess)
  select duration, epoch, 0, 0, 0, 0, sum(result - stakes * (1 - win_chance::numeric * (1 + multiplier)))
  from (
    select duration, expiry_tick / 3600 as epoch, multiplier, win_chance, sum(amount) as stakes, -sum(profit) as result
    from trading_positions where status in ('won', 'lost') group by duration, expiry_tick / 3600, multiplier, win_chance
  ) alike
  group by duration, epoch
on conflict (duration, epoch, part) do update set result_excess = excluded.result_excess;

-- Down Migration
-- Forward only: restore a backup instead.
