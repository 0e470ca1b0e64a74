import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { closingAt } from "@veritick/domain/sale.ts";
import type { Closing } from "@veritick/domain/sale.ts";
import { isUnstorable } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { EndReason } from "../prices/public.ts";
import { queuePositionWebhooksSql } from "../notifications/public.ts";

/** No order waits during a closing, and one batch is computed at once. */
const BATCH = 5_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

type OpenRow = {
  id: string;
  type: Side;
  barrier_price: string;
  amount: string;
  multiplier: string;
  entry_tick: number;
  expiry_tick: number;
};

/**
 * The price and the value at which a position is closed. If none of its prices is known, it has no closing and the stake
 * goes back.
 */
type Closed = {
  readonly id: string;
  readonly stakeMinor: Minor;
  readonly valueMinor: Minor;
  readonly at?: { readonly tick: number; readonly milli: number; readonly closing: Closing };
};

export type ClosedSums = { positions: number; stakeMinor: Minor; valueMinor: Minor };

type Reason = { readonly reason: EndReason; readonly at: Date };

/**
 * Closes every open position at its fair value at the newest tick since its entry whose price is known. A position whose
 * result is known stays open: its payout could not be stored, and a retry settles it with that price. One whose result or
 * closing was kept when an earlier price ended keeps it.
 *
 * Runs in the caller's transaction, so that the price ends with it. Takes all locks first, in the order that every statement
 * keeps: positions, users by id, stripes by number.
 *
 * @param known prices in thousandths by tick
 * @param setAside handles a position whose value does not fit into a balance
 * @throws Error if another transaction holds a position that is to be settled
 */
export async function closePositions(
  connection: Queryable,
  { known, reason, at }: Reason & { known: ReadonlyMap<number, number> },
  setAside: (id: string) => Promise<void>,
): Promise<ClosedSums> {
  await lockOpen(connection, null);
  const ticks = [...known.keys()].toSorted((one, other) => one - other);
  const sums = { positions: 0, stakeMinor: minor(0n), valueMinor: minor(0n) };
  for (let after = BEFORE_ALL; ;) {
    const { rows } = await connection.query<OpenRow>(
      `select id, type, barrier_price, amount, multiplier, entry_tick, expiry_tick from trading_positions
       where status = 'active' and refund_reason is null and id > $1
         and id not in (select position_id from unsettled_positions where result_milli is not null)
       order by id limit ${BATCH}`,
      [after],
    );
    if (rows.length === 0) return sums;
    after = rows.at(-1)!.id;
    for (const { id, expiry_tick: tick } of rows)
      if (known.has(tick)) await keepResult(connection, id, known.get(tick)!);
    const closed = rows
      .filter((row) => !known.has(row.expiry_tick))
      .map((row) => closedAt(row, newestIn(ticks, row.entry_tick, row.expiry_tick - 1), known));
    await store(connection, closed, { reason, at }, setAside);
    sums.positions += closed.length;
    for (const { stakeMinor, valueMinor } of closed) {
      sums.stakeMinor = minor(sums.stakeMinor + stakeMinor);
      sums.valueMinor = minor(sums.valueMinor + valueMinor);
    }
  }
}

/** Locks all open positions, or the one with this id, with the rows that their closing changes. */
async function lockOpen(connection: Queryable, id: string | null): Promise<void> {
  const open = "trading_positions where status = 'active' and ($1::uuid is null or id = $1)";
  await connection.query(`select from ${open} order by id for update`, [id]);
  await connection.query(
    `select from users where id in (select user_id from ${open}) order by id for no key update`,
    [id],
  );
  await connection.query(
    `select from house_stripes where stripe in (select house_stripe from ${open}) order by stripe for no key update`,
    [id],
  );
}

/** Returns the newest of sorted ticks between two others, both included. */
function newestIn(ticks: readonly number[], from: number, to: number): number | undefined {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticks[middle]! <= to) low = middle + 1;
    else high = middle;
  }
  const found = ticks[low - 1];
  return found === undefined || found < from ? undefined : found;
}

function closedAt(row: OpenRow, tick: number | undefined, known: ReadonlyMap<number, number>): Closed {
  const stakeMinor = parseMinor(row.amount);
  if (tick === undefined) return { id: row.id, stakeMinor, valueMinor: stakeMinor };
  const milli = known.get(tick)!;
  const closing = closingAt(
    {
      side: row.type,
      barrierMilli: parsePriceMilli(row.barrier_price),
      stakeMinor,
      multiplierHundredths: parseMultiplier(row.multiplier),
      expiryTick: row.expiry_tick,
    },
    tick,
    milli,
  );
  return { id: row.id, stakeMinor, valueMinor: closing.valueMinor, at: { tick, milli, closing } };
}

