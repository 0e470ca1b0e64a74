-- Up Migration

-- Writers wait: trading_positions: for a moment, nothing is read.

-- What 0009 and 0023 keep is counted once, by one trigger instead of four, because counting is a tenth of a settlement's time. An
-- update takes away what the rows were and adds what they are.

create function keep_settled() returns trigger language plpgsql as $$
begin
  with alike as materialized (
    select duration, epoch, multiplier, win_chance::numeric as chance, positions, won, stakes, squares, result
    from (
      select duration, expiry_tick / 3600 as epoch, multiplier, win_chance, count(*) as positions,
        count(*) filter (where status = 'won') as won, sum(amount) as stakes, sum(amount * amount) as squares,
        -sum(profit) as result
      from became where status in ('won', 'lost') group by duration, expiry_tick / 3600, multiplier, win_chance
      union all
      select duration, expiry_tick / 3600, multiplier, win_chance, -count(*), -count(*) filter (where status = 'won'),
        -sum(amount), -sum(amount * amount), sum(profit)
      from were where status in ('won', 'lost') group by duration, expiry_tick / 3600, multiplier, win_chance
    ) counted
  ),
  totals as (
    insert into settled_totals as t (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
      result_expected, result_variance)
    select duration, false, pg_backend_pid() % 64, sum(positions), sum(won), sum(positions * chance),
      sum(positions * chance * (1 - chance)), sum(stakes), sum(result), sum(stakes * (1 - chance * (1 + multiplier))),
      sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance))
    from alike group by duration order by duration
    on conflict (duration, gone, part) do update set
      positions = t.positions + excluded.positions, won = t.won + excluded.won,
      won_expected = t.won_expected + excluded.won_expected, won_variance = t.won_variance + excluded.won_variance,
      stakes = t.stakes + excluded.stakes, result = t.result + excluded.result,
      result_expected = t.result_expected + excluded.result_expected,
      result_variance = t.result_variance + excluded.result_variance
  )
  insert into settled_hours as t (duration, epoch, part, positions, won, won_expected, result_excess)
  select duration, epoch, pg_backend_pid() % 8, sum(positions), sum(won), sum(positions * chance),
    sum(result - stakes * (1 - chance * (1 + multiplier)))
  from alike group by duration, epoch order by duration, epoch
  on conflict (duration, epoch, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected, result_excess = t.result_excess + excluded.result_excess;
  return null;
end $$;

drop trigger trading_positions_settled on trading_positions;
drop trigger trading_positions_settled_hours on trading_positions;
drop trigger trading_positions_unsettled on trading_positions;
drop trigger trading_positions_unsettled_hours on trading_positions;
create trigger trading_positions_settled after update on trading_positions
  referencing old table as were new table as became for each statement execute function keep_settled();
drop function keep_settled_hours;

-- Down Migration
-- Forward only: restore a backup instead.
