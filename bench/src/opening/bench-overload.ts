import { join } from "node:path";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { startHelper } from "../support/helper-process.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { seedUsers } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import { median, spread } from "../support/statistics.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";

const TURNS = 4;
const USUAL = 256;
const CROWD = 5_000;
/** As the server asks of those it refuses. */
const REST_MS = 2_000;
const SECONDS = 3 * QUICKNET.period;

/** What a crowd of orders beyond what can be served costs: those that are served, and those that are refused. */
export async function benchOverload(folder: string): Promise<Row[]> {
  const server = await startServer({
    dataDir: join(folder, "overload"),
    environment: {
      HOUSE_CAPITAL: "1000000000",
      LIMIT_CALLS_PER_SECOND: "1000000",
      LIMIT_CALL_BURST: "1000000",
    },
  });
  const database = openDatabase(server.connection(), createLog("error"), 1);
  const load = startHelper<LoadOrder, LoadAnswer>(new URL("load.ts", import.meta.url));
  try {
    await seedUsers(database, CROWD, "1000000");
    const open = (connections: number) =>
      load.ask({
        port: server.port,
        users: CROWD,
        warmUpMs: QUICKNET.period * 1000,
        measureMs: SECONDS * 1000,
        connections,
        keys: true,
        restMs: REST_MS,
      });
    await open(USUAL);
    const usual: LoadAnswer[] = [];
    const crowded: LoadAnswer[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      usual.push(await open(USUAL));
      crowded.push(await open(CROWD));
      note(
        `overload, turn ${turn + 1}: ${perSecond(usual.at(-1)!.perSecond)} on ${USUAL} connections, ` +
          `${perSecond(crowded.at(-1)!.perSecond)} on ${CROWD}, ${crowded.at(-1)!.refused} refused`,
      );
    }
    const of = (answers: LoadAnswer[], value: keyof LoadAnswer) => median(answers.map((each) => each[value]));
    const ratio = of(crowded, "perSecond") / of(usual, "perSecond");
    const servedMs = of(crowded, "openP99Ms");
    const refusedMs = of(crowded, "refusedP99Ms");
    return [
      {
        figure: `overload, orders served on ${CROWD} connections`,
        measured: perSecond(of(crowded, "perSecond")),
        yardstick: `${perSecond(of(usual, "perSecond"))} (${USUAL} connections)`,
        ratio,
        spread: spread(usual.map((each) => each.perSecond)),
        target: { words: "at least 0.9x", reached: ratio >= 0.9 },
      },
      {
        figure: "overload, p99 of the orders served",
        measured: `${milliseconds(servedMs)} of time in which orders may enter, ${milliseconds(of(crowded, "p99Ms"))} in all`,
        target: { words: "at most 400 ms", reached: servedMs <= 400 },
      },
      {
        figure: "overload, p99 of the refusals",
        measured: milliseconds(refusedMs),
        target: { words: "at most 50 ms", reached: refusedMs <= 50 },
      },
    ];
  } finally {
    await load.stop();
    await database.end();
    await server.stop();
  }
}
