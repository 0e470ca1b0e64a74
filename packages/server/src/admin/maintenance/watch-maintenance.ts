import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import type { Bus } from "../../cluster/bus.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import { periodically } from "../../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../../platform/process/background-tasks.ts";
import { readMaintenance } from "./maintenance-value.ts";

const LOOK_TICKS = 5;

export type MaintenanceWatch = {
  /** As this process knows it: what people are shown. Whether a position opens is decided by the database. */
  current(): Maintenance;
  /** Reads it anew. */
  look(): Promise<void>;
  readonly task: PeriodicTask;
};

/** Knows of maintenance at once where the bus tells of it, and within seconds where it does not. */
export async function watchMaintenance(
  { database, bus, log }: { database: Database; bus: Bus; log: Log },
  onChange: (maintenance: Maintenance) => void,
): Promise<MaintenanceWatch> {
  let current = await readMaintenance(database);
  let running: Promise<void> | undefined;
  let again = false;

  // One look after the other: an older answer must not come after a newer one.
  async function lookOn(): Promise<void> {
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

  function look(): Promise<void> {
    again = true;
    running ??= lookOn();
    return running;
  }

  const lookIfPossible = () =>
    void look().catch((error: unknown) =>
      log.warn({ error: String(error) }, "maintenance could not be read"),
    );
  bus.subscribe((message) => message.kind === "maintenanceChanged" && lookIfPossible());
  bus.onGap(lookIfPossible);

  const everySoOften = periodically(LOOK_TICKS, "maintenance", log, look);
  const idle = async () => {
    await everySoOften.idle();
    await running?.catch(() => undefined);
  };
  return { current: () => current, look, task: { tick: everySoOften.tick, idle } };
}
