import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { startEmbeddedPostgres } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { createNatsServer } from "@veritick/server/testing/nats-server.ts";
import { createEmptyDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import type { LoadAnswer, LoadOrder } from "../opening/load.ts";
import type { WatchingAnswer, WatchingOrder } from "../sockets/watching.ts";
import { startHelper } from "../support/helper-process.ts";
import { megabytes, milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { seedUsers, seedWsTokens } from "../support/seed.ts";
import { readGauge, residentBytes } from "../support/server-metrics.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";

const PROCESSES = [1, 2, 4];
const SOCKETS = 20_000;
/** The sockets of one process: many systems limit a process to 20,000 open files, and each socket is one. */
const MOST_OF_A_PROCESS = 18_000;
const TRADERS = 2_000;
const CONNECTIONS = 64;
const WATCHERS = 2;
const WARM_UP_MS = 3_000;
const ORDERS_MS = 4 * QUICKNET.period * 1000;
const IDLE_MS = 10_000;
const WATCH_MS = 12_000;

/** Opens positions and pushes prices with one, two and four server processes on one database. */
export async function benchSeveral(folder: string): Promise<Row[]> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    name: "veritick",
    log: () => {},
  });
  try {
    const rows: Row[] = [];
    for (const processes of PROCESSES) {
      const tookSeconds = () => treeSeconds(postgres.pid()!);
      const measured = await measure({ processes, postgres: postgres.connection, tookSeconds }, folder);
      for (const row of measured) note(`${row.figure}: ${row.measured}`);
      rows.push(...measured);
    }
    return rows;
  } finally {
    await postgres.stop();
  }
}

type Setting = {
  processes: number;
  postgres: ServerConnection;
  /** The CPU seconds that PostgreSQL has used so far. */
  tookSeconds(): number;
};

