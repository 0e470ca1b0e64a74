import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { Sessions } from "../accounts/public.ts";
import type { DecisionRequest, FourEyesSettings } from "../approvals/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { PaymentContext } from "../payments/public.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { RunningKeys } from "../platform/http/idempotency.ts";
import type { Outbox } from "../platform/outbox.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Notifier } from "../notifications/public.ts";

/** The dependencies and settings of the administration. */
export type AdminContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  sessions: Sessions;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
  settings: FourEyesSettings;
  notifier: Notifier;
  /** Makes the tokens of mailed links. */
  sealing: Sealing;
  /** The hours for which withdrawals pause after a withdrawal code is reset. */
  withdrawalHoldHours: number;
  outbox: Pick<Outbox, "again">;
  /** Changes a setting, given as `NAME=value`, for proposals about settings. */
  changeSetting(
    request: Omit<DecisionRequest, "idempotency"> & { setting: string },
  ): Promise<{ awaiting: Awaiting } | Refused>;
  /** The context of payments, for proposals about them. */
  payments: PaymentContext;
};
