import { createHash } from "node:crypto";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import pg from "pg";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { startTestApp } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import { ChainBrokenError, lockGeneses, readChain } from "./commitment-chain.ts";
import { recordGenesis } from "./price-store.ts";

const scope = useApp();
const OTHER_SECRET = "ff".repeat(32);
const GENESIS = 1_790_000_000;
const FIRST = epochOf(GENESIS);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const ask = async (app: { url: string }, query = "") =>
  (await new TestClient(app.url).get(`/api/fairness${query}`)).body;

type Listed = { epoch: number; commitment: string; termsHash: string; head: string };

/** Computes the head again, by the rule in the documentation. */
function headAfter(rows: readonly Listed[], genesis: { tick: number; state: string; previousHead: string }) {
  const root = sha256(`veritick/chain/genesis/${genesis.tick}/${genesis.state}/${genesis.previousHead}`);
  return rows.reduce(
    (head, { epoch, commitment, termsHash }) =>
      sha256(`veritick/chain/epoch/2/${epoch}/${commitment}/${termsHash}/${head}`),
    root,
  );
}

/** Runs a statement that the triggers forbid: the owner of the database switches them off first. */
async function tamper(connection: DatabaseConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("begin; set session_replication_role = replica");
    const { rowCount } = await client.query(statement);
    await client.query("commit");
    expect(rowCount, "there was something to change").toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}

/** Makes a database on which a server ran. */
async function usedDatabase(): Promise<DatabaseConnection> {
  const connection = await scope.clone();
  await (await scope.start({ connection })).close();
  return connection;
}

describe("the chain of commitments", () => {
  it("can be computed from the published list, for each row and its end", async () => {
    for (const seconds of [0, EPOCH_TICKS, 100 * EPOCH_TICKS]) {
      scope.app.clock.jump(seconds);
      // Checks at once, and when everything is on record.
      for (const wait of [async () => {}, scope.settled]) {
        await wait();
        const { genesis, chain } = await ask(scope.app);
        expect(genesis.previousHead).toBe("0".repeat(64));
        expect(chain.epoch).toBe(epochOf(nowTick(scope.app.clock)) + 24);
      }
      const { genesis, chain } = await ask(scope.app);
      const rows: Listed[] = await ask(scope.app, `/epochs?from=${FIRST}&to=${chain.epoch}`);
      expect(rows).toHaveLength(chain.epoch - FIRST + 1);
      for (const count of [1, 2, rows.length]) {
        expect(rows[count - 1]!.head).toBe(headAfter(rows.slice(0, count), genesis));
      }
      expect(rows.at(-1)!.head).toBe(chain.head);
    }
  });

  it("is the same on another process and after a restart", async () => {
    const second = await scope.start();
    expect((await ask(second)).chain).toEqual((await ask(scope.app)).chain);
  });
});

describe("no statement changes", () => {
  it.each([
    ["a commitment", "update price_epochs set commitment = sha256('x')"],
    ["the terms of an epoch", "update price_epochs set terms_hash = sha256('x')"],
    ["a text of terms", "update price_terms set text = 'x', hash = sha256('x')"],
    ["the texts of terms", "delete from price_terms"],
    ["a head", "update price_epochs set head = sha256('x')"],
    ["a start that is known", "update price_epochs set start_state = start_state + 1 where start_state > 0"],
    ["the epoch of a commitment", "update price_epochs set epoch = epoch + 1000"],
    ["the list by leaving one out", "delete from price_epochs where epoch % 2 = 0"],
    ["the list by emptying it", "truncate price_epochs"],
    ["where the price began", "update price_geneses set state = state + 1"],
    ["whether it began", "truncate price_geneses cascade"],
  ])("%s", async (_what, statement) => {
    await expect(scope.app.database.query(statement)).rejects.toMatchObject({ code: "23001" });
  });
});

const SOME = "(select min(epoch) + 3 from price_epochs)";

