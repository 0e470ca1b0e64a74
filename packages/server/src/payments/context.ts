import type { Minor } from "@veritick/domain/money.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { RunningKeys } from "../platform/db/idempotency.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { KeyedQueue } from "../platform/concurrency.ts";
import type { PaymentProvider } from "./provider.ts";

/** What everything about payments works with. */
export type PaymentContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  provider: PaymentProvider;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
  /** Those of each user, for all that locks their row for longer than a statement takes. */
  userQueue: KeyedQueue;
  /** Decisions above this amount take two administrators; undefined where one is enough. */
  fourEyesAbove: Minor | undefined;
};
