import type { QueryConfig } from "pg";
import type { Queryable } from "./database.ts";

const LONG_MS = 3_600_000;
/** As everywhere else: who holds a lock for longer does not come back. */
const LOCK_MS = 30_000;

/**
 * Lets the statements of a transaction take long, for work that grows with what there is to do. Waiting for a lock may
 * take no longer than it always may.
 *
 * @returns the same connection, to be used until the transaction is over
 */
export async function allowLongStatements(connection: Queryable): Promise<Queryable> {
  await connection.query(`set local lock_timeout = ${LOCK_MS}`);
  await connection.query("set local statement_timeout = 0");
  const query = (statement: string | QueryConfig, values: unknown[] = []) => {
    const config = typeof statement === "string" ? { text: statement, values } : statement;
    // The driver knows this; its types do not yet.
    const patient = { ...config, query_timeout: LONG_MS };
    return connection.query(patient);
  };
  return { query } as Queryable;
}
