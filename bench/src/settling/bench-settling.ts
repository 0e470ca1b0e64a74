import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { startEmbeddedPostgres } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import type { LoadAnswer, LoadOrder } from "../opening/load.ts";
import type { ClientsAnswer, ClientsOrder } from "../sockets/clients.ts";
import { startHelper } from "../support/helper-process.ts";
import type { HelperProcess } from "../support/helper-process.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { seedUsers, seedWsTokens } from "../support/seed.ts";
import { median } from "../support/statistics.ts";
import { countPushes, seedPositions } from "./seed-positions.ts";

const USERS = 2_000;
/** The number of users who watch, each over one live connection. */
const WATCHING = 200;
/** The share of the bare update's speed to reach. */
const SIZES = [
  { count: 10_000, ratioWanted: 0.5 },
  { count: 100_000, ratioWanted: 0.6 },
];
const FULL = { pairs: 5, limitMs: 120_000, shots: 7 };
const SHORT = { pairs: 3, limitMs: 15_000, shots: 0 };

/** The connections that place orders meanwhile. */
const ORDERING = 16;
const WARM_UP_MS = 1_000;
const ORDERS_MS = 1_000;
const ORDER_MS = 150;

type Clients = HelperProcess<ClientsOrder, ClientsAnswer>;
type Turn = { settledMs: number; pushedMs: number };

