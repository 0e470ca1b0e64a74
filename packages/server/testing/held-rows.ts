import { expect, onTestFinished } from "vitest";
import { usedStripes } from "../src/ledger/public.ts";
import type { Database } from "../src/platform/db/database.ts";
import type { TestApp } from "./test-app.ts";

/** Locks rows in a transaction of its own, in which a test may change more, until it is committed or the test ends. */
export async function hold(database: Database, lock: string, values: unknown[] = []) {
  const holder = await database.connect();
  let isHeld = true;
  await holder.query("begin");
  await holder.query(lock, values);
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query("commit");
    holder.release();
  };
  onTestFinished(letGo);
  return { holder, letGo };
}

/** Locks a user's row as a change of it does. */
export const holdUser = (database: Database, userId: string) =>
  hold(database, "select from users where id = $1 for no key update", [userId]);

/** Waits until a statement that opens positions has begun since this call, so an order sent before it was tried. */
export async function untilTried(database: Database): Promise<void> {
  const watcher = await database.connect();
  try {
    const { rows } = await watcher.query("select clock_timestamp()::text as at");
    const tried = `select from pg_stat_activity
                   where datname = current_database() and query like '%with request as materialized%'
                     and pid <> pg_backend_pid() and query_start > $1`;
    while ((await watcher.query(tried, [rows[0].at])).rowCount === 0);
  } finally {
    watcher.release();
  }
}

/** Waits until so many statements like this wait for a lock that another transaction holds. */
export async function untilBlocked(database: Database, statements = 1, like = "%"): Promise<void> {
  const blocked = `select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  while ((await database.query(blocked, [like])).rowCount! < statements);
}

/** Ends the connections that hold stripes, as a restart of the database does. */
export async function loseStripes(database: Database): Promise<void> {
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'veritick stripe'`,
  );
  await expect.poll(() => usedStripes(database), { timeout: 20_000 }).toEqual(new Set());
}

/** Moves the clock until a server holds its stripe again. The server may notice the loss late. */
export async function untilRetaken({ database, clock }: TestApp): Promise<void> {
  const tick = () => {
    clock.advance(1);
    return usedStripes(database);
  };
  await expect.poll(tick, { timeout: 20_000 }).toEqual(new Set([0]));
}