/** Stores a batch. If the database refuses it, cuts it until the position at fault stands alone. */
async function store(
  connection: Queryable,
  closed: readonly Closed[],
  closing: Reason,
  setAside: (id: string) => Promise<void>,
): Promise<void> {
  if (closed.length === 0) return;
  await connection.query("savepoint closing");
  try {
    await connection.query(CLOSE_POSITIONS, [
      closed.map(({ id }) => id),
      closed.map(({ at }) => at?.tick ?? null),
      closed.map(({ at }) => (at === undefined ? null : priceAsDecimal8(at.milli))),
      closed.map(({ at }) => (at === undefined ? null : String(at.closing.chance))),
      closed.map(({ valueMinor }) => formatMinor(valueMinor)),
      closing.reason,
      closing.at,
    ]);
    await connection.query("release savepoint closing");
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    await connection.query("rollback to savepoint closing");
    const half = Math.ceil(closed.length / 2);
    if (closed.length > 1) {
      await store(connection, closed.slice(0, half), closing, setAside);
      await store(connection, closed.slice(half), closing, setAside);
      return;
    }
    await keepClosing(connection, closed[0]!, closing.reason);
    await setAside(closed[0]!.id);
  }
}

/** Keeps the closing in the position, because the price will be unknown by the time the balance has room for the value. */
async function keepClosing(connection: Queryable, { id, at }: Closed, reason: EndReason): Promise<void> {
  await connection.query(
    `update trading_positions set refund_reason = $2, closing_tick = $3, closing_price = $4, closing_chance = $5
     where id = $1`,
    [
      id,
      reason,
      at?.tick ?? null,
      at === undefined ? null : priceAsDecimal8(at.milli),
      at === undefined ? null : String(at.closing.chance),
    ],
  );
}

/** Keeps the result of a position that was set aside. Only those are still open although their result is known. */
async function keepResult(connection: Queryable, id: string, milli: number): Promise<void> {
  const { rowCount } = await connection.query(
    "update unsettled_positions set result_milli = $2 where position_id = $1",
    [id, milli],
  );
  if (rowCount === 0)
    throw new Error(
      `Position ${id} must be settled first, but another process holds it. Run the command again.`,
    );
}

/** Tries again to store the closing of a position that was set aside. */
export async function retryClosing(connection: Queryable, id: string, at: Date): Promise<void> {
  await lockOpen(connection, id);
  const { rows } = await connection.query<
    OpenRow & { refund_reason: EndReason; closing_tick: number | null; closing_price: string }
  >(
    `select id, type, barrier_price, amount, multiplier, entry_tick, expiry_tick, refund_reason, closing_tick,
       closing_price from trading_positions where id = $1 and status = 'active'`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return;
  const tick = row.closing_tick ?? undefined;
  const known = new Map(tick === undefined ? [] : [[tick, parsePriceMilli(row.closing_price)]]);
  await store(connection, [closedAt(row, tick, known)], { reason: row.refund_reason, at }, async () => {});
}

/**
 * Closes the positions $1 at the values $5, each at the tick $2, the price $3 and the chance $4. These three are null if
 * none of the position's prices is known. $6 is the reason, $7 the instant. The caller holds all locks.
 *
 * The values are rounded already. The difference between value and stake is the house's loss or gain. A value of zero moves
 * nothing, as with a lost position.
 */
const CLOSE_POSITIONS = `
with closed as materialized (
  select p.id, p.user_id, p.amount, p.house_stripe, p.amount * (1 + p.multiplier) as most,
    c.tick, c.price, c.chance, c.value
  from unnest($1::uuid[], $2::bigint[], $3::numeric[], $4::bigint[], $5::numeric[]) as c (id, tick, price, chance, value)
  join trading_positions p on p.id = c.id and p.status = 'active'
),
owed as materialized (
  select user_id, sum(value) as total
  from closed where value > 0 group by user_id
),
credited as (
  update users u set balance = u.balance + o.total from owed o where u.id = o.user_id
  returning u.id as user_id, u.balance, o.total
),
recorded as (
  insert into ledger_transactions (kind, reference, note, created_at)
  select 'position_refunded', id, $6, $7::timestamptz from closed where value > 0 order by id
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select r.transaction_id, line.line, 'position_refunded', line.account, line.amount, line.balance_after
  from (
    select t.id as transaction_id, p.user_id, p.value,
      c.balance - c.total + sum(p.value) over (partition by p.user_id order by t.id) as balance_after
    from recorded t join closed p on p.id = t.reference join credited c on c.user_id = p.user_id
  ) r
  cross join lateral (values
    (0::smallint, 'house:trading', -r.value, null::numeric),
    (1::smallint, 'user:' || r.user_id, r.value, r.balance_after)
  ) as line (line, account, amount, balance_after)
),
released as (
  update house_stripes s set open_payout = s.open_payout - r.most, funds = s.funds - r.profit
  from (
    select house_stripe, sum(most) as most, sum(value - amount) as profit from closed group by house_stripe
  ) r
  where s.stripe = r.house_stripe
),
${queuePositionWebhooksSql("select id, user_id, amount, 'refunded' as status, value - amount as profit from closed", "$7")}
update trading_positions t set status = 'refunded', profit = p.value - p.amount, refund_reason = $6,
  closing_tick = p.tick, closing_price = p.price, closing_chance = p.chance
from closed p where t.id = p.id`;
