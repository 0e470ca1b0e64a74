import { forEachLimited } from "../concurrency.ts";
import type { Database, Queryable } from "./database.ts";

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

/** So many rows at once: each statement is short, and locks nothing for long. */
export const SWEEP_BATCH = 1_000;

/**
 * Deletes the rows of a table whose time is over, batch by batch, the oldest first. `column` is an instant, indexed unless `where`
 * names few pages. Rows that somebody holds are left for the next sweep. Rows without a key of one column go by their `ctid`.
 * `onDeleted` gets what `returning` names of each batch.
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

/** Rows with an `id`, named by one value: `trading_positions where user_id = $1`. */
type Rows = string;

/** Locks rows in the order of their ids, waiting for whoever holds them. */
export async function lockRows(connection: Queryable, rows: Rows, value: string): Promise<void> {
  await connection.query(`select count(*) from (select from ${rows} order by id for update) as locked`, [
    value,
  ]);
}

/**
 * Locks those of the rows that came since they were locked, without waiting, so that it may be done late. False where
 * somebody else has one of them.
 */
export async function lockNewRows(connection: Queryable, rows: Rows, value: string): Promise<boolean> {
  const { rows: answer } = await connection.query<{ all_locked: boolean }>(
    `select (select count(*) from ${rows}) =
       (select count(*) from (select from ${rows} for update skip locked) as locked) as all_locked`,
    [value],
  );
  return answer[0]!.all_locked;
}
