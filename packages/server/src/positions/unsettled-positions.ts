import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import { payoutMinor } from "@veritick/domain/terms.ts";
import { recordAttention, resolveItem } from "../payments/public.ts";
import type { Bus } from "../cluster/bus.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";

/** `bus` is missing while no process serves. */
type Context = { database: Database; clock: Clock; log: Log; bus?: Bus };

/** SQL that is true if the position `p` is open and was not set aside. */
export const NOT_ASIDE = "p.status = 'active' and p.id not in (select position_id from unsettled_positions)";

/** Is true for the users of a settlement lane, or for all if the lane is null. Each user is in one of two lanes. */
export const inLane = (userId: string, lane: string): string =>
  `(${lane}::integer is null or get_byte(uuid_send(${userId}), 15) & 1 = ${lane})`;

/**
 * Returns the first expiry tick, up to the newest, at which a position waits to be settled. Leaves out positions that were
 * set aside.
 */
export async function findFirstDue(
  database: Database,
  newest: number,
  since = 0,
  lane?: number,
): Promise<number | undefined> {
  const { rows } = await database.query<{ first: number | null }>({
    name: "find_first_due",
    text: `select min(p.expiry_tick) as first from trading_positions p where ${NOT_ASIDE} and p.expiry_tick between $2 and $1
             and ${inLane("p.user_id", "$3")}`,
    values: [newest, since, lane ?? null],
  });
  return rows[0]!.first ?? undefined;
}

const keyOf = (id: string) => `position/${id}` as const;

type StuckRow = { user_id: string; amount: string; multiplier: string };

/**
 * Leaves a position out of settlement from now on and puts it on the attention list, because the database refused its
 * payout. No money has moved: the position is open, and the house still promises the payout.
 */
export async function setAside(context: Context, id: string, error: unknown): Promise<void> {
  const { database, log } = context;
  log.error({ position: id, error: String(error) }, "a payout cannot be stored; its position is set aside");
  await transaction(database, (connection) => setAsideIn(connection, context, id));
}

/** Sets a position aside in the caller's transaction. */
export async function setAsideIn(
  connection: Queryable,
  { clock, log, bus }: Omit<Context, "database">,
  id: string,
): Promise<void> {
  const { rows } = await connection.query<StuckRow>(
    `select user_id, amount, multiplier from trading_positions where id = $1 and status = 'active' for update`,
    [id],
  );
  const position = rows[0];
  if (position === undefined) return;
  await connection.query(
    `insert into unsettled_positions (position_id, set_aside_at) values ($1, $2) on conflict do nothing`,
    [id, dateOf(clock)],
  );
  const { user_id: userId, amount, multiplier } = position;
  const payout = payoutMinor(parseMinor(amount), parseMultiplier(multiplier));
  await recordAttention({ clock, log, bus }, connection, {
    key: keyOf(id),
    kind: "position",
    reason: "payout_not_stored",
    provider: "house",
    userId,
    amount: formatMinor(payout),
    details: { position: id, stake: amount },
  });
}

/** A position that was set aside. `expiryTick` is null if the position is no longer open. */
export type Unsettled = {
  readonly id: string;
  readonly expiryTick: number | null;
  /** In thousandths, if the position's price has ended but its result is known. */
  readonly resultMilli: number | null;
  /** True if the price ended before the position, so that it is closed at its value. */
  readonly isClosed: boolean;
};

export async function listUnsettled(database: Database): Promise<Unsettled[]> {
  const { rows } = await database.query<Unsettled>({
    name: "list_unsettled",
    text: `select u.position_id as id, t.expiry_tick as "expiryTick", u.result_milli as "resultMilli",
             t.refund_reason is not null as "isClosed"
           from unsettled_positions u left join trading_positions t on t.id = u.position_id and t.status = 'active'
           order by u.set_aside_at`,
  });
  return rows;
}

/** Deletes the record of a position that is settled or was deleted with its account, and closes its attention item. */
export async function forgetSettled({ database, clock, bus }: Context, id: string): Promise<void> {
  await transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `delete from unsettled_positions u where position_id = $1
         and not exists (select from trading_positions where id = $1 and status = 'active')`,
      [id],
    );
    if (rowCount === 1)
      await resolveItem({ clock, bus }, connection, keyOf(id), { resolution: "settled by itself" });
  });
}
