import type { Queryable } from "../../platform/db/database.ts";
import { firstIdAt } from "../../platform/ids.ts";
import type { ExportQuery } from "./export-queries.ts";

/** From an instant on, and before another one. */
export type Period = { from: Date | undefined; to: Date | undefined };

const SLACK_MS = 600_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Between which keys the rows of a period are, so that the rest is not read. Keys ascend with time, but for statements
 * that ran side by side and clocks that are not quite the same: a matter of seconds, so ten minutes on either side are
 * safe, and between them each row's own time decides.
 */
export async function findBounds(
  database: Queryable,
  { key }: ExportQuery,
  { from, to }: Period,
): Promise<[first: string, end: string]> {
  const fromMs = from === undefined ? undefined : from.getTime() - SLACK_MS;
  const toMs = to === undefined ? undefined : to.getTime() + SLACK_MS;
  if (key === "id") {
    return [
      fromMs === undefined ? FIRST_ID : firstIdAt(fromMs),
      toMs === undefined ? LAST_ID : firstIdAt(toMs),
    ];
  }
  const { rows } = await database.query<{ first: string; end: string }>(
    `select coalesce((
         select id from ledger_transactions where created_at < $1 order by created_at desc limit 1), 0)::text as first,
       coalesce((
         select id from ledger_transactions where created_at >= $2 order by created_at limit 1),
         9223372036854775807)::text as end`,
    [fromMs === undefined ? null : new Date(fromMs), toMs === undefined ? null : new Date(toMs)],
  );
  return [rows[0]!.first, rows[0]!.end];
}
