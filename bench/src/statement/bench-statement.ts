import { join } from "node:path";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { HttpConnection } from "../opening/http-connection.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import { megabytes, milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { residentBytes } from "../support/server-metrics.ts";
import { sessionToken } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import { percentile } from "../support/statistics.ts";
import type { Latencies } from "../support/statistics.ts";
import { seedStatements } from "./seed-statements.ts";

const MANY = 1_000_000;
const FEW = 100;
const WARM_UP = 20;
/** The calls of a turn and of a reading. */
const CALLS = 50;
const PAIRS = 8;
const LIMIT_MS = 15_000;
/** The least ratio of a short statement's time to a long one's: a long statement may take at most twice as long. */
const AIM_RATIO = 0.5;
const AIM_GROWTH_BYTES = 100 * 2 ** 20;

/** A call, as the user with many entries and as the user with few sends it. */
type Question = { name: string; many: string; few: string };

/** Reads pages of a very long statement in turns with those of a short one, and downloads the long one as a file. */
export async function benchStatement(folder: string): Promise<Row[]> {
  const server = await startServer({
    dataDir: join(folder, "statement"),
    environment: { LIMIT_CALLS_PER_SECOND: "1000000", LIMIT_CALL_BURST: "1000000" },
  });
  const database = openDatabase(server.connection(), createLog("error"), 1);
  try {
    // Inserting millions of rows at once exceeds the server's statement timeout.
    await database.query("set statement_timeout = 0");
    const { oldHalf, transactionAt } = await seedStatements(database, MANY, FEW);
    const dates = `from=${oldHalf.from}&to=${oldHalf.to}`;
    const deep = await Promise.all([transactionAt(1, MANY - FEW), transactionAt(2, FEW / 2)]);
    const same = (name: string, query: string): Question => ({ name, many: query, few: query });
    const questions: Question[] = [
      same("first page", ""),
      { name: "deep page", many: `?before=${deep[0]}`, few: `?before=${deep[1]}` },
      same("rare kind", "?kinds=withdrawal_held&limit=20"),
      same("dates long ago", `?${dates}`),
      same("rare kind long ago", `?kinds=withdrawal_held&limit=10&${dates}`),
    ];
    const connection = await HttpConnection.open(server.port);
    const rows: Row[] = [];
    for (const question of questions) rows.push(await ask(connection, server.port, question));
    connection.close();
    rows.push(await download(server.url));
    const faults = await checkLedger(database);
    if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`);
    return rows;
  } finally {
    await database.end();
    await server.stop();
  }
}

async function ask(connection: HttpConnection, port: number, question: Question): Promise<Row> {
  const time = async (user: number, query: string, calls = CALLS): Promise<Latencies> => {
    const latencies: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      const startedAt = stopwatchMs();
      const status = await connection.send(
        `GET /api/statement${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: session=${sessionToken(user)}\r\n\r\n`,
      );
      if (status !== 200) throw new Error(`${question.name} answered ${status}`);
      latencies.push(stopwatchMs() - startedAt);
    }
    return { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
  };
  await time(1, question.many, WARM_UP);
  await time(2, question.few, WARM_UP);
  const pairs = await measureInPairs({
    wanted: PAIRS,
    limitMs: LIMIT_MS,
    turn: () => time(1, question.many),
    yardstick: () => time(2, question.few),
    figureOf: ({ p50Ms }) => p50Ms,
  });
  note(`statement, ${question.name} done`);
  const figures = (of: (figure: (latencies: Latencies) => number) => number) =>
    `p50 ${milliseconds(of(({ p50Ms }) => p50Ms))}, p99 ${milliseconds(of(({ p99Ms }) => p99Ms))}`;
  const comparison = compare(pairs, (many, few) => few.p50Ms / many.p50Ms);
  return {
    figure: `statement of ${MANY.toLocaleString("en")} entries, ${question.name}`,
    measured: figures((figure) => ofTurns(pairs, figure)),
    yardstick: `${figures((figure) => ofYardstick(pairs, figure))} (of ${FEW} entries)`,
    ...comparison,
    target: { words: `at least ${AIM_RATIO}x`, reached: comparison.ratio >= AIM_RATIO },
  };
}

/** Downloads the whole statement as a file and watches the server's memory meanwhile. */
async function download(url: string): Promise<Row> {
  const before = await residentBytes(url);
  let most = before;
  let lines = -1;
  let looks = 1;
  const startedAt = stopwatchMs();
  const response = await fetch(`${url}/api/statement.csv`, {
    headers: { cookie: `session=${sessionToken(1)}` },
  });
  for await (const chunk of response.body!) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (lines < looks * 50_000) continue;
    looks += 1;
    most = Math.max(most, await residentBytes(url));
  }
  const seconds = (stopwatchMs() - startedAt) / 1000;
  // The user's first deposit adds one entry.
  if (lines !== MANY + 1) throw new Error(`the file has ${lines} entries`);
  return {
    figure: `statement of ${MANY.toLocaleString("en")} entries as a file`,
    measured: `${perSecond(lines / seconds)}, ${seconds.toFixed(1)} s, memory from ${megabytes(before)} to ${megabytes(most)}`,
    target: { words: "memory grows by less than 100 MB", reached: most - before < AIM_GROWTH_BYTES },
  };
}
