import type { Database } from "@veritick/server/platform/db/database.ts";
import { userId } from "../support/seed.ts";

/** The percentage of positions that win, as with one-minute positions. */
const WINS_IN_HUNDRED = 27;

/** SQL for the id of the user who holds position `n`. */
const holder = (users: number | readonly string[]): string =>
  typeof users === "number"
    ? userId(`((n - 1) % ${users} + 1)`)
    : `('{${users.join(",")}}'::uuid[])[(n - 1) % ${users.length} + 1]`;

/**
 * Opens positions that all expire at `tick`, for the given number of seeded users or for the given ids, in turn. They are
 * booked as usual. A barrier far below the price wins; one far above it loses.
 */
export async function seedPositions(
  database: Database,
  { count, users, tick }: { count: number; users: number | readonly string[]; tick: number },
): Promise<void> {
  await database.query(
    `create temporary table dealt as
     select n, uuidv7() as id, ${holder(users)} as user_id, 1::numeric as stake, kind.duration, kind.multiplier
     from generate_series(1, $1::integer) as n
     join (values (0, 1, 2.50), (1, 3, 6.00), (2, 5, 10.00), (3, 10, 20.00)) as kind (k, duration, multiplier)
       on kind.k = n % 4`,
    [count],
  );
  // Without statistics, PostgreSQL would read all users to find those few.
  await database.query("analyze dealt");
  await database.query(
    `insert into trading_positions (
       id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration, multiplier,
       created_at, expires_at, entry_tick, expiry_tick, house_stripe, round, signing_key, promise_batch, promise_leaf)
     select id, user_id, 'buy', 152.79, case when n % 100 < ${WINS_IN_HUNDRED} then 100 else 200 end, 0.2714, 'barrier',
       1, 1, stake, duration, multiplier, to_timestamp($1 - 60 * duration), to_timestamp($1), $1 - 60 * duration, $1, 0, 1, 1, 1, 0
     from dealt order by n`,
    [tick],
  );
  await database.query(`with recorded as (
      insert into ledger_transactions (kind, reference, created_at)
      select 'position_opened', id, now() from dealt order by n returning id, reference),
    posting as (
      select r.id, d.user_id, d.stake,
        u.balance - sum(d.stake) over (partition by d.user_id order by r.id) as balance_after
      from recorded r join dealt d on d.id = r.reference join users u on u.id = d.user_id)
    insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
    select p.id, l.line, 'position_opened', l.account, l.amount, l.balance_after from posting p cross join lateral (values
      (0::smallint, 'user:' || p.user_id, -p.stake, p.balance_after),
      (1::smallint, 'house:trading', p.stake, null::numeric)) as l (line, account, amount, balance_after)`);
  await database.query(`update users u set balance = balance - d.total
    from (select user_id, sum(stake) as total from dealt group by user_id) d where u.id = d.user_id`);
  await database.query(`update house_stripes set open_payout = open_payout +
    (select sum(stake * (1 + multiplier)) from dealt) where stripe = 0`);
  await database.query("drop table dealt");
}

/** Counts the messages to users up to `lastUser`: one for each settled position, one for each new balance. */
export async function countPushes(database: Database, tick: number, lastUser: number): Promise<number> {
  const { rows } = await database.query<{ pushes: number }>(
    `select count(*) + count(distinct user_id) filter (where barrier_price = 100) as pushes
     from trading_positions where expiry_tick = $1 and user_id <= ${userId("$2::integer")}`,
    [tick, lastUser],
  );
  return rows[0]!.pushes;
}