/** Settles many positions that expire at one tick, in turns with a plain update of the same rows. */
export async function benchSettling(folder: string, { isShort }: { isShort: boolean }): Promise<Row[]> {
  const { pairs: wanted, limitMs, shots } = isShort ? SHORT : FULL;
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "settling"),
    name: "veritick",
    log: () => {},
  });
  const clients = startHelper<ClientsOrder, ClientsAnswer>(new URL("../sockets/clients.ts", import.meta.url));
  const app = await startTestApp({
    connections: 12,
    connection: postgres.connection,
    environment: { HOUSE_CAPITAL: "1000000000" },
  });
  try {
    await seedUsers(app.database, USERS, "1000000");
    const tokens = await seedWsTokens(app.database, WATCHING);
    await clients.ask({ kind: "open", port: Number(new URL(app.url).port), tokens });
    const rows: Row[] = [];
    let messages = 0;
    const settle = async (count: number) => {
      const result = await settleOnce(app, clients, count, messages);
      messages = result.messages;
      note(`settling ${count}: ${milliseconds(result.pushedMs)}`);
      return result;
    };
    for (const { count, ratioWanted } of SIZES) {
      // The first turn warms up and is not counted.
      await settle(count);
      const pairs = await measureInPairs<Turn, number>({
        wanted,
        limitMs,
        turn: () => settle(count),
        yardstick: () => updateBarely(app, count),
        figureOf: (bareMs) => bareMs,
      });
      const comparison = compare(pairs, ({ pushedMs }, bareMs) => bareMs / pushedMs);
      rows.push({
        figure: `settling ${count.toLocaleString("en")} positions, pushes delivered`,
        measured:
          `${milliseconds(ofTurns(pairs, ({ pushedMs }) => pushedMs))} ` +
          `(settled after ${milliseconds(ofTurns(pairs, ({ settledMs }) => settledMs))})`,
        yardstick: `${milliseconds(ofYardstick(pairs, (bareMs) => bareMs))} (bare update of as many rows)`,
        ...comparison,
        target: {
          words: `at least ${ratioWanted.toFixed(1)}x`,
          reached: comparison.ratio >= ratioWanted,
        },
      });
    }
    if (shots > 0) rows.push(await orderMeanwhile(app, shots));
    const faults = await app.checkLedger();
    if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`);
    return rows;
  } finally {
    await clients.stop();
    await app.close();
    await postgres.stop();
  }
}

/** Measures how long orders take while the most positions settle, several times: one second of orders says little. */
async function orderMeanwhile(app: TestApp, wanted: number): Promise<Row> {
  const { count } = SIZES.at(-1)!;
  const load = startHelper<LoadOrder, LoadAnswer>(new URL("../opening/load.ts", import.meta.url));
  const shots: (LoadAnswer & { settledMs: number })[] = [];
  try {
    for (let shot = 0; shot < wanted; shot += 1) {
      await seedPositions(app.database, { count, users: USERS, tick: nextTick(app) });
      await app.database.query("vacuum analyze trading_positions");
      await app.database.query("checkpoint");
      const orders = load.ask({
        port: Number(new URL(app.url).port),
        connections: ORDERING,
        users: USERS,
        warmUpMs: WARM_UP_MS,
        measureMs: ORDERS_MS,
        keys: true,
      });
      await delay(WARM_UP_MS);
      const startedAt = stopwatchMs();
      app.clock.advance(1);
      await app.settled();
      const settledMs = stopwatchMs() - startedAt;
      const answer = await orders;
      if (answer.refused > 0)
        throw new Error(`${answer.refused} orders were refused: ${answer.refusedWith.join(", ")}`);
      shots.push({ ...answer, settledMs });
      note(`orders while settling, shot ${shot + 1}: p99 ${milliseconds(answer.p99Ms)}`);
    }
  } finally {
    await load.stop();
  }
  const middle = (of: "perSecond" | "p50Ms" | "p99Ms" | "settledMs") => median(shots.map((shot) => shot[of]));
  return {
    figure: `orders in the first ${ORDERS_MS / 1000} s of settling ${count.toLocaleString("en")}, ${ORDERING} connections`,
    measured:
      `p50 ${milliseconds(middle("p50Ms"))}, p99 ${milliseconds(middle("p99Ms"))} ` +
      `(${shots.map((shot) => Math.round(shot.p99Ms)).join(", ")}), ${perSecond(middle("perSecond"))}, ` +
      `settled after ${milliseconds(middle("settledMs"))}`,
    target: { words: `p99 at most ${ORDER_MS} ms`, reached: middle("p99Ms") <= ORDER_MS },
  };
}

const nextTick = (app: TestApp): number => Math.floor(app.clock.nowMs() / 1000) + 1;

async function settleOnce(app: TestApp, clients: Clients, count: number, messagesBefore: number) {
  const tick = nextTick(app);
  await seedPositions(app.database, { count, users: USERS, tick });
  await settleDown(app.database, ["trading_positions", "ledger_entries", "ledger_transactions", "users"]);
  // Each socket also gets the tick itself.
  const messages = messagesBefore + WATCHING + (await countPushes(app.database, tick, WATCHING));
  const pushed = clients.ask({ kind: "await", messages });
  const startedAt = stopwatchMs();
  const startedAtNs = Number(process.hrtime.bigint());
  app.clock.advance(1);
  await app.settled();
  const settledMs = stopwatchMs() - startedAt;
  const pushedMs = Math.max(settledMs, ((await pushed).lastAtNs - startedAtNs) / 1e6);
  const { rows } = await app.database.query("select from trading_positions where status = 'active'");
  if (rows.length > 0) throw new Error(`${rows.length} positions were not settled`);
  return { settledMs, pushedMs, messages };
}

/** Leaves PostgreSQL no work of the preparation. */
async function settleDown(database: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await database.query(`vacuum analyze ${table}`);
  await database.query("checkpoint");
}

/** Writes a status, a result and a profit to each of so many open positions: the least that any settlement must write. */
async function updateBarely({ database }: TestApp, count: number): Promise<number> {
  await database.query("drop table if exists bare_positions");
  await database.query("create table bare_positions (like trading_positions including all)");
  await database.query(
    `insert into bare_positions select open.* from trading_positions p
     cross join lateral jsonb_populate_record(p, '{"status": "active", "result_price": null, "profit": null}') as open
     order by p.id desc limit $1`,
    [count],
  );
  await settleDown(database, ["bare_positions"]);
  const startedAt = stopwatchMs();
  await database.query(`update bare_positions set status = case when barrier_price = 100 then 'won' else 'lost' end,
    result_price = 152.79, profit = case when barrier_price = 100 then amount * multiplier else -amount end`);
  return stopwatchMs() - startedAt;
}
