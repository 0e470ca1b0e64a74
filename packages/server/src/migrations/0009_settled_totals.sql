-- Up Migration

-- Writers wait: trading_positions: until all there are have been read once, about ten seconds for ten million. They time
-- out after thirty, and what falls due meanwhile is settled late with the same prices. It is a migration of its own, so
-- that nothing else they need is held meanwhile, and nobody who has it waits for this one.

-- How all settled positions came out, kept as they are settled, in parts like `kept_totals` so that nobody waits for one
-- row. What a deleted user's positions came to stays in the sums and stands once more under `gone`, so that the rest can
-- be compared with the positions that are there. No sum is rounded: chances and variances have many decimals.

create table settled_totals (
  duration integer not null,
  gone boolean not null,
  part smallint not null,
  positions bigint not null,
  won bigint not null,
  -- The sum of their chances, and of chance x (1 - chance).
  won_expected numeric not null,
  won_variance numeric not null,
  stakes numeric not null,
  -- The house's result, what their terms promised it, and the variance of that.
  result numeric not null,
  result_expected numeric not null,
  result_variance numeric not null,
  primary key (duration, gone, part)
) with (fillfactor = 10);

-- The same sums, counted anew. The house gains the stake, and gives stake x (1 + multiplier) with the chance to win. Those
-- of equal terms are put together first: there are few, and the rest of the arithmetic is done once for each.
create view settled_sums as
  select duration, sum(positions)::bigint as positions, sum(won)::bigint as won, sum(positions * chance) as won_expected,
    sum(positions * chance * (1 - chance)) as won_variance, sum(stakes) as stakes, sum(result) as result,
    sum(stakes * (1 - chance * (1 + multiplier))) as result_expected,
    sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance)) as result_variance
  from (
    select duration, multiplier, win_chance::numeric as chance, count(*) as positions,
      count(*) filter (where status = 'won') as won, sum(amount) as stakes, sum(amount * amount) as squares,
      -sum(profit) as result
    from trading_positions where status in ('won', 'lost')
    group by duration, multiplier, win_chance
  ) alike
  group by duration;

-- Adds (second argument 1) or takes away (-1) what the rows in `changed` came to, to the sums or (first argument true) to
-- those that are gone. An update takes away what the rows were and adds what they are: whatever it changes, the sums stay
-- right. It fires at the end of a statement, when all that the statement needs is locked, and locks in the order of the
-- durations: settling statements, which are transactions of their own, cannot block each other for good. A deletion goes
-- on to lock stripes, but what it locks here stands under `gone`, where no settling statement comes.
create function keep_settled_totals() returns trigger language plpgsql as $$
begin
  insert into settled_totals as t (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
    result_expected, result_variance)
  select duration, tg_argv[0]::boolean, pg_backend_pid() % 64, s.sign * sum(positions), s.sign * sum(won),
    s.sign * sum(positions * chance), s.sign * sum(positions * chance * (1 - chance)), s.sign * sum(stakes),
    s.sign * sum(result), s.sign * sum(stakes * (1 - chance * (1 + multiplier))),
    s.sign * sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance))
  from (
    select duration, multiplier, win_chance::numeric as chance, count(*) as positions,
      count(*) filter (where status = 'won') as won, sum(amount) as stakes, sum(amount * amount) as squares,
      -sum(profit) as result
    from changed where status in ('won', 'lost')
    group by duration, multiplier, win_chance
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

create trigger trading_positions_settled after update on trading_positions
  referencing new table as changed for each statement execute function keep_settled_totals(false, 1);
create trigger trading_positions_unsettled after update on trading_positions
  referencing old table as changed for each statement execute function keep_settled_totals(false, '-1');
create trigger trading_positions_gone after delete on trading_positions
  referencing old table as changed for each statement execute function keep_settled_totals(true, 1);

insert into settled_totals select duration, false, 0, positions, won, won_expected, won_variance, stakes, result,
  result_expected, result_variance from settled_sums;

-- Down Migration
-- Forward only: restore a backup instead.
