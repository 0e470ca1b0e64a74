import { forEachLimited } from "../concurrency.ts";
import type { Database, Queryable } from "./database.ts";

/** The due rows and the change that claims them. All of it is SQL written in the code, never input. */
export type DueRows = {
  /**
   * The name of the prepared statement. Omit it if `returning` is "*": a migration that adds a column would break the
   * statement.
   */
  name?: string;
  table: string;
  key: string;
  where: string;
  orderBy: string;
  /** The change that claims a row: a lease usually, so that another process takes over from one that died. */
  set: string;
  returning: string;
  batch: number;
};

/** Claims one batch of due rows. It skips rows that another process is claiming, so every row goes to one process. */
export async function claimDue<Row extends object>(
  database: Database,
  { name, table, key, where, orderBy, set, returning, batch }: DueRows,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await database.query<Row>({
    ...(name !== undefined && { name }),
    // Materialized, because the planner might run a plain subselect several times and so claim more than a batch.
    text: `with due as materialized (
             select ${key} from ${table} where ${where} order by ${orderBy} limit ${batch} for update skip locked)
           update ${table} set ${set}
           where (${key}) in (select * from due)
           returning ${returning}`,
    values: [...values],
  });
  return rows;
}

/** Claims due rows batch by batch until none is left, and runs up to `atOnce` at a time. `work` handles its own failures. */
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

/** The number of rows that one statement deletes. Each statement is short and locks nothing for long. */
const SWEEP_BATCH = 1_000;

/**
 * Deletes the rows of a table whose `column` is at most `oldest`, batch by batch, the oldest first. The column is an instant,
 * or an id that begins with one. It must be indexed unless `where` names few pages. Rows that another transaction holds are
 * left for the next sweep. A table without a key of one column uses `ctid`. `onDeleted` gets the `returning` columns of each
 * batch.
 */
export async function sweepTable<Row extends object>(
  database: Queryable,
  what: { table: string; key: string; column: string; where?: string; returning?: string },
  oldest: Date | string,
  onDeleted: (rows: Row[]) => void = () => {},
): Promise<void> {
  const { table, key, column, where = "true", returning = key } = what;
  // The planner evaluates the array once; it might run a plain subselect again for each row.
  const text = `
    delete from ${table} where ${key} = any (array(
      select ${key} from ${table} where ${column} <= $1 and ${where}
      order by ${column} limit ${SWEEP_BATCH} for update skip locked
    )) returning ${returning}`;
  let deleted: number;
  do {
    const { rows } = await database.query<Row>(text, [oldest]);
    deleted = rows.length;
    onDeleted(rows);
  } while (deleted === SWEEP_BATCH);
}

/** A table with an `id`, and a condition with one value: `trading_positions where user_id = $1`. */
type Rows = string;

/** Locks rows in the order of their ids, and waits for other transactions that hold them. */
export async function lockRows(connection: Queryable, rows: Rows, value: string): Promise<void> {
  await connection.query(`select count(*) from (select from ${rows} order by id for update) as locked`, [
    value,
  ]);
}

/**
 * Locks rows without waiting, including those added since `lockRows`, so that it can run late in a transaction. Returns
 * false if another transaction holds one of them.
 */
export async function lockNewRows(connection: Queryable, rows: Rows, value: string): Promise<boolean> {
  const { rows: answer } = await connection.query<{ all_locked: boolean }>(
    `select (select count(*) from ${rows}) =
       (select count(*) from (select from ${rows} for update skip locked) as locked) as all_locked`,
    [value],
  );
  return answer[0]!.all_locked;
}
