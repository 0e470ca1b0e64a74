import { entryText } from "@veritick/domain/log/entries.ts";
import { treeOf } from "@veritick/domain/log/merkle.ts";
import { LOG_KEY, vkeyOf } from "@veritick/domain/log/notes.ts";
import type pg from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { TEST_LOG_KEY } from "../../testing/test-app.ts";
import { cloneDatabase } from "../../testing/test-database.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { connectClient, openDatabase } from "../platform/db/database.ts";
import type { Database } from "../platform/db/database.ts";
import { createSigner } from "../platform/signing.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { hasLog, isLogKeyKnown } from "./log-key.ts";
import { openLogged, sha256 } from "./log-store.ts";
import { createSequencer } from "./sequencer.ts";
import { createSession } from "./session.ts";

const log = createLog("silent");
const signer = createSigner(Buffer.from(TEST_LOG_KEY, "hex"));
const origin = "veritick.example/log/1";
const vkey = vkeyOf(origin, LOG_KEY, signer.publicKey);
const { publicKey } = signer;

async function newDatabase(): Promise<{ connection: DatabaseConnection; database: Database }> {
  const { drop, ...connection } = await cloneDatabase(inject("postgres"));
  const database = openDatabase(connection, log, 2);
  onTestFinished(async () => {
    await database.end();
    await drop();
  });
  return { connection, database };
}

/** Publishes so many keys after these texts, and starts sequencers that log them. */
function publishing(connection: DatabaseConnection, first: readonly string[] = []) {
  let published = first.length;
  const textOf = (at: number) =>
    first[at] ?? entryText({ kind: "key", use: "receipts", key: at.toString(16).padStart(64, "0") });
  return {
    publish: (count: number) => void (published += count),
    start(connect: typeof connectClient = connectClient) {
      const stops: (string | undefined)[] = [];
      let agreed = 0;
      const sequencer = createSequencer({
        origin,
        vkey,
        signer,
        session: createSession(connection, connect),
        async openReader(logged) {
          let added = 0;
          return async () => {
            const all = Array.from({ length: published - added }, (_, at) => textOf(added + at));
            added = published;
            return all.filter((text) => !logged.has(text)).map((text) => ({ kind: "key", text }));
          };
        },
        witnesses: {
          agree: () => Promise.resolve((agreed += 1) > 0),
          show: () => {},
          stopped: () => undefined,
        },
        keepStop: async (_connected, reason) => void stops.push(reason),
        clock: movableClock(),
        log,
      });
      onTestFinished(() => sequencer.stop());
      let tick = 0;
      return {
        stops,
        agreed: () => agreed,
        stop: sequencer.stop,
        async turn() {
          sequencer.tick((tick += 1));
          await sequencer.idle();
        },
      };
    },
  };
}

/** Checks the whole log as a start does, and that each signed root is that of its size. */
async function checked(database: Database): Promise<number> {
  const { edge, newest } = await openLogged(database, { origin, publicKey });
  const { rows: leaves } = await database.query<{ leaf: Buffer }>(
    "select leaf from log_entries order by index",
  );
  const { rows: signed } = await database.query<{ size: number; root: Buffer }>(
    "select size, root from log_checkpoints order by size",
  );
  for (const { size, root } of signed) {
    const { root: own } = treeOf(
      leaves.slice(0, size).map(({ leaf }) => leaf),
      sha256,
    );
    expect(Buffer.compare(own, root)).toBe(0);
  }
  expect(new Set(leaves.map(({ leaf }) => leaf.toString("hex"))).size).toBe(leaves.length);
  expect(newest?.size ?? 0).toBe(edge.size);
  return edge.size;
}

type Moment = "before" | "after";

/** Breaks the connection at one of its statements: before PostgreSQL has it, or before its answer is there. */
function breaking(database: Database, at: number, moment: Moment) {
  let count = 0;
  const connect: typeof connectClient = async (...given) => {
    const client = await connectClient(...given);
    const pid = (client as unknown as { processID: number }).processID;
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    const end = () => database.query("select pg_terminate_backend($1)", [pid]);
    client.query = (async (...asked: unknown[]) => {
      count += 1;
      if (count !== at) return query(...asked);
      if (moment === "before") await end();
      const answer = await query(...asked);
      await end();
      throw new Error(`the connection broke after ${String(answer)}`);
    }) as pg.Client["query"];
    return client;
  };
  return { connect, count: () => count };
}

