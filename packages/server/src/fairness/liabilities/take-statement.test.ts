import { once } from "node:events";
import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { liabilityContext, stateLiabilities } from "../../../testing/liabilities.ts";
import { seedPeople } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../../platform/telemetry/log.ts";
import type { Database } from "../../platform/db/database.ts";
import { createSigner } from "../../platform/signing.ts";
import { StatementChangedError } from "./statements.ts";
import { takeStatement } from "./take-statement.ts";

// The silent log hides the lost connections that these tests provoke.
const scope = useApp({}, { log: createLog("silent") });
beforeAll(() => seedPeople(scope.app, 3, "10"));

type Client = pg.PoolClient & { processID: number };

/** Returns the app's database with a hook before each statement on a connection taken from it. */
function intercepted(before: (text: string, client: Client) => unknown): Database {
  const { database } = scope.app;
  const connect = async () => {
    const client = (await database.connect()) as Client;
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const intercept = async (...args: unknown[]) => {
      const [statement] = args as [string | { text: string }];
      await before(typeof statement === "string" ? statement : statement.text, client);
      return query(...args);
    };
    return Object.assign(client, { query: intercept });
  };
  return Object.assign(Object.create(database) as Database, {
    connect,
    query: database.query.bind(database),
  });
}

const takeOn = (database: Database, signal?: AbortSignal) =>
  takeStatement(
    { ...liabilityContext(scope.app), database },
    { waits: true, ...(signal === undefined ? {} : { signal }) },
  );

async function numbers(): Promise<{ statements: number; trees: number; chunks: number }> {
  const { rows } = await scope.app.database.query(
    `select (select count(*) from liability_statements) as statements,
       (select count(*) from liability_trees) as trees, (select count(*) from liability_chunks) as chunks`,
  );
  return rows[0];
}

describe("a statement that is being taken", () => {
  it("is complete or absent, even if its connection is lost at any point", async () => {
    const texts: string[] = [];
    await takeOn(intercepted((text) => void texts.push(text)));
    expect(await numbers()).toEqual({ statements: 1, trees: 1, chunks: 1 });
    const end = texts.indexOf("commit");
    expect(end).toBeGreaterThan(12);
    for (let cut = 0; cut <= end; cut += 1) {
      let at = 0;
      const database = intercepted(async (_text, { processID }) => {
        if (at++ === cut)
          await scope.app.database.query("select pg_terminate_backend($1, 5000)", [processID]);
      });
      await expect(takeOn(database), texts[cut]).rejects.toThrow();
      expect(await numbers(), texts[cut]).toEqual({ statements: 1, trees: 1, chunks: 1 });
    }
    expect((await stateLiabilities(scope.app)).number).toBe(2);
  });

  it("does not see concurrent changes, and does not block them", async () => {
    const { total } = await stateLiabilities(scope.app);
    const [person] = await seedPeople(scope.app, 1, "50");
    const happened: unknown[] = [];
    const database = intercepted(async (text) => {
      if (!text.startsWith("declare")) return;
      const order = { type: "buy", amount: 5, duration: 1 };
      happened.push((await person!.post("/api/trading/positions", order)).status);
      await seedPeople(scope.app, 1, "1");
    });
    const statement = await takeOn(database);
    expect(happened).toEqual([201]);
    expect(Number(statement!.total)).toBe(Number(total) + 50);
    expect(Number((await stateLiabilities(scope.app)).total)).toBe(Number(total) + 46);
  });

  it("is left to the process that already takes one, or waits for it", async () => {
    let overtaking: unknown = "nothing";
    let waiting: Promise<{ number: number }> | undefined;
    const database = intercepted(async (text) => {
      if (!text.startsWith("declare")) return;
      overtaking = await takeStatement(liabilityContext(scope.app));
      waiting = stateLiabilities(scope.app);
    });
    const own = await takeOn(database);
    expect(overtaking).toBeUndefined();
    expect((await waiting)!.number).toBe(own!.number + 1);
  });

  it.each([
    ["total", "statement = replace(statement, '\ntotal ', '\ntotal 1')"],
    ["number", "number = number + 1"],
    ["time", "taken_at = taken_at + interval '1 year'"],
    ["signature", "signature = set_byte(signature, 5, 255 - get_byte(signature, 5))"],
    ["text", "statement = 'nothing'"],
    ["key", "statement = regexp_replace(statement, 'key .*', 'key ' || repeat('ab', 32))"],
  ])("is not chained to one whose %s is not as it was signed", async (_name, change) => {
    const app = await scope.start({ connection: await scope.clone() });
    const { number } = await stateLiabilities(app);
    expect((await stateLiabilities(app)).number).toBe(number + 1);
    // This changes the statement like an intruder with all rights on the database.
    await app.database.query(
      `begin; set local session_replication_role = replica;
       update liability_statements set ${change} where number = (select max(number) from liability_statements); commit`,
    );
    await expect(stateLiabilities(app)).rejects.toThrow(StatementChangedError);
    const { rows } = await app.database.query(
      "select count(*)::integer as statements from liability_statements",
    );
    expect(rows).toEqual([{ statements: number + 1 }]);
  });

  it("is not chained to one signed with an unpublished key", async () => {
    const app = await scope.start({ connection: await scope.clone() });
    const context = { ...liabilityContext(app), signer: createSigner(new Uint8Array(32)) };
    await takeStatement(context);
    await expect(stateLiabilities(app)).rejects.toThrow(StatementChangedError);
  });

  it("stops when its process ends", async () => {
    const before = await numbers();
    const ending = new AbortController();
    const database = intercepted(async (text, client) => {
      if (!text.startsWith("fetch") || ending.signal.aborted) return;
      const isLost = once(client, "end");
      ending.abort();
      await isLost;
    });
    await expect(takeOn(database, ending.signal)).rejects.toThrow();
    expect(await numbers()).toEqual(before);
  });
});
