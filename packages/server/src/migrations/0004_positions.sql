-- Up Migration

create table trading_positions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('buy', 'sell')),
  entry_price numeric(18,8) not null,
  barrier_price numeric(18,8) not null,
  win_chance double precision not null,
  win_rule text not null,
  -- The shape of the price from the entry to the expiry, from which the chance is computed.
  pull bigint not null,
  reach bigint not null,
  amount numeric(18,8) not null check (amount > 0),
  duration integer not null check (duration in (1, 3, 5, 10)),
  multiplier numeric(5,2) not null,
  status text not null default 'active' check (status in ('active', 'won', 'lost', 'sold', 'refunded')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  entry_tick bigint not null,
  expiry_tick bigint not null,
  result_price numeric(18,8),
  profit numeric(18,8),
  refund_reason text,
  house_stripe smallint not null,
  signing_key smallint not null,
  -- The beacon's round at the end of whose block the position entered.
  round bigint not null,
  -- The tick, the price and the chance to win, in parts of 2^40, at which the position was sold, or closed because its price ended.
  closing_tick bigint,
  closing_price numeric(18,8),
  closing_chance bigint,
  -- The rest of a sale, and what was signed.
  sold_at timestamptz,
  sale_round bigint,
  sale_value numeric(18,8),
  sale_signature bytea,
  sale_key smallint,
  -- The batch in which the promise was signed, and the place of its leaf there, from 0.
  promise_batch bigint not null,
  promise_leaf smallint not null,
  constraint trading_positions_result check (
    (status in ('won', 'lost')) = (result_price is not null) and (status = 'active') = (profit is null)
  ),
  constraint trading_positions_sale check (
    (status = 'sold') = (sold_at is not null and sale_round is not null and sale_value is not null
      and sale_signature is not null and sale_key is not null)
  )
  -- Statements that ask for open positions choose their index by how many there are. By default PostgreSQL would count again after
  -- a tenth of the table has changed, which takes long in a table of ten million rows.
) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);

create index trading_positions_by_user on trading_positions (user_id, id);
create index trading_positions_open_by_user on trading_positions (user_id) where status = 'active';
-- Settlement takes the positions of a tick user by user: it pays each user once, and locks their row for one batch only.
create index trading_positions_due_by_user on trading_positions (expiry_tick, user_id) where status = 'active';

-- The idempotency keys of orders, in a table that costs an order little (decision 57): `key` has the first 128 bits of the SHA-256 of
-- the key, and `request` the first 64 of its request's. Only statements that have locked the user's row insert or delete here, so the
-- table needs no foreign key.
create table order_keys (
  user_id uuid not null,
  key uuid not null,
  position_id uuid not null,
  request bigint not null,
  primary key (user_id, key)
);

-- What signs the promises of positions that were opened together (decision 45): the signature over the root of their tree, and its
-- leaves of 32 bytes one after the other, from which the path of each position is computed.
create table promise_batches (
  id bigint generated always as identity primary key,
  signature bytea not null,
  leaves bytea not null check (octet_length(leaves) > 0 and octet_length(leaves) % 32 = 0)
);
-- Hashes cannot be compressed.
alter table promise_batches alter column leaves set storage external;
create trigger promise_batches_append_only before update or delete or truncate on promise_batches
  for each statement execute function refuse_change('a signed batch is never changed');

-- Positions whose payout the database refused to store. Settlement leaves them out and tries each by itself, so that one of them does
-- not hold up all others. A deleted position is forgotten at the next try, so the id is no foreign key.
create table unsettled_positions (
  position_id uuid primary key,
  set_aside_at timestamptz not null,
  -- The price in thousandths at which the position is to be settled if its price has ended.
  result_milli integer
);

-- How all settled positions came out, kept as they are settled, in parts like `kept_totals`. Positions of deleted users stay in the
-- sums and are counted again under `gone`, so that the difference can be compared with the positions that are there. No sum is
-- rounded.
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
  -- The house's result, what the terms promised it, and the variance of that.
  result numeric not null,
  result_expected numeric not null,
  result_variance numeric not null,
  primary key (duration, gone, part)
) with (fillfactor = 10);

-- The same sums, counted anew. The house gains the stake, and gives stake x (1 + multiplier) with the chance to win. Positions of equal
-- terms are put together first, because there are few different terms.
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

-- How positions came out by the epoch of their expiry. Positions that run at the same time share one price and win or lose together, so
-- the spread of the hours tells how far a frequency may stray from its chance by luck.
create table settled_hours (
  duration integer not null,
  epoch bigint not null,
  part smallint not null,
  positions bigint not null,
  won bigint not null,
  won_expected numeric not null,
  -- The house's result less the one that the terms promised, in USDMS.
  result_excess numeric not null default 0,
  primary key (duration, epoch, part)
) with (fillfactor = 50);

-- Keeps both. An update takes away what the rows were and adds what they are, so the sums stay right whatever it changes. A trigger for
-- a whole statement fires once everything that the statement needs is locked, and locks in the order of the durations: so settling
-- statements cannot block each other for good. Equal chances are put together first: a conversion to a decimal is slow.
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
create trigger trading_positions_settled after update on trading_positions
  referencing old table as were new table as became for each statement execute function keep_settled();

-- Counts deleted positions under `gone`. No settling statement locks those rows.
create function keep_settled_gone() returns trigger language plpgsql as $$
begin
  insert into settled_totals as t (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
    result_expected, result_variance)
  select duration, true, pg_backend_pid() % 64, sum(positions), sum(won), sum(positions * chance),
    sum(positions * chance * (1 - chance)), sum(stakes), sum(result), sum(stakes * (1 - chance * (1 + multiplier))),
    sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance))
  from (
    select duration, multiplier, win_chance::numeric as chance, count(*) as positions,
      count(*) filter (where status = 'won') as won, sum(amount) as stakes, sum(amount * amount) as squares,
      -sum(profit) as result
    from changed where status in ('won', 'lost') group by duration, multiplier, win_chance
  ) alike
  group by duration order by duration
  on conflict (duration, gone, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected, won_variance = t.won_variance + excluded.won_variance,
    stakes = t.stakes + excluded.stakes, result = t.result + excluded.result,
    result_expected = t.result_expected + excluded.result_expected,
    result_variance = t.result_variance + excluded.result_variance;
  return null;
end $$;
create trigger trading_positions_gone after delete on trading_positions
  referencing old table as changed for each statement execute function keep_settled_gone();

-- What sold positions came to by the hour of their sale, kept by the statement that sells, as `settled_totals`.
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

-- Months whose closed positions were written to an archive and taken out of the database (decision 46).
create table archived_months (
  -- The first day of the month.
  month date primary key,
  state text not null check (state in ('removing', 'removed', 'restoring')),
  -- How far a restore has come.
  account text not null,
  positions bigint not null,
  entries bigint not null,
  -- That of the archive's manifest.
  checksum text not null,
  created_at timestamptz not null,
  -- How far a removal has come. It goes in the order of the ledger, because rows that are side by side in the tables go together.
  transaction_id bigint not null default 0
);

-- What a user's archived positions came to, for the summary of a year (decision 46). `part_starts` is the beginning of a part of a
-- month that no month of any time zone cuts: a quarter of an hour near the month's ends, and all between.
create table archived_sums (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  part_starts timestamptz not null,
  -- The archive that holds the positions, by the first day of its month.
  month date not null,
  positions bigint not null,
  stakes numeric(24,8) not null,
  paid numeric(24,8) not null,
  selling_fees numeric(24,8) not null,
  unique (user_id, part_starts, month)
);

-- Down Migration
-- Forward only: restore a backup instead.
