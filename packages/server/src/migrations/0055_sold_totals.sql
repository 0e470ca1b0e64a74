-- Up Migration

-- Writers wait: trading_positions: for a moment, nothing is read.

-- What sold positions came to by the hour of their sale, kept by the statement that sells, in parts like `settled_totals` (0009).
-- Those of deleted users stay in the sums and stand once more under `gone`.

create table sold_totals (
  duration integer not null,
  gone boolean not null,
  epoch bigint not null,
  part smallint not null,
  positions bigint not null,
  -- The sum of the chances they were opened with, and of those they were sold at, in parts of 2^40.
  expected numeric not null,
  chance numeric not null,
  stakes numeric not null,
  value numeric not null,
  proceeds numeric not null,
  primary key (duration, gone, epoch, part)
) with (fillfactor = 10);

-- The same sums, counted anew.
create view sold_sums as
  select duration, count(*)::bigint as positions, sum(win_chance::numeric) as expected, sum(closing_chance)::numeric as chance,
    sum(amount) as stakes, sum(sale_value) as value, sum(amount + profit) as proceeds
  from trading_positions where status = 'sold' group by duration;

create function keep_sold_gone() returns trigger language plpgsql as $$
begin
  insert into sold_totals as t (duration, gone, epoch, part, positions, expected, chance, stakes, value, proceeds)
  select duration, true, closing_tick / 3600, pg_backend_pid() % 8, count(*), sum(win_chance::numeric), sum(closing_chance), sum(amount),
    sum(sale_value), sum(amount + profit)
  from changed where status = 'sold' group by duration, closing_tick / 3600 order by 1, 3
  on conflict (duration, gone, epoch, part) do update set
    positions = t.positions + excluded.positions, expected = t.expected + excluded.expected,
    chance = t.chance + excluded.chance, stakes = t.stakes + excluded.stakes, value = t.value + excluded.value,
    proceeds = t.proceeds + excluded.proceeds;
  return null;
end $$;

create trigger trading_positions_sold_gone after delete on trading_positions
  referencing old table as changed for each statement execute function keep_sold_gone();

-- Down Migration
-- Forward only: restore a backup instead.
