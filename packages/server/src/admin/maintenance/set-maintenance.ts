import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { lockAccount } from "../user/lock-account.ts";
import { lockMaintenance, writeMaintenance } from "./maintenance-value.ts";

export type MaintenanceChange = { by: Caller; on: boolean; message: string | undefined };

/** Begins or ends maintenance, or gives it another message. What is so already stays so. */
export async function setMaintenance(
  { database, clock }: { database: Database; clock: Clock },
  { by, on, message }: MaintenanceChange,
): Promise<{ maintenance: Maintenance; changed: boolean } | Refused> {
  return transaction(database, async (connection) => {
    const administrator = await lockAccount(connection, by.actor, by);
    if (isRefused(administrator)) return administrator;
    const before = await lockMaintenance(connection);
    const at = dateOf(clock);
    const after = on
      ? { since: before?.since ?? at.toISOString(), message: message === "" ? null : (message ?? null) }
      : null;
    const changed = before?.since !== after?.since || before?.message !== after?.message;
    if (!changed) return { maintenance: after, changed };
    await writeMaintenance(connection, after);
    await recordAudit(
      connection,
      { action: "maintenance_changed", by, before: stateOf(before), after: stateOf(after) },
      at,
    );
    return { maintenance: after, changed };
  });
}

const stateOf = (maintenance: Maintenance) => ({
  on: maintenance !== null,
  message: maintenance?.message ?? null,
});
