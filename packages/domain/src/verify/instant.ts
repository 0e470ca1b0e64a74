/** The form in which instants are told: ISO 8601 in UTC with milliseconds. */
export const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d\.\d{3})Z$/;

/** Unix seconds of such a text, with what is left of a second; undefined for any other text. */
export function secondsOf(instant: string): number | undefined {
  const [year, month, day, hour, minute, second] = INSTANT.exec(instant)?.slice(1).map(Number) ?? [];
  if (year === undefined || month! < 1 || month! > 12) return undefined;
  return ((daysUntil(year, month!) + day! - 1) * 24 + hour!) * 3600 + minute! * 60 + second!;
}

/** Days from 1970 to the first of a month. Years are counted from March, so that a leap day is the last of its year. */
function daysUntil(year: number, month: number): number {
  const since = month > 2 ? year : year - 1;
  const months = (month + 9) % 12;
  const leapDays = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  return 365 * since + leapDays + Math.floor((153 * months + 2) / 5) - 719_468;
}
