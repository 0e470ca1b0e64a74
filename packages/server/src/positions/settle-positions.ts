import { setTimeout } from "node:timers/promises";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { durationTicks } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import type { Bus } from "../cluster/bus.ts";
import { dateOf, elapsedMs, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import { createWakeable } from "../platform/concurrency.ts";
import { isUnstorable, transaction } from "../platform/db/database.ts";
import type { Database } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { traceAlone } from "../platform/telemetry/tracing.ts";
import type { PriceBook, PriceFeed } from "../prices/public.ts";
import { retryClosing } from "./close-positions.ts";
import { toPosition } from "./list-positions.ts";
import type { PositionRow } from "./list-positions.ts";
import { SETTLE_POSITIONS, SETTLED_COLUMNS } from "./settle-positions.sql.ts";
import {
  findFirstDue,
  forgetSettled,
  inLane,
  listUnsettled,
  NOT_ASIDE,
  setAside,
} from "./unsettled-positions.ts";

/** If more than this are due, a run settles them in both lanes from the start. */
const MANY = 8_000;
/** The first batch of fewer. Its results are told early, and then both lanes settle the rest. */
const FIRST_BATCH = 2_000;
/** A batch of a lane. It locks no user's row and no stripe for long, because orders wait for them. */
const BATCH = 1_500;
const LANES = [0, 1];
/** A batch that cannot be stored is divided by this until one position stands alone. */
const CUT = 4;
/**
 * The number of looks, and the pause between them, for positions that another transaction held. The next tick looks anyway.
 */
const LOOKS = 4;
const LOOK_AGAIN_MS = 50;
/** The ticks between retries of positions that were set aside. */
const RETRY_TICKS = 60;
/** The ticks between looks from the beginning, which find a position whose commit was held up until after its expiry. */
const WHOLE_LOOK_TICKS = 60;
/** After a long stop, this many ticks are settled at a time. */
const TICKS_AT_ONCE = 3_600;

export type SettlementLoop = {
  /** Settles due positions. If a run is under way, another run follows it. */
  wake(): void;
  /** Waits until no run is under way. */
  idle(): Promise<void>;
  /** Returns for how many milliseconds no run has ended well and no batch was settled; 0 if the last run ended well. */
  stuckMs(): number;
  /** Tries the positions again that were set aside because their payout could not be stored. */
  readonly retries: PeriodicTask;
};

type SettlementContext = {
  database: Database;
  clock: Clock;
  feed: PriceFeed;
  bus: Bus;
  /** Returns the users who listen to pushes, so that none are made for others. Undefined if any user may listen. */
  watched(): readonly string[] | undefined;
  metrics: Pick<Metrics, "positionsSettled" | "settlementSeconds">;
  log: Log;
};

/** Settles positions and publishes the results whenever it is woken. Every tick wakes it. */
export function createSettlementLoop(context: SettlementContext): SettlementLoop {
  const { database, clock, feed, bus, watched, metrics, log } = context;
  /**
   * No position that expires before `fromTick` waits, and new ones expire later. The index keeps the entries of settled
   * positions until a vacuum, which a backup holds up, so looks from the beginning pass more and more of them.
   */
  let look = { fromTick: 0, wholeAt: 0 };
  let stuckSinceMs: number | undefined;
  const settlement = createWakeable(async () => {
    stuckSinceMs ??= elapsedMs(clock);
    try {
      const { newestTick } = feed.book;
      if (newestTick >= look.wholeAt) look = { fromTick: 0, wholeAt: newestTick + WHOLE_LOOK_TICKS };
      const first = await findFirstDue(database, newestTick, look.fromTick);
      look.fromTick = first ?? newestTick + 1;
      const count = first === undefined ? 0 : await settleFrom(first);
      stuckSinceMs = undefined;
      if (count === 0) return;
      bus.publish({ kind: "adminChanged", of: ["users"] });
      metrics.positionsSettled.inc(count);
      metrics.settlementSeconds.observe(Math.max(0, clock.nowMs() / 1000 - feed.book.newestTick));
    } catch (error) {
      // No result is lost: the positions stay due, and the next tick tries again.
      warnOf(log, error, "settlement failed and will be tried again");
    }
  });

  const settling = { database, clock, log, bus, watched, book: feed.book };
  const settleFrom = (first: number) =>
    settlePositions(
      settling,
      (rows) => {
        // After a long stop a run takes minutes.
        stuckSinceMs = elapsedMs(clock);
        announce(context, rows);
      },
      first,
    );

  return {
    wake: () => void settlement.wake(),
    idle: settlement.idle,
    stuckMs: () => (stuckSinceMs === undefined ? 0 : elapsedMs(clock) - stuckSinceMs),
    retries: periodically(RETRY_TICKS, "positions set aside", log, () =>
      retryUnsettled(settling, (rows) => announce(context, rows)),
    ),
  };
}

/** Publishes the results first, then the balance that each user ends up with. */
function announce({ bus }: SettlementContext, rows: SettledRow[]): void {
  const balances = new Map<string, string>();
  for (const row of rows) {
    const userId = row.user_id;
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

/** The source of the prices of expiry ticks. It has a genesis unless its price has ended. */
export type SettledBook = Pick<PriceBook, "newestTick" | "bring" | "priceMilliAt"> &
  Partial<Pick<PriceBook, "genesis">>;

/** Returns a book with the one price of a tick whose price has ended. */
export const bookOf = (tick: number, milli: number): SettledBook => ({
  newestTick: tick,
  bring: () => Promise.resolve(),
  priceMilliAt: () => milli,
});

type Settling = {
  database: Database;
  clock: Clock;
  log: Log;
  bus?: Bus;
  book: SettledBook;
  /** Returns the users whose positions are passed to `onSettled`; by default all users. */
  watched?: SettlementContext["watched"];
};

type OnSettled = (rows: SettledRow[]) => void;

/**
 * Settles every position that has expired by the newest published tick, with the price of its own expiry tick. Calls
 * `onSettled` with each batch after its commit. Returns how many positions were settled.
 *
 * Two lanes settle many positions at once. Each user is in one lane, so that balances are published in the order of their
 * commits.
 *
 * If the database refuses to store a batch, the batch is cut until the position at fault stands alone. That position is set
 * aside, and the others are settled.
 *
 * @param since leaves out positions that expired before this tick
 */
export async function settlePositions(
  context: Settling,
  onSettled: OnSettled,
  since = 0,
  lane?: number,
): Promise<number> {
  const most = lane === undefined ? FIRST_BATCH : BATCH;
  let settled = 0;
  let limit = most;
  let looks = 0;
  let place: Place | undefined;
  for (;;) {
    const newest = context.book.newestTick;
    const first = place?.tick ?? (await findFirstDue(context.database, newest, since, lane));
    if (first === undefined) return settled;
    if (lane === undefined && (await areManyDue(context.database, first, newest)))
      return settled + (await settleInLanes(context, onSettled, since));
    const to = Math.min(newest, first + TICKS_AT_ONCE - 1);
    const due = { from: first, fromUserId: place?.userId, to, limit, lane };
    const goesOn = place !== undefined;
    place = undefined;
    const id = limit === 1 ? await findOneDue(context.database, due) : undefined;
    try {
      const isHeld = limit === 1 && id === undefined;
      const batch = isHeld ? NONE : await settleTicks(context, { ...due, id }, onSettled);
      const count = batch.settled;
      if (count === 0 && goesOn) continue;
      if (count === 0) {
        // Another process is settling the others, or a user's row is locked. A small batch may have met only such positions.
        if (limit > 1 && limit < most) {
          limit = Math.min(most, limit * CUT);
          continue;
        }
        if ((looks += 1) === LOOKS) return settled;
        await setTimeout(LOOK_AGAIN_MS);
        continue;
      }
      looks = 0;
      settled += count;
      // A look from the beginning would pass all entries of the index that this run has left behind.
      if (count === limit) place = batch.last;
      if (count === FIRST_BATCH && lane === undefined) {
        settled += await settleInLanes(context, onSettled, since);
        place = undefined;
      }
      limit = Math.min(most, limit * CUT);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      if (id !== undefined) await setAside(context, id, error);
      else limit = Math.ceil(limit / CUT);
    }
  }
}

/** Settles in both lanes and waits for both, even if one fails: the next run must not meet the rest of this one. */
async function settleInLanes(context: Settling, onSettled: OnSettled, since: number): Promise<number> {
  const lanes = await Promise.allSettled(
    LANES.map((lane) => settlePositions(context, onSettled, since, lane)),
  );
  let settled = 0;
  for (const lane of lanes) {
    if (lane.status === "rejected") throw lane.reason;
    settled += lane.value;
  }
  return settled;
}

/** Tries each position that was set aside: its payout may fit by now. */
async function retryUnsettled(context: Settling, onSettled: OnSettled): Promise<void> {
  const { database, clock } = context;
  for (const { id, expiryTick, resultMilli, isClosed } of await listUnsettled(database)) {
    try {
      if (isClosed) {
        await transaction(database, (connection) => retryClosing(connection, id, dateOf(clock)));
      } else if (expiryTick !== null) {
        const book = resultMilli === null ? context.book : bookOf(expiryTick, resultMilli);
        await settleTicks(
          { ...context, book },
          { from: expiryTick, to: expiryTick, limit: 1, id },
          onSettled,
        );
      }
      await forgetSettled(context, id);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
    }
  }
}

type Due = { from: number; to: number; lane?: number | undefined };
/** A place in the order in which positions are settled. */
type Place = { readonly tick: number; readonly userId: string };
type Batch = { readonly settled: number; readonly last?: Place };
const NONE: Batch = { settled: 0 };

/**
 * Settles up to `limit` positions that expire within these ticks, or the one with this id. At the first tick it begins with
 * this user. Returns how many were settled, and the last one's place.
 */
async function settleTicks(
  { database, clock, book, watched }: Settling,
  {
    from,
    fromUserId,
    to,
    limit,
    lane,
    id,
  }: Due & { limit: number; fromUserId?: string | undefined; id?: string | undefined },
  onSettled: OnSettled,
): Promise<Batch> {
  await book.bring(from, to);
  const prices = Array.from({ length: to - from + 1 }, (_, index) => book.priceMilliAt(from + index));
  const listeners = watched?.();
  const own = [id, listeners, lane, book.genesis?.tick, fromUserId].map((value) => value ?? null);
  const { settled, last, rows } = await traceAlone(
    "settle positions",
    { "veritick.from": from, "veritick.to": to },
    async (span) => {
      const answer = await database.query<SettledRow & BatchRow>({
        name: "settle_positions",
        text: SETTLE_POSITIONS,
        values: [prices, from, to, limit, dateOf(clock), ...own],
      });
      const { settled: count, last_tick: tick, last_user_id: userId } = answer.rows[0]!;
      span.set({ "veritick.batch": count });
      return {
        settled: count,
        last: tick === null || userId === null ? undefined : { tick, userId },
        rows: answer.rows.filter((row) => row.id !== null),
      };
    },
  );
  onSettled(rows);
  const known = new Set(listeners);
  const arrived = settled === 0 ? [] : (watched?.() ?? []).filter((userId) => !known.has(userId));
  if (arrived.length > 0) onSettled(await findSettled(database, arrived, { from, to }));
  return last === undefined ? { settled } : { settled, last };
}

/**
 * Returns the results of users who began to listen while the statement ran. They may have read their positions before it.
 */
async function findSettled(
  database: Database,
  userIds: readonly string[],
  { from, to }: Due,
): Promise<SettledRow[]> {
  const { rows } = await database.query<SettledRow>(
    `select ${SETTLED_COLUMNS}, u.balance as new_balance from trading_positions s join users u on u.id = s.user_id
     where s.user_id = any ($1) and s.expiry_tick between $2 and $3 and s.status in ('won', 'lost')`,
    [userIds, from, to],
  );
  return rows;
}

/** Returns whether more than `MANY` positions are due within these ticks. */
async function areManyDue(database: Database, from: number, to: number): Promise<boolean> {
  const { rows } = await database.query({
    name: "are_many_due",
    text: `select from trading_positions p where ${NOT_ASIDE} and p.expiry_tick between $1 and $2
           order by p.expiry_tick, p.user_id offset ${MANY} limit 1`,
    values: [from, to],
  });
  return rows.length > 0;
}

/** Returns a position to settle within these ticks that no other process is settling and whose user's row is free. */
async function findOneDue(database: Database, { from, to, lane }: Due): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `select p.id from trading_positions p join users u on u.id = p.user_id
     where ${NOT_ASIDE} and p.expiry_tick between $1 and $2 and ${inLane("p.user_id", "$3")}
     order by p.expiry_tick limit 1
     for update of p skip locked for no key update of u skip locked`,
    [from, to, lane ?? null],
  );
  return rows[0]?.id;
}

type BatchRow = { settled: number; last_tick: number | null; last_user_id: string | null };

/**
 * The fetched columns of a settled position. Parsing is half the work, so they leave out columns that follow from others.
 */
export type SettledRow = Omit<
  PositionRow,
  "created_at" | "expires_at" | "entry_tick" | "refund_reason" | "closing_tick" | "closing_price"
> & {
  created_ms: number;
  expires_ms: number;
  new_balance: string | null;
};

function toSettledPosition(row: SettledRow): Position {
  return toPosition({
    ...row,
    created_at: new Date(row.created_ms),
    expires_at: new Date(row.expires_ms),
    entry_tick: row.expiry_tick - durationTicks(row.duration as Duration),
    refund_reason: null,
    closing_tick: null,
    closing_price: null,
  });
}
