import { parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../platform/db/database.ts";
import { lockNewRows, lockRows } from "../platform/db/claim-due.ts";
import { queuePositionWebhooksSql } from "../notifications/public.ts";

const OPEN = "trading_positions where user_id = $1 and status = 'active'";

/**
 * Locks the open positions of a user whose account is being closed, before the user's row. Settlement skips locked
 * positions.
 */
export const lockOpenPositions = (connection: Queryable, userId: string): Promise<void> =>
  lockRows(connection, OPEN, userId);

/** Locks positions that were opened before the user's row was locked. Returns false if settlement holds one of them. */
export const lockNewPositions = (connection: Queryable, userId: string): Promise<boolean> =>
  lockNewRows(connection, OPEN, userId);

export type CancelledPositions = {
  count: number;
  /** The sum of the returned stakes. */
  stake: Minor;
  /** The payouts that each house stripe had promised for these positions; `releasePromises` takes them back. */
  promises: readonly { stripe: number; payout: Minor }[];
};

type CancelledRow = { stripe: number; count: number; stake: string; payout: string };

/**
 * Cancels the open positions of a user whose account is being closed; `removePositions` then deletes them. Each stake goes
 * back by a ledger transaction of its own. The caller has locked the positions and the user's row. The caller also locks the
 * house's stripes, last of all, because every order needs them.
 */
export async function cancelPositions(
  connection: Queryable,
  userId: string,
  { actor, at }: { actor: string; at: Date },
): Promise<CancelledPositions> {
  const { rows } = await connection.query<CancelledRow>(CANCEL_POSITIONS, [userId, actor, at]);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    stake: sumMinor(rows.map(({ stake }) => parseMinor(stake))),
    promises: rows.map(({ stripe, payout }) => ({ stripe, payout: parseMinor(payout) })),
  };
}

/** Deletes all positions of a user whose account is being closed. None of them is open, or all open ones were cancelled. */
export async function removePositions(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from trading_positions where user_id = $1", [userId]);
}

/**
 * Joins the lists by a full join, which cannot run as a loop over both lists, whatever the planner expects. The statement
 * may compute the balance from the row itself, because this transaction holds the row's lock.
 */
const CANCEL_POSITIONS = `
with called_off as materialized (
  select id, amount, house_stripe, amount * (1 + multiplier) as most
  from trading_positions where user_id = $1 and status = 'active'
),
credited as (
  update users u set balance = u.balance + o.total
  from (select sum(amount) as total from called_off) o where u.id = $1 and o.total is not null
  returning u.balance - o.total as before
),
recorded as (
  insert into ledger_transactions (kind, reference, actor, note, created_at)
  select 'position_refunded', id, $2::uuid, 'account_closed', $3::timestamptz from called_off order by id
  returning id, reference
),
posted as (
  insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
  select r.transaction_id, line.line, 'position_refunded', line.account, line.amount, line.balance_after
  from (
    select t.id as transaction_id, p.amount, c.before + sum(p.amount) over (order by t.id) as balance_after
    from called_off p full join recorded t on t.reference = p.id cross join credited c
  ) r
  cross join lateral (values
    (0::smallint, 'house:trading', -r.amount, null::numeric),
    (1::smallint, 'user:' || $1::uuid, r.amount, r.balance_after)
  ) as line (line, account, amount, balance_after)
),
${queuePositionWebhooksSql("select id, $1::uuid as user_id, amount, 'refunded' as status, 0 as profit from called_off", "$3")}
select house_stripe as stripe, count(*) as count, sum(amount) as stake, sum(most)::numeric(24,8) as payout
from called_off group by house_stripe order by house_stripe`;
