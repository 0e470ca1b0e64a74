import type { Bus, BusMessage } from "../cluster/bus.ts";
import { periodically } from "../platform/clock.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { createWakeable } from "../platform/concurrency.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { warnOf } from "../platform/db/unavailable.ts";

export type WatchedValue<T> = {
  current(): T;
  refresh(): Promise<void>;
  readonly task: PeriodicTask;
};

const REFRESH_TICKS = 5;

/** Follows a value of the database: at once if the bus carries the change, and within seconds if it does not. */
export async function watchValue<T>(options: {
  bus: Bus;
  log: Log;
  name: string;
  kind: BusMessage["kind"];
  read: () => Promise<T>;
  onChange: (value: T) => void;
}): Promise<WatchedValue<T>> {
  const { bus, log, name, kind, read, onChange } = options;
  let current = await read();

  // Reads come one after the other, so that an older answer never replaces a newer one.
  const reading = createWakeable(async () => {
    const found = await read();
    if (JSON.stringify(found) === JSON.stringify(current)) return;
    current = found;
    onChange(found);
  });
  const refresh = reading.wake;

  const refreshIfPossible = () =>
    void refresh().catch((error: unknown) => warnOf(log, error, `${name} could not be read`));
  bus.subscribe((message) => message.kind === kind && refreshIfPossible());
  bus.onGap(refreshIfPossible);

  const periodic = periodically(REFRESH_TICKS, name, log, refresh);
  const idle = async () => {
    await periodic.idle();
    await reading.idle().catch(() => undefined);
  };
  return { current: () => current, refresh, task: { tick: periodic.tick, idle } };
}
