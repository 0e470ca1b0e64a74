import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";

/** A month in UTC, as `2026-01`. */
const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** A month's bounds in time, and in ids: a position belongs to the month in which its id begins. */
export type Month = { name: string; fromMs: number; toMs: number; firstId: string; endId: string };

/** Undefined where the text names no month. */
export function monthNamed(name: string): Month | undefined {
  const [, year, month] = MONTH.exec(name) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const fromMs = Date.UTC(Number(year), Number(month) - 1);
  const toMs = Date.UTC(Number(year), Number(month));
  return { name, fromMs, toMs, firstId: firstIdAt(fromMs), endId: firstIdAt(toMs) };
}

/** Ids begin with their time in milliseconds. */
const TIME_DIGITS = 12;

/** True where the positions of the month of an id are archived. It says nothing about whether there was such a position. */
export async function isArchived(database: Queryable, id: string): Promise<boolean> {
  const ms = Number.parseInt(id.replaceAll("-", "").slice(0, TIME_DIGITS), 16);
  const month = monthNamed(new Date(ms).toISOString().slice(0, 7));
  return month !== undefined && (await listArchived(database, month.fromMs, month.toMs)).length > 0;
}

/** The archived months that have a part between two instants, the oldest first. */
export async function listArchived(database: Queryable, fromMs: number, toMs: number): Promise<string[]> {
  const { rows } = await database.query<{ month: string }>(
    `select to_char(month, 'YYYY-MM') as month from archived_months
     where (month + interval '1 month') at time zone 'UTC' > $1 and month::timestamp at time zone 'UTC' < $2
     order by month`,
    [new Date(fromMs), new Date(toMs)],
  );
  return rows.map(({ month }) => month);
}
