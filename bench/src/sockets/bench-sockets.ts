import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { withTrading } from "../opening/trading-server.ts";
import { keepOn } from "../support/cores.ts";
import { startHelper } from "../support/helper-process.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import { megabytes, milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { readGauge, residentBytes } from "../support/server-metrics.ts";
import { seedWsTokens } from "../support/seed.ts";
import type { Latencies } from "../support/statistics.ts";
import type { WatchingAnswer, WatchingOrder } from "./watching.ts";

const SOCKETS = 5_000;
/** Connections from this number on stop reading. */
const FAST = Math.ceil((SOCKETS * 2) / 3);
const WATCH_MS = 15_000;
const PAIRS = 3;
const LIMIT_MS = 240_000;
/** After this time a connection that reads again has read what had piled up. */
const CATCH_UP_MS = 2_000;
/** The server drops a connection that answers no ping after two times 30 ticks. The metrics show it 15 ticks later. */
const DROPPED_WITHIN_MS = 80_000;

/**
 * Connects a crowd at once, then stops reading on a third of it, in turns with all reading. At last it does so until the
 * server has dropped those connections.
 */
export async function benchSockets(folder: string): Promise<Row[]> {
  return withTrading(folder, SOCKETS, async ({ server, database, cores }) => {
    const watching = startHelper<WatchingOrder, WatchingAnswer>(new URL("watching.ts", import.meta.url));
    try {
      if (cores !== undefined) keepOn(cores.load, watching.processId);
      const tokens = await seedWsTokens(database, SOCKETS);
      const empty = await residentBytes(server.url);
      const { openMs } = await watching.ask({ kind: "open", port: server.port, tokens });
      note(`${SOCKETS} sockets were live after ${milliseconds(openMs)}`);
      const seen: WatchingAnswer[] = [];
      const watch = async () => {
        const answer = await watching.ask({ kind: "watch", ms: WATCH_MS });
        seen.push(answer);
        return answer;
      };
      let [full, burdened] = [0, 0];
      const pairs = await measureInPairs({
        wanted: PAIRS,
        limitMs: LIMIT_MS,
        async turn() {
          await watching.ask({ kind: "stop-reading", from: FAST });
          const { price } = await watch();
          burdened = await residentBytes(server.url);
          return price;
        },
        async yardstick() {
          await watching.ask({ kind: "read-again" });
          await delay(CATCH_UP_MS);
          const { price } = await watch();
          full = await residentBytes(server.url);
          return price;
        },
        figureOf: ({ p99Ms }) => p99Ms,
      });
      note("a third that does not read, in turns with all reading, done");
      await watching.ask({ kind: "stop-reading", from: FAST });
      const stoppedAt = stopwatchMs();
      while ((await readGauge(server.url, "veritick_sockets")) > FAST) {
        if (stopwatchMs() - stoppedAt > DROPPED_WITHIN_MS)
          throw new Error("those who do not read are still there");
        await delay(1_000);
      }
      const droppedMs = stopwatchMs() - stoppedAt;
      const alone = await watch();
      const relieved = await residentBytes(server.url);
      const missed = seen.reduce((sum, answer) => sum + answer.missed, 0);
      if (missed > 0) throw new Error(`${missed} prices did not come`);

      const told = (of: (figure: (price: Latencies) => number) => number) =>
        `p50 ${milliseconds(of(({ p50Ms }) => p50Ms))}, p99 ${milliseconds(of(({ p99Ms }) => p99Ms))}`;
      const count = (sockets: number) => sockets.toLocaleString("en");
      const comparison = compare(pairs, (beside, all) => all.p99Ms / beside.p99Ms);
      return [
        {
          figure: `${count(SOCKETS)} sockets that connect at once, all live`,
          measured: milliseconds(openMs),
          target: { words: "within 3 s", reached: openMs <= 3_000 },
        },
        {
          figure: `price after its second, ${count(FAST)} sockets beside ${count(SOCKETS - FAST)} that do not read`,
          measured:
            `${told((figure) => ofTurns(pairs, figure))}, ` +
            `${told((figure) => figure(alone.price))} once those are dropped`,
          yardstick: `${told((figure) => ofYardstick(pairs, figure))} (all read)`,
          ...comparison,
          target: { words: "at least 0.8x", reached: comparison.ratio >= 0.8 },
        },
        {
          figure: "sockets that do not read, dropped",
          measured: `after ${Math.round(droppedMs / 1000)} s, as the metrics tell every 15 s`,
        },
        {
          figure: "memory of the server with these sockets",
          measured:
            `${megabytes(empty)} before, ${megabytes(full)} with all, ${megabytes(burdened)} while a third does not read, ` +
            `${megabytes(relieved)} without those`,
        },
      ];
    } finally {
      await watching.stop();
    }
  });
}
