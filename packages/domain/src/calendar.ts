import { getISO } from "temporal-polyfill/fns/Calendar";
import * as Instant from "temporal-polyfill/fns/Instant";
import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";

/** The most days that results are summed up for at once. */
export const RESULT_DAYS_MAX = 92;

/** The day that `2026-01-31` names; undefined where it names none of this century. */
function readDay(text: string): PlainDate.Record | undefined {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  try {
    return PlainDate.fromString(text, getISO);
  } catch {
    return undefined;
  }
}

/** The local day of an instant (Unix milliseconds) in an IANA time zone. @throws RangeError for an unknown zone */
export function dayAt(zone: string, ms: number): string {
  return PlainDate.toString(localDay(zone, ms));
}

/** Clocks count fractions of a millisecond, which an instant of the library refuses. */
const localTime = (zone: string, ms: number): ZonedDateTime.Record =>
  Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(Math.floor(ms)), zone);

const localDay = (zone: string, ms: number): PlainDate.Record =>
  ZonedDateTime.toPlainDate(localTime(zone, ms));

/** The day some days later, or earlier where `days` is negative. @throws RangeError for what is no day of this century */
export function dayAfter(day: string, days: number): string {
  const date = readDay(day);
  if (date === undefined) throw new RangeError(`not a day of this century: ${day}`);
  return PlainDate.toString(PlainDate.addDays(date, days));
}

/**
 * When each local day from `from` to `to`, both included, begins, and when the last one ends: Unix milliseconds, one more than
 * there are days. A day begins with its first instant, which is not midnight where the clock skips that.
 *
 * @param zone an IANA name such as `Europe/Paris`
 * @returns undefined for what is no day of this century, no known zone, no day at all, or more than `RESULT_DAYS_MAX` days
 */
export function dayStarts(zone: string, from: string, to: string): number[] | undefined {
  const [first, last] = [readDay(from), readDay(to)];
  if (first === undefined || last === undefined) return undefined;
  const count = PlainDate.diffDays(first, last) + 1;
  if (count < 1 || count > RESULT_DAYS_MAX) return undefined;
  try {
    return Array.from({ length: count + 1 }, (_, index) => startOf(PlainDate.addDays(first, index), zone));
  } catch {
    return undefined;
  }
}

/** The first instant of a day in a zone: Unix milliseconds. */
const startOf = (day: PlainDate.Record, zone: string): number =>
  PlainDate.toZonedDateTime(day, zone).epochMilliseconds;

/** The longest name of a time zone that an account keeps. */
const ZONE_LENGTH_MAX = 64;

/** True for an IANA name that this process knows. Offsets such as `+02:00` do not follow a summer, so they are none. */
export function isZone(text: string): boolean {
  if (text.length > ZONE_LENGTH_MAX || !/^[A-Za-z][\w+/-]*$/.test(text)) return false;
  try {
    dayAt(text, 0);
    return true;
  } catch {
    return false;
  }
}

/** From `startsMs` until just before `endsMs`: Unix milliseconds. */
export type Span = { readonly startsMs: number; readonly endsMs: number };

export const PERIODS = ["day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

const firstDay = {
  day: (day: PlainDate.Record) => day,
  week: PlainDate.startOfWeek,
  month: PlainDate.startOfMonth,
};
const nextPeriod = {
  day: (day: PlainDate.Record) => PlainDate.addDays(day, 1),
  week: (day: PlainDate.Record) => PlainDate.addWeeks(day, 1),
  month: (day: PlainDate.Record) => PlainDate.addMonths(day, 1),
};

/** The local day, week (from Monday) or month that an instant (Unix milliseconds) lies in. @throws RangeError for an unknown zone */
export function periodAt(zone: string, period: Period, ms: number): Span {
  const first = firstDay[period](localDay(zone, ms));
  return { startsMs: startOf(first, zone), endsMs: startOf(nextPeriod[period](first), zone) };
}

const NIGHT_ENDS_HOUR = 5;

/** True from midnight until five in the morning, local time. @throws RangeError for an unknown zone */
export function isNight(zone: string, ms: number): boolean {
  return localTime(zone, ms).hour < NIGHT_ENDS_HOUR;
}
