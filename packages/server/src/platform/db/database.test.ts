import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../telemetry/log.ts";
import {
  allowLongStatements,
  holdConnection,
  LOCKS,
  openBatchDatabase,
  openDatabase,
  Pool,
  transaction,
  withClient,
} from "./database.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

const scope = useApp();
const pools: pg.Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/** Makes a pool in which both sides give up after these milliseconds. */
function hurried(limits: { statement_timeout: number; query_timeout: number }): pg.Pool {
  const pool = new pg.Pool({ ...scope.connection, max: 1, ...limits });
  pools.push(pool);
  return pool;
}
const SLEEP = "select pg_sleep($1), 'slept' as outcome";

// The process would end by the client's event if nobody listened.
it("a connection that breaks while somebody holds it fails the next statement, in any pool", async () => {
  const pool = new Pool(scope.connection, { max: 1 });
  pools.push(pool);
  const client = await pool.connect();
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  const ended = new Promise((resolve) => void client.once("end", resolve));
  await scope.app.database.query("select pg_terminate_backend($1)", [rows[0]!.id]);
  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
  client.release(true);
});

it.each([
  ["the database", { statement_timeout: 50, query_timeout: 60_000 }],
  ["the driver", { statement_timeout: 60_000, query_timeout: 50 }],
])("a statement may take longer than %s would wait, within one transaction", async (_who, limits) => {
  const pool = hurried(limits);
  const { rows } = await transaction(pool, async (connection) => {
    const patient = await allowLongStatements(connection);
    await patient.query({ text: SLEEP, values: [0.15] });
    return patient.query(SLEEP, [0.15]);
  });
  expect(rows).toMatchObject([{ outcome: "slept" }]);
  await expect(pool.query(SLEEP, [0.15])).rejects.toThrow(/timeout/);
});

it("gives each advisory lock its own number", () => {
  const numbers = Object.values(LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it("warns of an idle connection that was lost, but not while the pool is closed", async () => {
  const warn = vi.fn<() => void>();
  const pool = openDatabase(scope.connection, { ...createLog("silent"), warn } as never, 1);
  const lose = () => pool.emit("error", new Error("terminating connection"), undefined as never);
  lose();
  expect(warn).toHaveBeenCalledTimes(1);
  const ended = pool.end();
  lose();
  await ended;
  expect(warn).toHaveBeenCalledTimes(1);
});

it("limits the wait for a lock", async () => {
  const shown = await transaction(scope.app.database, async (connection) => {
    const patient = await allowLongStatements(connection);
    return (await patient.query("show lock_timeout")).rows;
  });
  expect(shown).toEqual([{ lock_timeout: "30s" }]);
  expect((await scope.app.database.query("show lock_timeout")).rows).toEqual([{ lock_timeout: "0" }]);
});

it("gives a connection to a standby up, and reports the database as unavailable", async () => {
  const pool = hurried({ statement_timeout: 60_000, query_timeout: 60_000 });
  const write = () => transaction(pool, (connection) => connection.query("create table of_a_leader ()"));
  // The setting of a server after another one has become the leader.
  await pool.query("set default_transaction_read_only = on");
  const error: unknown = await write().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "25006" });
  expect(isDatabaseUnavailable(error)).toBe(true);
  // Another connection leads to the leader.
  await expect(write()).resolves.toBeDefined();
});

it("gives up on a database that accepts a connection and says nothing", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const outcome = withClient({ ...scope.connection, host: "127.0.0.1", port }, async () => "served").catch(
    (error: unknown) => error,
  );
  await once(silent, "connection");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await outcome).toMatchObject({ name: "UnreachableError", message: "timeout expired" });
  expect(isDatabaseUnavailable(await outcome)).toBe(true);
});

describe("a connection for batches", () => {
  function openBatches(): pg.Pool {
    const pool = openBatchDatabase(scope.connection, createLog("silent"));
    pools.push(pool);
    return pool;
  }

  it("plans a named statement once, however short its lists are", async () => {
    const { connection, giveBack } = await holdConnection(openBatches());
    const statement = {
      name: "look_up",
      text: "select id from users where id = any ($1::uuid[])",
      values: [["00000000-0000-7000-8000-000000000000"]],
    };
    for (let n = 0; n < 7; n += 1) await connection.query(statement);
    const { rows } = await connection.query(
      "select generic_plans::integer as kept, custom_plans::integer as anew from pg_prepared_statements where name = 'look_up'",
    );
    giveBack(false);
    expect(rows).toEqual([{ kept: 7, anew: 0 }]);
  });

  it("compiles no statement, whatever the database's settings", async () => {
    const { rows: names } = await scope.app.database.query("select current_database() as name");
    await scope.app.database.query(`alter database ${names[0].name} set jit = on`);
    const { connection, giveBack } = await holdConnection(openBatches());
    const { rows } = await connection.query("select current_setting('jit') as jit");
    giveBack(false);
    expect(rows).toEqual([{ jit: "off" }]);
  });

  it("runs a statement behind one that failed, as a transaction of its own", async () => {
    const { connection, giveBack } = await holdConnection(openBatches());
    const outcomes = await Promise.allSettled([
      connection.query("select 1 as n"),
      connection.query({ text: "select 1 / $1::integer", values: [0] }),
      connection.query({ text: "select $1::integer as n", values: [2] }),
    ]);
    giveBack(false);
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: { rows: [{ n: 1 }] } },
      { status: "rejected", reason: { message: "division by zero" } },
      { status: "fulfilled", value: { rows: [{ n: 2 }] } },
    ]);
  });
});
