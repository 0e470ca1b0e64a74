import * as contract from "@veritick/contract/schemas/settings.ts";
import type { Bus } from "../../cluster/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { callerOf } from "../../platform/http/call.ts";
import { isRefused } from "../../platform/refusal.ts";
import { setMaintenance } from "./set-maintenance.ts";
import type { MaintenanceWatch } from "./watch-maintenance.ts";

export function maintenanceRoutes(
  bind: Bind,
  context: { database: Database; clock: Clock; bus: Bus; watch: MaintenanceWatch },
): void {
  bind(contract.setMaintenance, async (call) => {
    const result = await setMaintenance(context, { by: callerOf(call), ...messageOf(call.body) });
    if (isRefused(result)) return result;
    if (result.changed) context.bus.publish({ kind: "maintenanceChanged" });
    // Whoever has the answer finds it so here. That it could not be read again does not undo it.
    await context.watch.look().catch(() => undefined);
    return { maintenance: result.maintenance };
  });
}

const messageOf = ({ on, message }: { on: boolean; message?: string | undefined }) => ({ on, message });
