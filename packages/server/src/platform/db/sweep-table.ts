import type { Queryable } from "./database.ts";

/** So many rows at once: each statement is short, and locks nothing for long. */
export const SWEEP_BATCH = 1_000;

/**
 * Deletes the rows of a table whose time is over, batch by batch, the oldest first. `column` is an indexed instant. Rows
 * that somebody holds are left for the next sweep. Rows without a key of one column go by their `ctid`. `onDeleted` gets what `returning` names of each batch.
 */
export async function sweepTable<Row extends object>(
  database: Queryable,
  what: { table: string; key: string; column: string; where?: string; returning?: string },
  now: Date,
  onDeleted: (rows: Row[]) => void = () => {},
): Promise<void> {
  const { table, key, column, where = "true", returning = key } = what;
  // The array is made once; a plain subselect the planner may run again for each row.
  const text = `
    delete from ${table} where ${key} = any (array(
      select ${key} from ${table} where ${column} <= $1 and ${where}
      order by ${column} limit ${SWEEP_BATCH} for update skip locked
    )) returning ${returning}`;
  let deleted: number;
  do {
    const { rows } = await database.query<Row>(text, [now]);
    deleted = rows.length;
    onDeleted(rows);
  } while (deleted === SWEEP_BATCH);
}
