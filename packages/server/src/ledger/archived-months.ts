import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";

/** A month in UTC, as `2026-01`. */
const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** A month's bounds in time and in ids. A position belongs to the month of the time at the start of its id. */
export type Month = { name: string; fromMs: number; toMs: number; firstId: string; endId: string };

/** Parses a month. Returns undefined if the text names none. */
export function monthNamed(name: string): Month | undefined {
  const [, year, month] = MONTH.exec(name) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const fromMs = Date.UTC(Number(year), Number(month) - 1);
  const toMs = Date.UTC(Number(year), Number(month));
  return { name, fromMs, toMs, firstId: firstIdAt(fromMs), endId: firstIdAt(toMs) };
}

/** The hexadecimal digits at the start of an id that hold its time in milliseconds. */
const TIME_DIGITS = 12;

/** Returns true if the positions of an id's month are archived, whether or not the position existed. */
export async function isArchived(database: Queryable, id: string): Promise<boolean> {
  const ms = Number.parseInt(id.replaceAll("-", "").slice(0, TIME_DIGITS), 16);
  const month = monthNamed(new Date(ms).toISOString().slice(0, 7));
  return month !== undefined && (await listArchived(database, month.fromMs, month.toMs)).length > 0;
}

/** Lists the archived months that overlap the time between two instants, oldest first. */
export async function listArchived(database: Queryable, fromMs: number, toMs: number): Promise<string[]> {
  const { rows } = await database.query<{ month: string }>(
    `select to_char(month, 'YYYY-MM') as month from archived_months
     where (month + interval '1 month') at time zone 'UTC' > $1 and month::timestamp at time zone 'UTC' < $2
     order by month`,
    [new Date(fromMs), new Date(toMs)],
  );
  return rows.map(({ month }) => month);
}

/** Lists the archived months in which a user may have positions that ended between two instants, latest first. */
export async function listArchivedOf(
  database: Queryable,
  userId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<string[]> {
  const { rows } = await database.query<{ month: string }>(
    `select distinct to_char(month, 'YYYY-MM') as month from archived_sums
     where user_id = $1 and month::timestamp at time zone 'UTC' < $3
       -- A position may end some minutes after the end of its month.
       and (month + interval '1 month 15 minutes') at time zone 'UTC' > $2
     order by month desc`,
    [userId, from ?? "-infinity", to ?? "infinity"],
  );
  return rows.map(({ month }) => month);
}
