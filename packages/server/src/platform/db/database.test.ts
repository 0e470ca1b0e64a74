import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { useApp } from "../../../testing/use-app.ts";
import { allowLongStatements, transaction } from "./database.ts";

const scope = useApp();
const pools: pg.Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/** Where both sides give up after so many milliseconds. */
function hurried(limits: { statement_timeout: number; query_timeout: number }): pg.Pool {
  const pool = new pg.Pool({ ...scope.connection, max: 1, ...limits });
  pools.push(pool);
  return pool;
}
const SLEEP = "select pg_sleep($1), 'slept' as outcome";

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

it("waiting for a lock stays limited", async () => {
  const shown = await transaction(scope.app.database, async (connection) => {
    const patient = await allowLongStatements(connection);
    return (await patient.query("show lock_timeout")).rows;
  });
  expect(shown).toEqual([{ lock_timeout: "30s" }]);
  expect((await scope.app.database.query("show lock_timeout")).rows).toEqual([{ lock_timeout: "0" }]);
});
