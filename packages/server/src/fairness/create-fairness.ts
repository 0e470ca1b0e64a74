import type { Terms, WinRule } from "@veritick/domain/terms.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import type { PriceFeed } from "../prices/public.ts";
import { liabilityRoutes } from "./liabilities/routes.ts";
import { stateDaily } from "./liabilities/state-daily.ts";
import { fairnessRoutes } from "./routes.ts";
import type { RecordedSigner } from "./signing-keys.ts";

export type FairnessContext = {
  config: { houseEdge: number; winRule: WinRule };
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  feed: PriceFeed;
  signer: RecordedSigner;
  terms: readonly Terms[];
};

/** What anyone may check the platform by. */
export function createFairness(
  bind: Bind,
  context: FairnessContext,
): { tasks: readonly PeriodicTask[]; stop(): void } {
  fairnessRoutes(bind, context);
  liabilityRoutes(bind, context);
  const { book, chainAt } = context.feed;
  const liabilities = stateDaily({
    ...context,
    genesisTick: book.genesis.tick,
    chainNow: () => chainAt(book.newestTick),
  });
  return { tasks: [liabilities], stop: liabilities.stop };
}
