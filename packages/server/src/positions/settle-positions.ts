import type { Position } from "@veritick/contract/schemas/positions.ts";
import { durationTicks } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import type { Bus } from "../cluster/bus.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { traceAlone } from "../platform/telemetry/tracing.ts";
import type { PriceBook, PriceFeed } from "../prices/public.ts";
import { toPosition } from "./list-positions.ts";
import type { PositionRow } from "./list-positions.ts";
import { SETTLE_POSITIONS } from "./settle-positions.sql.ts";

/** Large enough to be quick, small enough that nobody's row is locked for long. */
const BATCH = 10_000;
/** After a long stop, this many ticks are settled at a time. */
const TICKS_AT_ONCE = 3_600;

export type SettlementLoop = {
  /** Settles what is due. During a run it makes another run follow. */
  wake(): void;
  /** Waits until no run is under way. */
  idle(): Promise<void>;
};

type SettlementContext = {
  database: Database;
  clock: Clock;
  feed: PriceFeed;
  bus: Bus;
  /** False where nobody listens to this user's pushes, so that none need be made. */
  isWatched(userId: string): boolean;
  metrics: Pick<Metrics, "positionsSettled" | "settlementSeconds">;
  log: Log;
};

/** Settles positions when it is woken, which every tick does, and publishes the results. */
export function createSettlementLoop(context: SettlementContext): SettlementLoop {
  const { database, clock, feed, metrics, log } = context;
  let running: Promise<void> | undefined;
  let again = false;

  async function run() {
    do {
      again = false;
      try {
        const count = await settlePositions({ database, clock, book: feed.book }, (rows) =>
          announce(context, rows),
        );
        if (count === 0) continue;
        metrics.positionsSettled.inc(count);
        metrics.settlementSeconds.observe(Math.max(0, clock.nowMs() / 1000 - feed.book.newestTick));
      } catch (error) {
        // Nothing is lost: the positions stay due, and the next tick tries again.
        log.warn({ error: String(error) }, "settlement failed and will be tried again");
      }
    } while (again);
    running = undefined;
  }

  return {
    wake() {
      again = true;
      running ??= run();
    },
    idle: () => running ?? Promise.resolve(),
  };
}

/** Publishes the results first, then the balance that each user ends up with. */
function announce({ bus, isWatched }: SettlementContext, rows: SettledRow[]): void {
  const balances = new Map<string, string>();
  for (const row of rows) {
    const userId = row.user_id;
    if (!isWatched(userId)) continue;
    bus.publish({
      kind: "push",
      userId,
      push: { type: "positionResolved", position: toSettledPosition(row) },
    });
    if (row.new_balance !== null) balances.set(userId, row.new_balance);
  }
  for (const [userId, balance] of balances) {
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
  }
}

/**
 * Settles every position that has expired by the newest published tick, with the price of its own expiry tick. Calls
 * `onSettled` with each batch after its commit. Returns how many positions were settled.
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
    // Another process is settling the rest.
    if (rows.length === 0) return settled;
    settled += rows.length;
    onSettled(rows);
  }
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

/** The first expiry tick, up to the newest, at which a position waits to be settled. */
export async function findFirstDue(database: Database, newest: number): Promise<number | undefined> {
  const { rows } = await database.query<{ first: number | null }>({
    name: "find_first_due",
    text: "select min(expiry_tick) as first from trading_positions where status = 'active' and expiry_tick <= $1",
    values: [newest],
  });
  return rows[0]!.first ?? undefined;
}

/** The fetched columns of a settled position. Parsing is half the work, so columns that follow from others are left out. */
export type SettledRow = Omit<PositionRow, "created_at" | "expires_at" | "entry_tick" | "refund_reason"> & {
  created_ms: number;
  new_balance: string | null;
};

function toSettledPosition(row: SettledRow): Position {
  return toPosition({
    ...row,
    created_at: new Date(row.created_ms),
    expires_at: new Date(row.expiry_tick * 1000),
    entry_tick: row.expiry_tick - durationTicks(row.duration as Duration),
    refund_reason: null,
  });
}
