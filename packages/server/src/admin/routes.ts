import * as contract from "@veritick/contract/admin.ts";
import type { Bus } from "../platform/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { RunningKeys } from "../platform/idempotency.ts";
import { isRefused } from "../platform/refusal.ts";
import { adjustBalance } from "./adjust-balance.ts";
import { deleteUser } from "./delete-user.ts";
import { getUser } from "./get-user.ts";
import { listUsers } from "./list-users.ts";
import { readStats } from "./read-stats.ts";
import { setAdmin } from "./set-admin.ts";

export type AdminContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
};

export function adminRoutes(bind: Bind, context: AdminContext): void {
  bind(contract.adminStats, () => readStats(context.database));
  bind(contract.adminListUsers, ({ query }) => listUsers(context.database, query));
  bind(contract.adminGetUser, ({ params }) => getUser(context.database, params.id));

  bind(contract.setAdmin, ({ identity, params, body }) =>
    setAdmin(context, { actor: identity.userId, userId: params.id, isAdmin: body.isAdmin }),
  );

  bind(contract.deleteUser, async (call) => {
    const { userId: actor } = call.identity;
    const deleted = await deleteUser(context, { actor, userId: call.params.id });
    if (!isRefused(deleted) && deleted.id === actor) call.clearSession();
    return deleted;
  });

  bind(contract.adjustBalance, ({ identity, params, body, idempotency }) =>
    adjustBalance(context, {
      actor: identity.userId,
      userId: params.id,
      change: body.amount,
      note: body.note,
      idempotency,
    }),
  );
}
