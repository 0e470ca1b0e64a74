import { winsSql } from "@veritick/server/ledger/public.ts";
import { holderOf } from "./seeded.sql.ts";
import type { Plan } from "./plan.ts";

/**
 * Inserts positions in the order of their opening, evenly over the time of trading. Each is settled at the price of its
 * expiry tick; the newest few are still open. Stakes are from 0.01 to 20.00. All of them name one batch, whose signature is
 * false: to sign ten million promises takes long.
 */
export const insertPositions = (plan: Plan): string => `
with batch as (
  insert into promise_batches (signature, leaves) values (decode(repeat('00', 64), 'hex'), decode(repeat('00', 32), 'hex'))
  returning id
)
insert into trading_positions (
  id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration, multiplier, status,
  created_at, expires_at, entry_tick, expiry_tick, result_price, profit, house_stripe, round, signing_key, promise_batch,
  promise_leaf)
select settled.id, user_id, type, entry_milli * 0.001, barrier_milli * 0.001, win_chance, win_rule, pull, reach, amount, duration,
  multiplier, case when won then 'won' when not won then 'lost' else 'active' end,
  pg_temp.moment(ms), to_timestamp(expiry_tick), entry_tick, expiry_tick, result_milli * 0.001,
  case when won then amount * multiplier when not won then -amount end, 0,
  (entry_tick - beacon.began) / beacon.period + 1, (select min(k.id) from signing_keys k), batch.id, 0
from batch, (
  select (info ->> 'genesisTime')::bigint as began, (info ->> 'period')::bigint as period from beacon_chains
) beacon, (
  select d.*, ${winsSql("result_milli", "barrier_milli")} as won
  from (
    select pg_temp.seeded_id(p.ms, p.n, 20) as id, h.id as user_id, p.ms, p.type, p.amount, p.entry_tick,
      p.entry_tick + 60 * t.duration as expiry_tick, t.duration, t.multiplier, t.win_chance, t.win_rule, t.pull, t.reach,
      e.milli as entry_milli, case p.type when 'buy' then b.buy else b.sell end as barrier_milli, r.milli as result_milli
    from (
      select n, ms, ms / 1000 as entry_tick, ${holderOf("n", plan)} as holder, pg_temp.pick(n, 4, 4)::integer as kind,
        case pg_temp.pick(n, 5, 2) when 0 then 'buy' else 'sell' end as type,
        (1 + pg_temp.pick(n, 6, 2000)) * 0.01 as amount
      from (
        select n, ${plan.tradesFromMs} + n::bigint * ${plan.untilMs - plan.tradesFromMs - 1} / ${plan.positions} as ms
        from generate_series(1, ${plan.positions}) as n
      ) s
    ) p
    join terms t on t.kind = p.kind
    join people h on h.n = p.holder
    join prices e on e.tick = p.entry_tick
    join barriers b on b.kind = p.kind and b.milli = e.milli
    left join prices r on r.tick = p.entry_tick + 60 * t.duration
  ) d
) settled`;

/** Computes the totals that the platform keeps as positions settle, by the platform's own definition. */
export const SETTLED_TOTALS = `
insert into settled_totals (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
  result_expected, result_variance)
select duration, false, 0, positions, won, won_expected, won_variance, stakes, result, result_expected, result_variance
from settled_sums`;
