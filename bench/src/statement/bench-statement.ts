import { join } from "node:path";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { HttpConnection } from "../opening/http-connection.ts";
import { megabytes, milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { residentBytes } from "../support/server-metrics.ts";
import { sessionToken } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import { percentile } from "../support/statistics.ts";
import { seedStatements } from "./seed-statements.ts";

const MANY = 1_000_000;
const FEW = 100;
const WARM_UP = 20;
const CALLS = 400;
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
    for (const question of questions) rows.push(await compare(connection, server.port, question));
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

async function compare(connection: HttpConnection, port: number, question: Question): Promise<Row> {
  const latencies: [many: number[], few: number[]] = [[], []];
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    for (const [n, query] of [question.many, question.few].entries()) {
      const startedAt = stopwatchMs();
      const status = await connection.send(
        `GET /api/statement${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: session=${sessionToken(n + 1)}\r\n\r\n`,
      );
      if (status !== 200) throw new Error(`${question.name} answered ${status}`);
      if (call >= WARM_UP) latencies[n]!.push(stopwatchMs() - startedAt);
    }
  }
  note(`statement, ${question.name} done`);
  const [many, few] = latencies;
  const figures = (values: number[]) =>
    `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}`;
  const ratio = percentile(few, 0.5) / percentile(many, 0.5);
  return {
    figure: `statement of ${MANY.toLocaleString("en")} entries, ${question.name}`,
    measured: figures(many),
    yardstick: `${figures(few)} (of ${FEW} entries)`,
    ratio,
    target: { words: `at least ${AIM_RATIO}x`, reached: ratio >= AIM_RATIO },
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