async function measure({ processes, postgres, tookSeconds }: Setting, folder: string): Promise<Row[]> {
  const connection = await createEmptyDatabase(postgres);
  const nats = await createNatsServer();
  const database = openDatabase(connection, createLog("silent"), 1);
  const servers: ServerProcess[] = [];
  try {
    const { user, password, database: name, host, port } = connection;
    const environment = {
      DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      NATS_URL: nats.url,
      ...Object.fromEntries(
        ["PRICE_SECRET", "CODE_PEPPER", "SIGNING_KEY", "BEACON_KEY"].map((secret) => [
          secret,
          randomBytes(32).toString("hex"),
        ]),
      ),
      HOUSE_CAPITAL: "1000000000",
      LIMIT_CALLS_PER_SECOND: "1000000",
      LIMIT_CALL_BURST: "1000000",
    };
    for (let n = 0; n < processes; n += 1)
      servers.push(await startServer({ dataDir: join(folder, `server${n}`), environment }));
    await seedUsers(database, SOCKETS, "1000000");
    const idle = await transactionsPerSecond(database);
    const orders = await measureOrders(servers, tookSeconds);
    const faults = await checkLedger(database);
    if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`);
    const sockets = Math.min(SOCKETS, processes * MOST_OF_A_PROCESS);
    const prices = await measurePrices(servers, { database, sockets, tookSeconds });
    const what = `${processes} ${processes === 1 ? "process" : "processes"}`;
    const count = sockets.toLocaleString("en");
    const sum = (of: number[]) => of.reduce((all, one) => all + one, 0);
    return [
      {
        figure: `several, ${what}, orders on ${CONNECTIONS} connections`,
        measured:
          `${perSecond(orders.perSecond)}, p50 ${milliseconds(orders.p50Ms)}, p99 ${milliseconds(orders.p99Ms)}, ` +
          `${coresOf(orders)}, ${orders.refused} refused`,
      },
      {
        figure: `several, ${what}, price after its second, ${count} sockets`,
        measured:
          `p50 ${milliseconds(prices.p50Ms)}, p99 ${milliseconds(prices.p99Ms)}, last ${milliseconds(prices.mostMs)}, ` +
          `${coresOf(prices)}, ${prices.missed} missed`,
      },
      {
        figure: `several, ${what}, memory without and with ${count} sockets`,
        measured: `${megabytes(sum(prices.empty))} and ${megabytes(sum(prices.full))}`,
      },
      { figure: `several, ${what}, transactions while nobody does anything`, measured: perSecond(idle) },
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.end();
    await nats.kill();
    await connection.drop();
  }
}

/** Counts the database transactions a second of the processes' own work, while nobody calls. */
async function transactionsPerSecond(database: Database): Promise<number> {
  const read = async () => {
    // PostgreSQL publishes a session's counts after a second.
    const { rows } = await database.query<{ count: number }>(
      "select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()",
    );
    return rows[0]!.count;
  };
  const before = await read();
  await delay(IDLE_MS);
  return ((await read()) - before) / (IDLE_MS / 1000);
}

type Cores = { servers: number; postgres: number };

/** Runs `work` and measures how many cores the servers and PostgreSQL use meanwhile. */
async function withCores<T>(
  servers: readonly ServerProcess[],
  tookSeconds: () => number,
  work: () => Promise<T>,
): Promise<{ done: T } & Cores> {
  const read = async () => {
    const each = await Promise.all(servers.map(({ url }) => readGauge(url, "process_cpu_seconds_total")));
    return { servers: each.reduce((sum, seconds) => sum + seconds, 0), postgres: tookSeconds() };
  };
  const [before, beganMs] = [await read(), stopwatchMs()];
  const done = await work();
  const seconds = (stopwatchMs() - beganMs) / 1000;
  const after = await read();
  return {
    done,
    servers: (after.servers - before.servers) / seconds,
    postgres: (after.postgres - before.postgres) / seconds,
  };
}

/** Returns the CPU seconds of a process and its children, ended ones included. Returns 0 outside Linux. */
function treeSeconds(pid: number): number {
  const statOf = (of: string): number[] => {
    try {
      // The name comes first, in brackets, and may contain spaces.
      return readFileSync(`/proc/${of}/stat`, "utf8").split(") ").at(-1)!.split(" ").map(Number);
    } catch {
      return [];
    }
  };
  const ticks = (stat: number[], from: number, to: number) =>
    stat.slice(from, to).reduce((sum, value) => sum + value, 0);
  let all = ticks(statOf(String(pid)), 11, 15);
  const others =
    process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  for (const stat of others.map(statOf)) if (stat[1] === pid) all += ticks(stat, 11, 13);
  return all / 100;
}

const coresOf = ({ servers, postgres }: Cores): string =>
  `the servers took ${servers.toFixed(2)} cores, PostgreSQL ${postgres.toFixed(2)}`;

/** Gives each process its own part of the users, roughly as a load balancer would. */
async function measureOrders(servers: readonly ServerProcess[], tookSeconds: () => number) {
  const loads = servers.map(() =>
    startHelper<LoadOrder, LoadAnswer>(new URL("../opening/load.ts", import.meta.url)),
  );
  try {
    const users = Math.floor(TRADERS / servers.length);
    const load = (warmUpMs: number, measureMs: number) =>
      Promise.all(
        loads.map((helper, n) =>
          helper.ask({
            port: servers[n]!.port,
            connections: CONNECTIONS / servers.length,
            users,
            firstUser: n * users + 1,
            warmUpMs,
            measureMs,
            keys: true,
          }),
        ),
      );
    await load(WARM_UP_MS, 1_000);
    const { done: answers, ...cores } = await withCores(servers, tookSeconds, () => load(0, ORDERS_MS));
    const all = (of: (answer: LoadAnswer) => number) => answers.map(of);
    const rate = all(({ perSecond: one }) => one).reduce((sum, one) => sum + one, 0);
    return {
      perSecond: rate,
      p50Ms: Math.max(...all(({ p50Ms }) => p50Ms)),
      p99Ms: Math.max(...all(({ p99Ms }) => p99Ms)),
      refused: all(({ refused }) => refused).reduce((sum, one) => sum + one, 0),
      ...cores,
    };
  } finally {
    for (const load of loads) await load.stop();
  }
}

async function measurePrices(
  servers: readonly ServerProcess[],
  { database, sockets, tookSeconds }: { database: Database; sockets: number; tookSeconds: () => number },
) {
  const tokens = await seedWsTokens(database, sockets);
  const watchers = Array.from({ length: WATCHERS }, () =>
    startHelper<WatchingOrder, WatchingAnswer>(new URL("../sockets/watching.ts", import.meta.url)),
  );
  try {
    const memory = () => Promise.all(servers.map(({ url }) => residentBytes(url)));
    const empty = await memory();
    const parts = WATCHERS * servers.length;
    const size = Math.ceil(sockets / parts);
    for (const [n, watcher] of watchers.entries())
      for (const [m, { port }] of servers.entries()) {
        const from = (n * servers.length + m) * size;
        await watcher.ask({ kind: "open", port, tokens: tokens.slice(from, from + size) });
      }
    await delay(3_000);
    const { done: answers, ...cores } = await withCores(servers, tookSeconds, () =>
      Promise.all(watchers.map((watcher) => watcher.ask({ kind: "watch", ms: WATCH_MS }))),
    );
    const worst = (of: "p50Ms" | "p99Ms" | "mostMs") => Math.max(...answers.map(({ price }) => price[of]));
    return {
      p50Ms: worst("p50Ms"),
      p99Ms: worst("p99Ms"),
      mostMs: worst("mostMs"),
      missed: answers.reduce((sum, { missed }) => sum + missed, 0),
      empty,
      full: await memory(),
      ...cores,
    };
  } finally {
    for (const watcher of watchers) await watcher.stop();
  }
}
