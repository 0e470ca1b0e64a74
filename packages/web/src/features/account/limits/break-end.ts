import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { EXCLUSION_MONTHS, TIME_OUT_DAYS } from "@veritick/domain/product.ts";
import type { LaterMessages } from "../../../locales/messages.ts";

/** Where the page of the limits has its breaks. */
export const BREAK_ANCHOR = "break";

/** A length of a break: days of a time-out, months of a self-exclusion. */
export const BREAK_LENGTHS: Record<Pause["kind"], readonly number[]> = {
  time_out: TIME_OUT_DAYS,
  self_exclusion: EXCLUSION_MONTHS,
};

const MONTHS_OF_YEAR = 12;

/** A length as people say it: in years from a whole one on. */
export function breakLength(
  kind: Pause["kind"],
  length: number,
  words: Pick<LaterMessages["limits"]["pause"], "days" | "months" | "years">,
): { readonly count: number; readonly unit: string } {
  if (kind === "time_out") return { count: length, unit: words.days(length) };
  const years = length / MONTHS_OF_YEAR;
  return years < 1 ? { count: length, unit: words.months } : { count: years, unit: words.years(years) };
}

/**
 * When a break that begins now ends, as the server reckons it: a month ends on the same day of a later month, in UTC, or
 * on that month's last day where it has no such day.
 */
export function breakEnd(kind: Pause["kind"], length: number, nowMs: number): Date {
  const end = new Date(nowMs);
  if (kind === "time_out") {
    end.setUTCDate(end.getUTCDate() + length);
    return end;
  }
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + length);
  // The month has no such day, and what is beyond its last one went on into the next.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end;
}
