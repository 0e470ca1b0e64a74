import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Sessions } from "../accounts/public.ts";
import { sweepProposals } from "../approvals/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { RunningKeys } from "../platform/db/idempotency.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import { exportRoutes } from "./exports/routes.ts";
import { exposureRoutes } from "./exposure/routes.ts";
import { maintenanceRoutes } from "./maintenance/routes.ts";
import { watchMaintenance } from "./maintenance/watch-maintenance.ts";
import { adminUserRoutes } from "./user/routes.ts";

export type OperatorContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  sessions: Sessions;
  runningKeys: RunningKeys;
  fourEyesAbove: Minor | undefined;
  /** Called at the start too. */
  onMaintenance(maintenance: Maintenance): void;
  /** To every live connection of this process. */
  broadcast(message: unknown): void;
};

export type Operator = {
  /** As this process knows it. */
  maintenance(): Maintenance;
  /** What is to be done as time passes. */
  readonly tasks: readonly PeriodicTask[];
};

/** What operators use beyond decisions about users and payments: one user's page, exposure, maintenance, exports. */
export async function createOperator(bind: Bind, context: OperatorContext): Promise<Operator> {
  const watch = await watchMaintenance(context, (maintenance) => {
    context.onMaintenance(maintenance);
    context.broadcast({ type: "maintenance", maintenance });
  });
  context.onMaintenance(watch.current());
  adminUserRoutes(bind, context);
  maintenanceRoutes(bind, { ...context, watch });
  exposureRoutes(bind, context);
  exportRoutes(bind, context);
  return { maintenance: watch.current, tasks: [watch.task, sweepProposals(context)] };
}
