import { getISO } from "temporal-polyfill/fns/Calendar";
import * as Instant from "temporal-polyfill/fns/Instant";
import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";

/** The most days that one summary of results may cover. */
export const RESULT_DAYS_MAX = 92;

/** Reads a day such as `2026-01-31`; undefined for text that names no day of this century. */
function readDay(text: string): PlainDate.Record | undefined {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  try {
    return PlainDate.fromString(text, getISO);
  } catch {
    return undefined;
  }
}

/** Returns the local day of an instant (Unix milliseconds) in an IANA time zone. @throws RangeError for an unknown zone */
export function dayAt(zone: string, ms: number): string {
  return PlainDate.toString(localDay(zone, ms));
}

/** Drops the fractions of a millisecond that clocks count, because the library's instants refuse them. */
const localTime = (zone: string, ms: number): ZonedDateTime.Record =>
  Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(Math.floor(ms)), zone);

const localDay = (zone: string, ms: number): PlainDate.Record =>
  ZonedDateTime.toPlainDate(localTime(zone, ms));

/** Returns the day some days later, or earlier if `days` is negative. @throws RangeError unless `day` is of this century */
export function dayAfter(day: string, days: number): string {
  const date = readDay(day);
  if (date === undefined) throw new RangeError(`not a day of this century: ${day}`);
  return PlainDate.toString(PlainDate.addDays(date, days));
}

/**
 * Returns the instants at which the local days from `from` to `to`, both included, begin and the last one ends: Unix
 * milliseconds, one more than there are days. A day begins with its first instant, which is not midnight if the clock skips
 * that.
 *
 * @param zone an IANA name such as `Europe/Paris`
 * @returns undefined for a day outside this century, an unknown zone, no days at all, or more than `RESULT_DAYS_MAX`
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

/**
 * Returns the instants at which the months of a year begin in a zone and the last one ends: thirteen, Unix milliseconds.
 *
 * @throws RangeError for an unknown zone
 */
export function monthStarts(zone: string, year: number): number[] {
  return Array.from({ length: 13 }, (_, index) =>
    startOf(PlainDate.create(year + Math.floor(index / 12), (index % 12) + 1, 1), zone),
  );
}

/** Returns the first instant of a day in a zone: Unix milliseconds. */
const startOf = (day: PlainDate.Record, zone: string): number =>
  PlainDate.toZonedDateTime(day, zone).epochMilliseconds;

/** The most characters in the name of an account's time zone. */
const ZONE_LENGTH_MAX = 64;

/** Returns true for an IANA name that this process knows. Offsets such as `+02:00` are refused: they ignore summer time. */
export function isZone(text: string): boolean {
  if (text.length > ZONE_LENGTH_MAX || !/^[A-Za-z][\w+/-]*$/.test(text)) return false;
  try {
    dayAt(text, 0);
    return true;
  } catch {
    return false;
  }
}

/** The time from `startsMs` until just before `endsMs`: Unix milliseconds. */
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

/**
 * Returns the local day, week (from Monday) or month of an instant (Unix milliseconds).
 *
 * @throws RangeError for an unknown zone
 */
export function periodAt(zone: string, period: Period, ms: number): Span {
  const first = firstDay[period](localDay(zone, ms));
  return { startsMs: startOf(first, zone), endsMs: startOf(nextPeriod[period](first), zone) };
}

const NIGHT_ENDS_HOUR = 5;

/** Returns true from midnight until five in the morning, local time. @throws RangeError for an unknown zone */
export function isNight(zone: string, ms: number): boolean {
  return localTime(zone, ms).hour < NIGHT_ENDS_HOUR;
}
