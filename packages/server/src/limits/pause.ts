import type { Pause } from "@veritick/contract/schemas/limits.ts";

/** Until when somebody has paused, by each of the two ways; null or past where they have not. */
export type Pauses = { readonly timeOut: Date | null; readonly selfExclusion: Date | null };

/** The pause that holds at a time: the one of the two that ends later. */
export function pauseOf({ timeOut, selfExclusion }: Pauses, now: Date): Pause | null {
  const holding = [
    { kind: "time_out" as const, end: timeOut },
    { kind: "self_exclusion" as const, end: selfExclusion },
  ].flatMap(({ kind, end }) => (end !== null && end > now ? { kind, end } : []));
  const last = holding.reduce<(typeof holding)[number] | undefined>(
    (later, one) => (later === undefined || one.end >= later.end ? one : later),
    undefined,
  );
  return last === undefined ? null : { kind: last.kind, until: last.end.toISOString() };
}

/**
 * When a pause that begins now ends. Days have 24 hours. A month ends on the same day of a later month at the same time, in
 * UTC, or on that month's last day where it has no such day.
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
