import * as contract from "@veritick/contract/admin.ts";
import type { Bus } from "../platform/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { RunningKeys } from "../platform/idempotency.ts";
import { adjustBalance } from "./adjust-balance.ts";

export type AdminContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
};

export function adminRoutes(bind: Bind, context: AdminContext): void {
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
