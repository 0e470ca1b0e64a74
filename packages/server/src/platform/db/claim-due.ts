import { forEachLimited } from "../concurrency.ts";
import type { Database } from "./database.ts";

/** Which rows are due, and the change that claims them. All of it is SQL written in the code, never input. */
export type DueRows = {
  /** Names the prepared statement. Leave it out where `returning` is "*": a migration that adds a column would break it. */
  name?: string;
  table: string;
  /** The columns that identify a row. */
  key: string;
  where: string;
  orderBy: string;
  /** The change that claims a row: a lease usually, so that another process takes over from one that died. */
  set: string;
  returning: string;
  /** How many rows one statement claims. */
  batch: number;
};

/**
 * Claims one batch of due rows. Rows that another process is claiming are skipped rather than waited for, so every row
 * goes to one process.
 */
export async function claimDue<Row extends object>(
  database: Database,
  { name, table, key, where, orderBy, set, returning, batch }: DueRows,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await database.query<Row>({
    ...(name !== undefined && { name }),
    text: `update ${table} set ${set}
           where (${key}) in (
             select ${key} from ${table} where ${where} order by ${orderBy} limit ${batch} for update skip locked)
           returning ${returning}`,
    values: [...values],
  });
  return rows;
}

/** Claims due rows batch by batch until none is left, and works on some of a batch at a time. `work` handles its own failures. */
export async function forEachDue<Row extends object>(
  database: Database,
  due: DueRows,
  values: () => readonly unknown[],
  { atOnce, work }: { atOnce: number; work: (row: Row) => Promise<void> },
): Promise<void> {
  let claimed: number;
  do {
    const rows = await claimDue<Row>(database, due, values());
    await forEachLimited(rows, atOnce, work);
    claimed = rows.length;
  } while (claimed === due.batch);
}
