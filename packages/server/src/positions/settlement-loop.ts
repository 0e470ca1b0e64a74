import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { PriceFeed } from "../prices/public.ts";
import { settlePositions, toSettledPosition } from "./settle-positions.ts";
import type { SettledRow } from "./settle-positions.ts";

export type SettlementLoop = {
  /** Settles what is due. While a run is under way, the next one follows it. */
  wake(): void;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
};

export function createSettlementLoop(context: {
  database: Database;
  clock: Clock;
  feed: PriceFeed;
  bus: Bus;
  /** False where nobody listens to this user's pushes, so that none need be made. */
  isWatched(userId: string): boolean;
  log: Log;
  onSettled(count: number): void;
}): SettlementLoop {
  let running: Promise<void> | undefined;
  let again = false;

  async function run() {
    do {
      again = false;
      try {
        const { database, clock, feed } = context;
        const count = await settlePositions({ database, clock, book: feed.book }, (rows) =>
          announce(context, rows),
        );
        if (count > 0) context.onSettled(count);
      } catch (error) {
        // Nothing is lost: what is due stays due, and the next tick tries again.
        context.log.warn({ error: String(error) }, "settlement failed and will be tried again");
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

/** Results first, then the balance each user ends up with. */
function announce(
  { bus, isWatched }: { bus: Bus; isWatched(userId: string): boolean },
  rows: SettledRow[],
): void {
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
