import { adminStats } from "@veritick/contract/schemas/admin.ts";
import * as contract from "@veritick/contract/schemas/admin-users.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { approvalRoutes, decidingOf } from "../approvals/public.ts";
import type { CarryOutPayments } from "../approvals/public.ts";
import type { Bus } from "../cluster/bus.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { RunningKeys } from "../platform/db/idempotency.ts";
import { isRefused } from "../platform/refusal.ts";
import { adjustBalance, carryOutAdjustment } from "./adjust-balance.ts";
import { deleteUser } from "./delete-user.ts";
import { getUser } from "./get-user.ts";
import { listUsers } from "./list-users.ts";
import { readStats } from "./read-stats.ts";
import { carryOutRights, setAdmin } from "./set-admin.ts";

export type AdminContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
  /** Decisions above this amount take two administrators; undefined where one is enough. */
  fourEyesAbove: Minor | undefined;
  /** What two administrators decide about payments. */
  carryOut: CarryOutPayments;
};

export function adminRoutes(bind: Bind, context: AdminContext): void {
  bind(adminStats, () => readStats(context.database));
  bind(contract.adminListUsers, ({ query }) => listUsers(context.database, query));
  bind(contract.adminGetUser, ({ params }) => getUser(context.database, params.id, dateOf(context.clock)));

  bind(contract.setAdmin, (call) =>
    setAdmin(context, { by: callerOf(call), userId: call.params.id, isAdmin: call.body.isAdmin }),
  );

  bind(contract.deleteUser, async (call) => {
    const deleted = await deleteUser(context, { by: callerOf(call), userId: call.params.id });
    if (!isRefused(deleted) && deleted.id === call.identity.userId) call.clearSession();
    return deleted;
  });

  bind(contract.adjustBalance, (call) =>
    adjustBalance(context, {
      ...decidingOf(call),
      userId: call.params.id,
      change: call.body.amount,
      note: call.body.note,
    }),
  );

  approvalRoutes(bind, {
    ...context,
    carryOut: {
      ...context.carryOut,
      balance_adjusted: carryOutAdjustment(context),
      rights_changed: carryOutRights(context),
    },
  });
}
