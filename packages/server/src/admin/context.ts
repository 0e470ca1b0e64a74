import type { Minor } from "@veritick/domain/money.ts";
import type { Sessions } from "../accounts/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { PaymentContext } from "../payments/public.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { RunningKeys } from "../platform/db/idempotency.ts";
import type { Outbox } from "../platform/outbox.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Tell } from "../told/public.ts";

/** What the administration works with. */
export type AdminContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  sessions: Sessions;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
  /** Decisions above this amount need two administrators; undefined if one is always enough. */
  fourEyesAbove: Minor | undefined;
  /** Whether administrators decide about their own account too. */
  decidesOwn: boolean;
  tell: Tell;
  outbox: Pick<Outbox, "again">;
  /** For proposals about payments. */
  payments: PaymentContext;
};
