import { join } from "node:path";
import { CLOSING_MS, QUICKNET } from "@veritick/domain/beacon.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { startHelper } from "../support/helper-process.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { seedUsers } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import { median } from "../support/statistics.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";
import { prepareYardstick } from "./yardstick.ts";

const USERS = 2_000;
const TURNS = 4;
/** Two whole blocks, so that each turn has the same part in which orders wait for the next round. */
const SECONDS = 2 * QUICKNET.period;
/** Orders enter in all of a block but its last half second (decision 36). */
const OPEN_SHARE = 1 - CLOSING_MS / (QUICKNET.period * 1000);
const WARM_UP_MS = 1_000;

/** Opens positions over HTTP, in turns with a plain transaction on the same PostgreSQL. */
export async function benchOpening(folder: string): Promise<Row[]> {
  const server = await startServer({
    dataDir: join(folder, "opening"),
    environment: {
      HOUSE_CAPITAL: "1000000000",
      LIMIT_CALLS_PER_SECOND: "1000000",
      LIMIT_CALL_BURST: "1000000",
    },
  });
  const database = openDatabase(server.connection(), createLog("error"), 1);
  const load = startHelper<LoadOrder, LoadAnswer>(new URL("load.ts", import.meta.url));
  try {
    await seedUsers(database, USERS, "1000000");
    const yardstick = await prepareYardstick(server.connection(), USERS, folder);
    const order = { port: server.port, users: USERS, warmUpMs: WARM_UP_MS, measureMs: SECONDS * 1000 };
    await load.ask({ ...order, connections: 64, keys: true });
    const turns: { plain: number; keyed: LoadAnswer; bare: LoadAnswer }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      // The first one meets a different machine than the last, so they also take turns at going first.
      const first = turn % 2 === 0 ? await yardstick.measure(64, SECONDS) : undefined;
      const keyed = await load.ask({ ...order, connections: 64, keys: true });
      const bare = await load.ask({ ...order, connections: 64, keys: false });
      const plain = first ?? (await yardstick.measure(64, SECONDS));
      turns.push({ plain, keyed, bare });
      note(
        `opening, turn ${turn + 1}: ${perSecond(keyed.perSecond)} with keys, ${perSecond(bare.perSecond)} without, ` +
          `yardstick ${perSecond(plain)}`,
      );
    }
    const wide = await load.ask({ ...order, connections: 512, keys: true });
    const refused = turns.reduce((sum, turn) => sum + turn.keyed.refused + turn.bare.refused, wide.refused);
    if (refused > 0) throw new Error(`${refused} requests were refused`);
    const faults = await checkLedger(database);
    if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`);

    const plain = median(turns.map((turn) => turn.plain));
    const rateOf = (answers: LoadAnswer[]) => median(answers.map((answer) => answer.perSecond));
    const row = (figure: string, answers: LoadAnswer[]): Row => ({
      figure,
      measured:
        `${perSecond(rateOf(answers) / OPEN_SHARE)} while orders enter, ${perSecond(rateOf(answers))} over all, ` +
        `p50 ${milliseconds(median(answers.map((answer) => answer.p50Ms)))}, ` +
        `p99 ${milliseconds(median(answers.map((answer) => answer.p99Ms)))}`,
      yardstick: `${perSecond(plain)} (${yardstick.name})`,
      ratio: rateOf(answers) / OPEN_SHARE / plain,
    });
    const keyed = row(
      "opening, 64 connections, with idempotency keys",
      turns.map((turn) => turn.keyed),
    );
    return [
      { ...keyed, target: { words: "at least 1.0x", reached: keyed.ratio! >= 1 } },
      row(
        "opening, 64 connections, without keys",
        turns.map((turn) => turn.bare),
      ),
      row("opening, 512 connections, with keys", [wide]),
    ];
  } finally {
    await load.stop();
    await database.end();
    await server.stop();
  }
}
