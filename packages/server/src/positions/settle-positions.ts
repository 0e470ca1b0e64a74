import type { Position } from "@veritick/contract/schemas/positions.ts";
import { durationTicks } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { traceAlone } from "../platform/telemetry/tracing.ts";
import type { PriceBook } from "../prices/public.ts";
import { toPosition } from "./position-row.ts";
import type { PositionRow } from "./position-row.ts";
import { SETTLE_POSITIONS } from "./settle-positions.sql.ts";

/** What is fetched of a settled position: parsing is half the work, so what follows from the rest is left out. */
export type SettledRow = Omit<PositionRow, "created_at" | "expires_at" | "entry_tick" | "refund_reason"> & {
  created_ms: number;
  new_balance: string | null;
};

export function toSettledPosition(row: SettledRow): Position {
  return toPosition({
    ...row,
    created_at: new Date(row.created_ms),
    expires_at: new Date(row.expiry_tick * 1000),
    entry_tick: row.expiry_tick - durationTicks(row.duration as Duration),
    refund_reason: null,
  });
}

/** Large enough to be quick, small enough that nobody's row is held for long. */
const BATCH = 10_000;
/** After a long stop, expiries are worked off this many ticks at a time. */
const TICKS_AT_ONCE = 3_600;

/**
 * Settles everything that has expired by the newest published tick, each position with the price of its own expiry
 * tick, and hands over what was settled batch by batch, after commit.
 */
export async function settlePositions(
  context: { database: Database; clock: Clock; book: PriceBook },
  onSettled: (rows: SettledRow[]) => void,
): Promise<number> {
  let settled = 0;
  for (;;) {
    const newest = context.book.newestTick;
    const first = await findFirstDue(context.database, newest);
    if (first === undefined) return settled;
    const last = Math.min(newest, first + TICKS_AT_ONCE - 1);
    const rows = await traceAlone(
      "settle positions",
      { "veritick.from": first, "veritick.to": last },
      async (span) => {
        const batch = await settleTicks(context, first, last);
        span.set({ "veritick.batch": batch.length });
        return batch;
      },
    );
    // What is left is being settled by another process.
    if (rows.length === 0) return settled;
    settled += rows.length;
    onSettled(rows);
  }
}

/** The first expiry tick, up to the newest, at which a position waits to be settled. */
export async function findFirstDue(database: Database, newest: number): Promise<number | undefined> {
  const { rows } = await database.query<{ first: number | null }>({
    name: "find_first_due",
    text: "select min(expiry_tick) as first from trading_positions where status = 'active' and expiry_tick <= $1",
    values: [newest],
  });
  return rows[0]!.first ?? undefined;
}

async function settleTicks(
  { database, clock, book }: { database: Database; clock: Clock; book: PriceBook },
  from: number,
  to: number,
): Promise<SettledRow[]> {
  const prices = Array.from({ length: to - from + 1 }, (_, index) => book.priceMilliAt(from + index));
  const { rows } = await database.query<SettledRow>({
    name: "settle_positions",
    text: SETTLE_POSITIONS,
    values: [prices, from, to, BATCH, dateOf(clock)],
  });
  return rows;
}