describe("a sequencer that is cut off", () => {
  it.each<Moment>(["before", "after"])(
    "%s any of its statements leaves no gap, no second root and nothing twice",
    async (moment) => {
      const { connection, database } = await newDatabase();
      const { publish, start } = publishing(connection);
      let expected = 0;
      for (let at = 1; ; at += 1) {
        publish(130);
        expected += 130;
        const { connect, count } = breaking(database, at, moment);
        const broken = start(connect);
        await broken.turn();
        // Either the same process goes on, or another one does.
        const next = at % 2 === 0 ? broken : start();
        if (next !== broken) await broken.stop();
        await next.turn();
        await next.turn();
        await next.stop();
        expect(await checked(database), `statement ${at}`).toBe(expected);
        if (count() < at) break;
        expect(at).toBeLessThan(60);
      }
      expect(expected).toBeGreaterThan(10 * 130);
    },
  );
});

describe("two sequencers", () => {
  it("never write at once, and the second goes on where the first ends", async () => {
    const { connection, database } = await newDatabase();
    const { publish, start } = publishing(connection);
    const [one, other] = [start(), start()];
    for (let turn = 0; turn < 10; turn += 1) {
      publish(30);
      await Promise.all([one.turn(), other.turn()]);
      expect(await checked(database)).toBe(30 * (turn + 1));
    }
    await one.stop();
    publish(30);
    await other.turn();
    await other.turn();
    expect(await checked(database)).toBe(330);
  });

  it("begin anew on a new connection, and ask the witnesses again", async () => {
    const { connection, database } = await newDatabase();
    const { publish, start } = publishing(connection);
    const one = start();
    publish(10);
    await one.turn();
    await one.turn();
    expect(one.agreed()).toBe(1);
    const lose = () =>
      database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'veritick log' and datname = current_database()",
      );
    await lose();
    publish(10);
    for (let turn = 0; turn < 3; turn += 1) await one.turn();
    expect([await checked(database), one.agreed()]).toEqual([20, 2]);
    await lose();
    publish(10);
    const other = start();
    await other.turn();
    await other.stop();
    publish(10);
    await one.turn();
    await one.turn();
    await one.turn();
    expect([await checked(database), one.agreed()]).toEqual([40, 3]);
  });

  it("do not both hold the log after the connection of one broke", async () => {
    const { connection, database } = await newDatabase();
    const { publish, start } = publishing(connection);
    const one = start();
    publish(10);
    await one.turn();
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'veritick log' and datname = current_database()",
    );
    const other = start();
    publish(10);
    await other.turn();
    await one.turn();
    publish(10);
    await Promise.all([one.turn(), other.turn()]);
    expect(await checked(database)).toBe(30);
  });
});

describe("a log that somebody changed", () => {
  it.each([
    ["an entry", "update log_entries set body = 'veritick/log/key/1' where index = 3"],
    [
      "an entry with its hash",
      "update log_entries set leaf = sha256('\\x00'::bytea || 'x'), body = 'x' where index = 290",
    ],
    [
      "an entry with its hash in a full tile",
      `update log_entries set leaf = sha256('\\x00'::bytea || 'x'), body = 'x' where index = 7;
       update log_tiles set hashes = overlay(hashes placing sha256('\\x00'::bytea || 'x') from 7 * 32 + 1) where level = 0`,
    ],
    ["a tile", "update log_tiles set hashes = overlay(hashes placing '\\xff'::bytea from 100)"],
    ["the newest entry, by removing it", "delete from log_entries where index = 299"],
    ["an older entry, by removing it", "delete from log_entries where index = 100"],
    ["the newest root", "update log_checkpoints set root = sha256('x') where size = 300"],
  ])("is found at the next start, which signs nothing: %s", async (_what, change) => {
    const { connection, database } = await newDatabase();
    const { publish, start } = publishing(connection);
    publish(300);
    const before = start();
    await before.turn();
    await before.stop();
    const tables = ["log_entries", "log_tiles", "log_checkpoints"];
    for (const table of tables) await database.query(`alter table ${table} disable trigger user`);
    await database.query(change);
    for (const table of tables) await database.query(`alter table ${table} enable trigger user`);
    const rowsOf = async () =>
      (
        await database.query(
          "select (select count(*) from log_entries), (select count(*) from log_checkpoints)",
        )
      ).rows;
    const found = await rowsOf();
    const { turn, stops } = start();
    publish(1);
    await turn();
    await turn();
    expect(await rowsOf()).toEqual(found);
    expect(stops).toEqual([expect.stringMatching(/^The public log stopped: /)]);
  });
});

it("a backup recognises the key of the log, and needs it only where there is one", async () => {
  const { connection, database } = await newDatabase();
  const [own, other] = [TEST_LOG_KEY, "06".repeat(32)].map((hex) => Buffer.from(hex, "hex"));
  expect([await hasLog(database), await isLogKeyKnown(database, other!)]).toEqual([false, true]);
  const { start } = publishing(connection, [entryText({ kind: "start", origin })]);
  await start().turn();
  expect([await hasLog(database), await isLogKeyKnown(database, own!)]).toEqual([true, true]);
  expect(await isLogKeyKnown(database, other!)).toBe(false);
});
