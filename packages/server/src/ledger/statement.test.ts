import type { PoolClient } from "pg";
import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { seedEntries } from "../../testing/statement-entries.ts";
import { useApp } from "../../testing/use-app.ts";
import { LIST_STATEMENT, statementValues } from "./statement.ts";
import type { Selection } from "./statement.ts";

const ENTRIES = 40_000;
const EVERY_SECONDS = 60;
const SPANS = 10;
const LIMIT = 50;
const start = Date.UTC(2030, 0, 1);
const at = (share: number) => new Date(start + share * ENTRIES * EVERY_SECONDS * 1000).toISOString();

const scope = useApp();
let connection: PoolClient;
let userId = "";

/** Seeds many entries of one user among as many of another, while the table statistics are those of an empty ledger. */
beforeAll(async () => {
  const { database } = scope.app;
  connection = await database.connect();
  for (const table of ["ledger_entries", "ledger_transactions"]) {
    await connection.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await connection.query(`vacuum analyze ${table}`);
  }
  // PostgreSQL plans this while the ledger is empty and keeps the plan, as it may do for a named query.
  await connection.query("set plan_cache_mode = force_generic_plan");
  await connection.query(
    `prepare kept (text, text[], bigint, timestamptz, timestamptz, bigint) as ${LIST_STATEMENT}`,
  );
  await connection.query("execute kept ('user:nobody', '{position_won}', null, null, null, 50)");
  await connection.query("reset plan_cache_mode");
  const people = await seedPeople(scope.app, 2, "0");
  userId = people[0]!.user.id;
  // The users take turns, because ids ascend with time.
  const halfMs = (ENTRIES * EVERY_SECONDS * 1000) / SPANS / 2;
  for (let half = 0; half < 2 * SPANS; half += 1) {
    await seedEntries(database, people[half % 2]!.user.id, {
      count: ENTRIES / SPANS,
      since: new Date(start + half * halfMs),
      everySeconds: EVERY_SECONDS / 2,
    });
  }
});
afterAll(() => connection.release());

type Node = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
};

/** Counts the rows that scans of tables and indexes read. */
function rowsRead(node: Node): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);
  if (!node["Node Type"].endsWith("Scan")) return below;
  const perLoop =
    node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return below + perLoop * node["Actual Loops"];
}

async function explain(text: string, values: unknown[]): Promise<{ found: number; read: number }> {
  const { rows } = await connection.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plan = rows[0]!["QUERY PLAN"][0].Plan;
  return { found: plan["Actual Rows"], read: rowsRead(plan) };
}

const literal = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? `'{${value.join()}}'`
      : value instanceof Date
        ? `'${value.toISOString()}'`
        : `'${String(value)}'`;

const QUESTIONS: [name: string, found: number, selection: Omit<Selection, "userId">, beforeShare?: number][] =
  [
    ["the first page", LIMIT, {}],
    ["a page deep down", LIMIT, {}, 0.1],
    ["a rare kind", SPANS, { kinds: ["withdrawal_held"] }],
    ["a kind that never happened", 0, { kinds: ["withdrawal_returned"] }],
    ["long ago", LIMIT, { from: at(0.1), to: at(0.2) }],
    ["a rare kind long ago", 4, { kinds: ["deposit_credited"], from: at(0.1), to: at(0.2) }],
    ["since long ago", LIMIT, { from: at(0.1) }],
    ["until long ago", LIMIT, { to: at(0.1) }],
    ["after it all", 0, { from: at(2) }],
  ];

/**
 * The most rows to read: up to a page of each kind, each with its time looked up, and 20 entries for ten minutes either way.
 */
const BOUND = 3 * LIMIT * STATEMENT_KINDS.length + 2 * 2 * 20;

describe("a page of the statement reads no needless row", () => {
  async function values(selection: Omit<Selection, "userId">, beforeShare?: number): Promise<unknown[]> {
    if (beforeShare === undefined) return statementValues({ userId, ...selection }, { limit: LIMIT });
    const { rows } = await connection.query<{ id: number }>(
      `select transaction_id as id from ledger_entries where account = 'user:' || $1::uuid
       order by transaction_id offset $2 limit 1`,
      [userId, beforeShare * ENTRIES],
    );
    return statementValues({ userId, ...selection }, { before: rows[0]!.id, limit: LIMIT });
  }

  it("while a plan cached on an empty ledger would read all of them", async () => {
    const list = (await values({})).map(literal).join();
    await connection.query("set plan_cache_mode = force_generic_plan");
    expect((await explain(`execute kept (${list})`, [])).read).toBeGreaterThan(ENTRIES);
    await connection.query("reset plan_cache_mode");
  });

  it.each(QUESTIONS)(
    "with statistics of an empty ledger: %s",
    async (_name, found, selection, beforeShare) => {
      const plan = await explain(LIST_STATEMENT, await values(selection, beforeShare));
      expect(plan.found).toBe(found);
      expect(plan.read).toBeLessThan(BOUND);
    },
  );

  describe("with current statistics", () => {
    beforeAll(() => connection.query("analyze ledger_entries, ledger_transactions"));

    it.each(QUESTIONS)("%s", async (_name, found, selection, beforeShare) => {
      const plan = await explain(LIST_STATEMENT, await values(selection, beforeShare));
      expect(plan.found).toBe(found);
      expect(plan.read).toBeLessThan(BOUND);
    });
  });
});
