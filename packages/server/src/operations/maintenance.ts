import * as contract from "@veritick/contract/schemas/settings.ts";
import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { lockDecider } from "../accounts/public.ts";
import { recordAudit } from "../audit/public.ts";
import type { Bus } from "../cluster/bus.ts";
import { countDoubtfulWithdrawals } from "../payments/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { watchValue } from "./watch-value.ts";
import type { WatchedValue } from "./watch-value.ts";

type MaintenanceContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  broadcast(message: unknown): void;
};

/**
 * Lets administrators switch maintenance on and off, and tells browsers and the metrics of every change. The returned value
 * is this process's view for display; the database decides whether a position may be opened.
 */
export async function createMaintenance(
  bind: Bind,
  context: MaintenanceContext,
): Promise<WatchedValue<Maintenance>> {
  const { bus, metrics, broadcast } = context;
  const measure = (maintenance: Maintenance) => metrics.maintenance.set(maintenance === null ? 0 : 1);
  const watch = await watchValue({
    bus,
    log: context.log,
    name: "maintenance",
    kind: "maintenanceChanged",
    read: () => readMaintenance(context.database),
    onChange(maintenance) {
      measure(maintenance);
      broadcast({ type: "maintenance", maintenance });
    },
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

type MaintenanceChange = {
  by: Caller;
  on: boolean;
  message?: string | undefined;
  stopWithdrawals?: boolean | undefined;
  restoreChecked?: boolean | undefined;
};

/**
 * Begins or ends maintenance, changes its message or whether withdrawals are stopped. Writes nothing if nothing changes.
 * After a restore, it opens withdrawals only if the administrator confirms that the list is done.
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

/** True if no administrator has confirmed yet that the restored data was checked, or if doubtful withdrawals remain. */
const isRestoreUnchecked = async (connection: Queryable, { restored }: NonNullable<Maintenance>) =>
  restored === true || (await countDoubtfulWithdrawals(connection)) > 0;

/** The statement that opens positions refuses while a value of this name is not `null`. Payments read it too. */
const NAME = "maintenance";

async function readMaintenance(database: Queryable): Promise<Maintenance> {
  const { rows } = await database.query<{ value: string }>({
    name: "read_maintenance",
    text: "select value from kept_values where name = $1",
    values: [NAME],
  });
  return parse(rows[0]?.value ?? "null");
}

async function lockMaintenance(connection: Queryable): Promise<Maintenance> {
  await connection.query("insert into kept_values (name, value) values ($1, 'null') on conflict do nothing", [
    NAME,
  ]);
  const { rows } = await connection.query<{ value: string }>(
    "select value from kept_values where name = $1 for update",
    [NAME],
  );
  return parse(rows[0]!.value);
}

async function writeMaintenance(connection: Queryable, maintenance: Maintenance): Promise<void> {
  await connection.query("update kept_values set value = $2 where name = $1", [
    NAME,
    JSON.stringify(maintenance),
  ]);
}

/**
 * Begins maintenance after a restore, because a restored installation lacks all events since its backup. It opens no
 * positions and pays nothing out until an administrator has checked it.
 */
export async function beginAfterRestore(connection: Queryable, at: Date): Promise<void> {
  const before = await lockMaintenance(connection);
  await writeMaintenance(connection, {
    since: at.toISOString(),
    message: before?.message ?? null,
    withdrawalsStopped: true,
    restored: true,
  });
}

const parse = (value: string): Maintenance => JSON.parse(value) as Maintenance;
