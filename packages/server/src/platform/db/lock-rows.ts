import type { Queryable } from "./database.ts";

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
