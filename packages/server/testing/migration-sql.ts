import { readFileSync } from "node:fs";

/** Returns the statements of one migration, to run on a database that lacks only this migration. */
export function upSql(migration: string): string {
  const file = new URL(`../src/migrations/${migration}.sql`, import.meta.url);
  return readFileSync(file, "utf8").split(/^-- Down Migration/m)[0]!;
}

/** SQL for five one-minute positions from before a migration, each of 10 at a chance of a quarter. */
export const OLD_POSITIONS = `
  insert into users (id, email, password, created_at)
    values ('0199a3f0-0000-7000-8000-000000000001', 'old@example.com', '', now());
  insert into trading_positions (id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach,
    amount, duration, multiplier, status, created_at, expires_at, entry_tick, expiry_tick, result_price, profit,
    house_stripe)
  select gen_random_uuid(), '0199a3f0-0000-7000-8000-000000000001', 'buy', 150, 151, 0.25, 'barrier', 1, 1, 10, 1, 2.5,
    status, now(), now(), tick - 60, tick, case when status in ('won', 'lost') then 150 end, profit, 0
  from (values ('won', 25, 3599), ('lost', -10, 3600), ('lost', -10, 7199), ('refunded', 0, 3600),
    ('active', null, 3600)) as p (status, profit, tick)`;
