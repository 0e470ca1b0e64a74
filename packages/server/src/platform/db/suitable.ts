import pg from "pg";
import { UnreachableError } from "./unavailable.ts";
import { connectClient } from "./database.ts";
import type { Connection, Queryable } from "./database.ts";

/** The database answers, but the product cannot work on it. The message says what to do. */
export class UnsuitableDatabaseError extends Error {
  override readonly name = "UnsuitableDatabaseError";
}

const LEAST_VERSION = 15;

/**
 * Refuses a version that lacks what our statements use. Refuses encodings other than UTF8: they cannot hold the names that
 * people write, and SQL_ASCII checks none.
 *
 * @throws UnsuitableDatabaseError
 */
export async function assertSuitable(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_database() as name,
            current_setting('server_encoding') as encoding`,
  );
  const { version, name, encoding } = rows[0]!;
  if (version < LEAST_VERSION)
    throw new UnsuitableDatabaseError(
      `PostgreSQL ${LEAST_VERSION} or newer is required, but DATABASE_URL leads to version ${version}. Upgrade it.`,
    );
  if (encoding !== "UTF8")
    throw new UnsuitableDatabaseError(
      `The encoding of the database ${name} is ${encoding}, but UTF8 is required. Create another database with \`createdb ` +
        "--template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME`, and restore a backup of the old one into it.",
    );
}

/** The number of transactions that are held open at once to see whether they take a connection away. */
const HOLDERS = 3;
const ANSWER_MS = 5_000;

/**
 * Refuses a pooler that gives each transaction another connection: advisory locks, settings and prepared statements would be
 * lost in between. Such a pooler gives a connection of which nobody runs a transaction to the next who asks, so with some
 * transactions held open the next statement runs elsewhere. With one process of PostgreSQL for each connection it never does.
 *
 * @param client a connection that is not inside a transaction
 * @param variable the variable that leads to the database
 * @throws UnsuitableDatabaseError
 */
export async function assertOwnSession(
  client: pg.Client,
  connection: Connection,
  variable: string,
): Promise<void> {
  const { processID: announced } = client as pg.Client & { processID: number };
  // PostgreSQL announces its process to each client. A pooler announces a number of its own.
  if ((await processOf(client)) === announced) return;
  const holders: pg.Client[] = [];
  try {
    for (let held = 0; held < HOLDERS; held += 1) {
      const before = await processOf(client);
      const holder = await connectClient(connection, { query_timeout: ANSWER_MS });
      holders.push(holder);
      await holder.query("begin");
      await processOf(holder);
      if ((await processOf(client)) !== before) throw refusePooler(variable);
    }
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof UnsuitableDatabaseError) throw error;
    // It admits no transactions, or has no connection left while others hold one.
    throw refusePooler(variable, error);
  } finally {
    await Promise.all(holders.map((holder) => holder.end().catch(() => {})));
  }
}

const refusePooler = (variable: string, cause?: unknown) =>
  new UnsuitableDatabaseError(
    `${variable} leads to a pooler that shares connections between transactions or has too few of them. Use PostgreSQL ` +
      "itself, or a pool in session mode with 16 connections for each server process.",
    { cause },
  );

async function processOf(client: Queryable): Promise<number> {
  const query = { text: "select pg_backend_pid() as process", query_timeout: ANSWER_MS };
  const { rows } = await client.query<{ process: number }>(query);
  return rows[0]!.process;
}

/**
 * Returns true if texts are now sorted by other rules than when the database's indexes were made, as after an upgrade of the
 * operating system under them. A search may then miss rows, and a unique index may admit a value twice.
 */
export async function isCollationChanged(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ is: boolean }>({
    name: "is_collation_changed",
    text: `select coalesce(datcollversion <> coalesce(pg_database_collation_actual_version(oid), ''), false) as is
           from pg_database where datname = current_database()`,
  });
  return rows[0]!.is;
}