describe("a chain that was tampered with", () => {
  it.each([
    ["a swapped commitment", `update price_epochs set commitment = sha256('x') where epoch = ${SOME}`],
    [
      "one that was swapped with its head",
      `update price_epochs set commitment = sha256('x'), head = sha256('y') where epoch = ${SOME}`,
    ],
    ["swapped terms", `update price_epochs set terms_hash = sha256('x') where epoch = ${SOME}`],
    ["one that is gone", `delete from price_epochs where epoch = ${SOME}`],
    ["the first that is gone", `delete from price_epochs where epoch = ${SOME} - 3`],
    ["another genesis", "update price_geneses set state = state + 1"],
    ["a genesis before it that there never was", "update price_geneses set previous_head = sha256('x')"],
  ])("is noticed: %s", async (_what, statement) => {
    const client = await scope.app.database.connect();
    try {
      await client.query("begin; set local session_replication_role = replica");
      await readChain(client);
      expect((await client.query(statement)).rowCount).toBeGreaterThan(0);
      await expect(readChain(client)).rejects.toBeInstanceOf(ChainBrokenError);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("keeps a server from starting, whatever its secret", async () => {
    const connection = await usedDatabase();
    await tamper(connection, `update price_epochs set commitment = sha256('x') where epoch = ${SOME}`);
    for (const environment of [{}, { PRICE_SECRET: OTHER_SECRET }]) {
      const start = startTestApp({ connection, clock: scope.app.clock, environment });
      await expect(start).rejects.toBeInstanceOf(ChainBrokenError);
      await expect(start).rejects.toThrow(/ on record is not the one that was chained\. .* from a backup/);
    }
  });

  it("stops a running server from selling, with a log line, and its published rows stay", async () => {
    const lines: string[] = [];
    const log = pino({ level: "fatal", base: null }, { write: (line) => void lines.push(line) });
    const connection = await scope.clone();
    const app = await scope.start({ connection, log });
    const [person] = await seedPeople(app, 1, "10");
    const order = { type: "buy", amount: "1", duration: 1 };
    expect((await person!.post("/api/trading/positions", order)).status).toBe(201);
    const epoch = epochOf(nowTick(app.clock)) + 20;
    const before: Listed[] = await ask(app, `/epochs?from=${epoch}&to=${epoch}`);
    await tamper(connection, `update price_epochs set commitment = sha256('x') where epoch = ${epoch}`);

    app.clock.jump(EPOCH_TICKS);
    await app.settled();
    expect(lines).toEqual([expect.stringContaining(`commitment of epoch ${epoch} on record`)]);
    expect((await person!.post("/api/trading/positions", order)).body.code).toBe("price_not_current");
    expect((await person!.get("/readyz")).status).toBe(503);
    // The log line is not repeated every second, and the head does not follow the swap.
    app.clock.advance(5);
    await app.settled();
    expect(lines).toHaveLength(1);
    expect((await ask(app, `/epochs?from=${epoch}&to=${epoch}`))[0].head).toBe(before[0]!.head);
  });
});

describe("a new genesis", () => {
  const recordAnew = (app: TestApp) =>
    transaction(app.database, async (connection) => {
      await lockGeneses(connection);
      await recordGenesis(connection, TEST_BEACON_CHAIN, {
        nowTick: nowTick(app.clock),
        now: dateOf(app.clock),
      });
    });

  it("is chained to the last published head before it", async () => {
    const connection = await usedDatabase();
    const old = await scope.start({ connection });
    const { head } = (await ask(old)).chain;
    scope.app.clock.advance(1);
    await recordAnew(old);
    // Nothing was promised under this genesis, so the next one follows the same head.
    scope.app.clock.advance(1);
    await recordAnew(old);
    await expect(
      old.database.query(
        "insert into price_epochs (genesis_tick, epoch, commitment, terms_hash, head) values ($1, 1, '', '', '')",
        [(await ask(old)).genesis.tick],
      ),
    ).rejects.toMatchObject({ code: "23001" });
    await old.close();

    const renewed = await scope.start({ connection, environment: { PRICE_SECRET: OTHER_SECRET } });
    const { genesis, chain } = await ask(renewed);
    expect(genesis.previousHead).toBe(head);
    const rows: Listed[] = await ask(renewed, `/epochs?from=${epochOf(genesis.tick)}&to=${chain.epoch}`);
    expect(headAfter(rows, genesis)).toBe(chain.head);
    expect((await readChain(renewed.database)).previousHead).toBe(head);
    await renewed.close();

    // Earlier promises must be kept too.
    await tamper(
      connection,
      "delete from price_epochs where genesis_tick < (select max(tick) from price_geneses) - 1 and epoch >= (select min(epoch) + 24 from price_epochs)",
    );
    const start = startTestApp({ connection, clock: scope.app.clock });
    await expect(start).rejects.toThrow("genesis of tick");
  });

  it("is not recorded after promises that were tampered with", async () => {
    const connection = await usedDatabase();
    const app = await scope.start({ connection });
    await tamper(connection, "update price_epochs set commitment = sha256('x') where epoch % 7 = 0");
    await expect(recordAnew(app)).rejects.toBeInstanceOf(ChainBrokenError);
  });
});
