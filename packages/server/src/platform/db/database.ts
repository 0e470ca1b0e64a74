import pg from "pg";
import type { Log } from "../telemetry/log.ts";
import { within } from "../telemetry/scope.ts";
import { traceQueries } from "./trace-queries.ts";
import { isTracing, traceDetail } from "../telemetry/tracing.ts";

export type Database = pg.Pool;
/** A pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

export type Connection =
  string | { host: string; port: number; user: string; password: string; database: string };

const INT8 = 20;

// Ticks, states and ledger ids are safe integers; numeric stays text, because no float may touch an amount.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 && format !== "binary"
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

const STATEMENT_MS = 30_000;

export function openDatabase(connection: Connection, log: Log, poolSize = 12): Database {
  const pool = new pg.Pool({
    ...(typeof connection === "string" ? { connectionString: connection } : connection),
    types,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A statement that never comes back must not hold up all that waits for it: the database gives up first, then we.
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 5_000,
    application_name: "veritick",
  });
  // An idle connection that breaks (the database restarted) is replaced at the next use; it must not end the process.
  pool.on("error", (error) =>
    // It has nothing to do with the request that once opened the connection.
    within(undefined, () => log.warn({ error: error.message }, "an idle database connection was lost")),
  );
  // One that breaks between two statements of a transaction is noticed by the next of them.
  pool.on("connect", (client) => client.on("error", () => {}));
  return isTracing() ? traceQueries(pool) : pool;
}

/**
 * Runs `work` on one connection of its own, for what must be decided once there is one. As where the pool runs a statement
 * itself, a connection on which anything failed is not used again.
 */
export async function withConnection<T>(
  database: Database,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  let failed = true;
  try {
    const result = await work(isTracing() ? traceQueries(client) : client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

export function transaction<T>(database: Database, work: (connection: Queryable) => Promise<T>): Promise<T> {
  return traceDetail("transaction", {}, () => runTransaction(database, work));
}

async function runTransaction<T>(
  database: Database,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  const connection = isTracing() ? traceQueries(client) : client;
  let broken: Error | undefined;
  try {
    await connection.query("begin");
    const result = await work(connection);
    await connection.query("commit");
    return result;
  } catch (error) {
    await connection.query("rollback").catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The name of the constraint that refused a write, if that is what happened. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** True where the database undid a transaction that another one was in the way of: nothing of it was done. */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40P01" || error.code === "40001");
}

const CONNECTION_TROUBLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
]);

/** True where the database could not be reached or went away: the outcome of the statement is unknown. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    // Class 08: connection exceptions; 57P0x: shut down, crashed, not yet accepting connections; 53300: too many.
    return /^(08|28|57P0)/.test(error.code ?? "") || error.code === "53300";
  }
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && CONNECTION_TROUBLE.has(code)) ||
    /connection (terminated|timeout|ended)|query read timeout|timeout exceeded when trying to connect|client (has encountered|was closed)/i.test(
      error.message,
    )
  );
}
