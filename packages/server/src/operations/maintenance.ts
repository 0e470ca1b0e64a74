import * as contract from "@veritick/contract/schemas/settings.ts";
import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { lockDecider } from "../accounts/public.ts";
import { recordAudit } from "../audit/public.ts";
import type { Bus } from "../cluster/bus.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller } from "../platform/http/call.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { countDoubtfulWithdrawals } from "../payments/public.ts";
import { lockMaintenance, readMaintenance, writeMaintenance } from "./maintenance-state.ts";

type MaintenanceContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  /** Sends a message to every live connection of this process. */
  broadcast(message: unknown): void;
};

export type MaintenanceMode = {
  /** What this process shows to people. The database decides whether a position may be opened. */
  current(): Maintenance;
  readonly task: PeriodicTask;
};

/** Lets administrators switch maintenance on and off, and tells people and the metrics of every change. */
export async function createMaintenance(bind: Bind, context: MaintenanceContext): Promise<MaintenanceMode> {
  const { bus, metrics, broadcast } = context;
  const measure = (maintenance: Maintenance) => metrics.maintenance.set(maintenance === null ? 0 : 1);
  const watch = await watchMaintenance(context, (maintenance) => {
    measure(maintenance);
    broadcast({ type: "maintenance", maintenance });
  });
  measure(watch.current());

  bind(contract.setMaintenance, async (call) => {
    const result = await setMaintenance(context, { ...call.body, by: callerOf(call) });
    if (isRefused(result)) return result;
    if (result.changed) bus.publish({ kind: "maintenanceChanged" });
    // The caller's next request must find the change on this process. If the read fails, the change still stands.
    await watch.refresh().catch(() => undefined);
    return { maintenance: result.maintenance };
  });

  return watch;
}

type MaintenanceWatch = MaintenanceMode & { refresh(): Promise<void> };

const REFRESH_TICKS = 5;

/** Follows maintenance at once if the bus carries the change, and within seconds if it does not. */
async function watchMaintenance(
  { database, bus, log }: Pick<MaintenanceContext, "database" | "bus" | "log">,
  onChange: (maintenance: Maintenance) => void,
): Promise<MaintenanceWatch> {
  let current = await readMaintenance(database);
  let running: Promise<void> | undefined;
  let again = false;

  // Reads come one after the other, so that an older answer never replaces a newer one.
  async function readUntilCurrent(): Promise<void> {
    try {
      do {
        again = false;
        const found = await readMaintenance(database);
        if (JSON.stringify(found) === JSON.stringify(current)) continue;
        current = found;
        onChange(found);
      } while (again);
    } finally {
      running = undefined;
    }
  }

  function refresh(): Promise<void> {
    again = true;
    running ??= readUntilCurrent();
    return running;
  }

  const refreshIfPossible = () =>
    void refresh().catch((error: unknown) =>
      log.warn({ error: String(error) }, "maintenance could not be read"),
    );
  bus.subscribe((message) => message.kind === "maintenanceChanged" && refreshIfPossible());
  bus.onGap(refreshIfPossible);

  const periodic = periodically(REFRESH_TICKS, "maintenance", log, refresh);
  const idle = async () => {
    await periodic.idle();
    await running?.catch(() => undefined);
  };
  return { current: () => current, refresh, task: { tick: periodic.tick, idle } };
}

type MaintenanceChange = {
  by: Caller;
  on: boolean;
  message?: string | undefined;
  stopWithdrawals?: boolean | undefined;
  restoreChecked?: boolean | undefined;
};

/**
 * Begins or ends maintenance, changes its message or whether withdrawals are stopped. Writes nothing if nothing changes.
 * After a restore, it opens withdrawals only for who says that the list is done.
 */
async function setMaintenance(
  { database, clock }: Pick<MaintenanceContext, "database" | "clock">,
  { by, on, message, stopWithdrawals, restoreChecked = false }: MaintenanceChange,
): Promise<{ maintenance: Maintenance; changed: boolean } | Refused> {
  return transaction(database, async (connection) => {
    const refused = await lockDecider(connection, by, null, "administrator");
    if (refused !== undefined) return refused;
    const before = await lockMaintenance(connection);
    const at = dateOf(clock);
    const withdrawalsStopped = on && (stopWithdrawals ?? before?.withdrawalsStopped ?? false);
    const opens = before !== null && (!on || (before.withdrawalsStopped === true && !withdrawalsStopped));
    if (opens && !restoreChecked && (await isRestoreUnchecked(connection, before)))
      return refuse("restore_unchecked", { field: "restoreChecked" });
    const after: Maintenance = on
      ? {
          since: before?.since ?? at.toISOString(),
          message: message === "" ? null : (message ?? null),
          ...(withdrawalsStopped && { withdrawalsStopped }),
          ...(before?.restored && !restoreChecked && { restored: true }),
        }
      : null;
    const changed = JSON.stringify(stateOf(before)) !== JSON.stringify(stateOf(after));
    if (!changed) return { maintenance: before, changed };
    await writeMaintenance(connection, after);
    await recordAudit(
      connection,
      {
        action: "maintenance_changed",
        by,
        before: stateOf(before),
        after: { ...stateOf(after), ...(before?.restored && restoreChecked && { restoreChecked }) },
      },
      at,
    );
    return { maintenance: after, changed };
  });
}

const stateOf = (maintenance: Maintenance) => ({
  on: maintenance !== null,
  message: maintenance?.message ?? null,
  ...(maintenance?.withdrawalsStopped && { withdrawalsStopped: true }),
});

/** Whether nobody has said yet that what a restore brought back was looked at, or some of it still waits. */
const isRestoreUnchecked = async (connection: Queryable, { restored }: NonNullable<Maintenance>) =>
  restored === true || (await countDoubtfulWithdrawals(connection)) > 0;
