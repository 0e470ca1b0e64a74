import pg from "pg";
import type { QueryConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import type { Log } from "../telemetry/log.ts";
import { isTracing, traceDetail } from "../telemetry/tracing.ts";
import { isReadOnly, noteReached, UnreachableError, warnOf } from "./unavailable.ts";

export type Database = pg.Pool;
/** The pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

const INT8 = 20;

// Ticks, states and ledger ids are safe integers; numeric stays text, because no float may touch an amount.
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 && format !== "binary"
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

const STATEMENT_MS = 30_000;

/**
 * Limits for every connection: a database that accepts one and says nothing must hold nobody for ever. Without a delay of its
 * own, the first probe of a silent connection comes after the system's two hours.
 */
const CONNECTING = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const;

/** The numbers of all advisory locks, in one place so that no two are equal. */
export const LOCKS = {
  /** Held exclusively to change the schema, and shared by work that relies on an unchanged schema. */
  migration: 7_305_519,
  houseCapital: 7_305_520,
  /** Held while a price begins or ends. */
  genesis: 7_305_521,
  /** Held while anyone gains or loses rights. */
  rights: 7_305_522,
  ledgerCheck: 7_305_523,
  careCheck: 7_305_524,
  houseHours: 7_305_525,
  /** Held by a starting process that grants rights to the server's role. PostgreSQL refuses two such grants at once. */
  grants: 7_305_526,
  /** Held while the archive of a month is written, because its unfinished folder has a fixed name. */
  archive: 7_305_527,
  /** The first of the two numbers of a leased stripe's lock. The second one is the stripe's. */
  stripe: 7_305_530,
  liabilityStatement: 7_305_531,
  /** The first of the two numbers of the lock of a payment without a row. The second one is the hash of its key. */
  payment: 7_305_532,
  /** Held by the one process that adds to the public log, for as long as it does. */
  log: 7_305_533,
} as const;

/** Reads the certificate files of a URL once. The driver would read them for each connection, and a missing one would end the process. */
const parse = (connection: Connection): pg.ClientConfig =>
  typeof connection === "string" ? parseIntoClientConfig(connection) : connection;

/**
 * Opens a connection.
 *
 * @throws UnreachableError
 */
export async function connectClient(
  connection: Connection,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...parse(connection), ...CONNECTING, ...options });
  // If the connection breaks, the next statement fails.
  client.on("error", () => {});
  await client.connect().catch((error: Error) => {
    throw new UnreachableError(error);
  });
  return client;
}

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** A pool that throws an `UnreachableError` if it has no connection to give, whatever the reason. */
export class Pool extends pg.Pool {
  constructor(connection: Connection, options: pg.PoolConfig) {
    super({ ...parse(connection), ...CONNECTING, ...options });
    // If a connection breaks while somebody holds it, the next statement fails. Without a listener, the process would end.
    this.on("connect", (client) => client.on("error", () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | void {
    if (taken === undefined)
      return super.connect().catch((error: Error) => {
        throw new UnreachableError(error);
      });
    // The pool's own `query` takes its connection in this way.
    super.connect((error, client, done) =>
      taken(error === undefined ? undefined : new UnreachableError(error), client, done),
    );
  }
}

export const openDatabase = (connection: Connection, log: Log, poolSize = 12): Database =>
  openPool(connection, log, LIMITS, { max: poolSize, idleTimeoutMillis: 60_000 });

/** One connection for the statements of orders and one for those of sales. */
const BATCH_CONNECTIONS = 2;

/**
 * A statement that never returns must not block everything behind it. The database gives up first, then the driver. A
 * statement sets the limits, because poolers refuse or ignore them among the parameters of a connection.
 */
const LIMITS = `select set_config('statement_timeout', '${STATEMENT_MS}', false), set_config('idle_in_transaction_session_timeout', '${STATEMENT_MS}', false)`;

/**
 * Keeps the first plan of each named statement. PostgreSQL may have made that plan while tables were empty, so sequential
 * scans are off. Some plans then look expensive to PostgreSQL, which would compile them for half a second at each statement,
 * so JIT is off too.
 */
export const KEEP_PLANS = `select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)`;

/**
 * Opens connections for statements that carry many requests. They stay open, accept one statement behind another, and plan
 * each named statement once. By default PostgreSQL plans a statement that takes lists anew each time, as long as most lists
 * are short: for one order, planning takes three times as long as running.
 */
export const openBatchDatabase = (connection: Connection, log: Log): Database =>
  openPool(connection, log, `${LIMITS}; ${KEEP_PLANS}`, {
    max: BATCH_CONNECTIONS,
    idleTimeoutMillis: 0,
    pipeline: true,
  });

function openPool(connection: Connection, log: Log, text: string, options: pg.PoolConfig): Database {
  const settings = { text, query_timeout: CONNECTING.connectionTimeoutMillis };
  const pool = new Pool(connection, {
    ...options,
    types: TYPES,
    // The pool waits for this before it gives the connection to anybody, and drops the connection if it fails. Its types do not
    // declare yet that it waits.
    onConnect: (client) => client.query(settings) as unknown as void,
    query_timeout: STATEMENT_MS + 5_000,
    application_name: "veritick",
  });
  // An idle connection that breaks (the database restarted) is replaced at the next use and must not end the process.
  pool.on("error", (error) => {
    // A PostgreSQL that is stopped right afterwards breaks connections that a closed pool is still ending.
    if (!pool.ending) warnOf(log, error, "an idle database connection was lost");
  });
  pool.on("acquire", () => noteReached(log));
  return isTracing() ? traceQueries(pool) : pool;
}

/** Runs `work` on a connection of its own and then ends the connection. */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(connection);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type HeldConnection = { readonly connection: Queryable; giveBack(isBroken: boolean): void };

/**
 * Takes a connection out of the pool, for decisions that must be made after waiting for one. If anything failed on it, the
 * caller gives it back as broken and the pool drops it, as it does after its own failed statements.
 */
export async function holdConnection(database: Pick<Database, "connect">): Promise<HeldConnection> {
  const client = await database.connect();
  return {
    connection: isTracing() ? traceQueries(client) : client,
    giveBack: (isBroken) => client.release(isBroken),
  };
}

const committing = new WeakMap<Queryable, (() => void)[]>();

/** Runs `work` after the commit of the transaction on this connection, or at once if there is none. */
export function afterCommit(connection: Queryable, work: () => void): void {
  const waiting = committing.get(connection);
  if (waiting === undefined) work();
  else waiting.push(work);
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
  const committed: (() => void)[] = [];
  committing.set(connection, committed);
  let broken: Error | undefined;
  let result: T;
  try {
    await connection.query("begin");
    result = await work(connection);
    await connection.query("commit");
  } catch (error) {
    await connection.query("rollback").catch((rollbackError: Error) => (broken = rollbackError));
    // A former leader still answers, but every transaction on this connection would fail.
    if (isReadOnly(error)) broken = error;
    throw error;
  } finally {
    committing.delete(connection);
    client.release(broken);
  }
  committed.forEach((run) => run());
  return result;
}

const LONG_MS = 3_600_000;
const LOCK_MS = 30_000;

/**
 * Lifts the time limit of the statements of a transaction, for work that grows with the size of the database. The limit
 * for waiting on a lock stays.
 *
 * @returns the same connection, to be used until the transaction is over
 */
export async function allowLongStatements(connection: Queryable): Promise<Queryable> {
  await connection.query(`set local lock_timeout = ${LOCK_MS}`);
  await connection.query("set local statement_timeout = 0");
  const query = (statement: string | QueryConfig, values: unknown[] = []) => {
    const config = typeof statement === "string" ? { text: statement, values } : statement;
    // The driver supports `query_timeout`; its types do not declare it yet.
    const patient = { ...config, query_timeout: LONG_MS };
    return connection.query(patient);
  };
  return { query } as Queryable;
}

export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** True if the database refused the values of a statement: one does not fit its column, or breaks a constraint. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? "");
}

/** True if the database rolled a transaction back because of another one. The transaction had no effect. */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40P01" || error.code === "40001");
}

type Query = (statement: unknown, values?: unknown) => Promise<unknown>;

/**
 * Gives each statement inside a span a span of its own. The span is named after the statement, or its verb and table, never
 * after values.
 */
function traceQueries<Q extends Queryable>(target: Q): Q {
  const query = target.query.bind(target) as Query;
  const traced: Query = (statement, values) => {
    const text = textOf(statement);
    if (text === undefined) return query(statement, values);
    const start = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;
    return traceDetail(text.name ?? summarize(text.text), start, () => query(statement, values));
  };
  return new Proxy(target, {
    get(from, property) {
      if (property === "query") return traced;
      const value: unknown = Reflect.get(from, property, from);
      return typeof value === "function" ? (value.bind(from) as unknown) : value;
    },
  });
}

function textOf(statement: unknown): { name?: string | undefined; text: string } | undefined {
  if (typeof statement === "string") return { text: statement };
  if (typeof statement !== "object" || statement === null || "submit" in statement) return undefined;
  const { name, text } = statement as { name?: string; text?: string };
  return text === undefined ? undefined : { name, text };
}

const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_]+)/i;

/** Returns for example "update users" or "begin". Texts of statements are constants, so they hold no user data. */
function summarize(text: string): string {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "query";
  const table = TABLE.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
