import type { Pause } from "@veritick/contract/schemas/limits.ts";

/** The end of each kind of pause; null or past if it does not apply. */
export type Pauses = { readonly timeOut: Date | null; readonly selfExclusion: Date | null };

/** Returns the pause that applies at a time: if both do, the one that ends later. */
export function pauseOf({ timeOut, selfExclusion }: Pauses, now: Date): Pause | null {
  const running = [
    { kind: "time_out" as const, end: timeOut },
    { kind: "self_exclusion" as const, end: selfExclusion },
  ].flatMap(({ kind, end }) => (end !== null && end > now ? { kind, end } : []));
  const last = running.reduce<(typeof running)[number] | undefined>(
    (later, one) => (later === undefined || one.end >= later.end ? one : later),
    undefined,
  );
  return last === undefined ? null : { kind: last.kind, until: last.end.toISOString() };
}

/**
 * Returns the end of a pause that begins now. A day has 24 hours. Months end on the same day of a later month at the same
 * time, in UTC, or on that month's last day if it has no such day.
 */
export function pauseEnd(kind: Pause["kind"], length: number, now: Date): Date {
  const end = new Date(now);
  if (kind === "time_out") {
    end.setUTCDate(end.getUTCDate() + length);
    return end;
  }
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + length);
  const daysOfMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(now.getUTCDate(), daysOfMonth));
  return end;
}
