import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { withTrading } from "../opening/trading-server.ts";
import { keepOn } from "../support/cores.ts";
import { startHelper } from "../support/helper-process.ts";
import { megabytes, milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { readGauge, residentBytes } from "../support/server-metrics.ts";
import { seedWsTokens } from "../support/seed.ts";
import type { WatchingAnswer, WatchingOrder } from "./watching.ts";

const SOCKETS = 5_000;
/** Connections from this number on stop reading. */
const FAST = Math.ceil((SOCKETS * 2) / 3);
const WATCH_MS = 15_000;
/** The server drops a connection that answers no ping after two times 30 ticks. The metrics show it 15 ticks later. */
const DROPPED_WITHIN_MS = 80_000;

/** Connects a crowd at once, then stops reading on a third of it until the server has dropped those connections. */
export async function benchSockets(folder: string): Promise<Row[]> {
  return withTrading(folder, SOCKETS, async ({ server, database, cores }) => {
    const watching = startHelper<WatchingOrder, WatchingAnswer>(new URL("watching.ts", import.meta.url));
    try {
      if (cores !== undefined) keepOn(cores.load, watching.processId);
      const tokens = await seedWsTokens(database, SOCKETS);
      const empty = await residentBytes(server.url);
      const { openMs } = await watching.ask({ kind: "open", port: server.port, tokens });
      note(`${SOCKETS} sockets were live after ${milliseconds(openMs)}`);
      const watch = async () => await watching.ask({ kind: "watch", ms: WATCH_MS });
      await delay(2_000);
      const all = await watch();
      const full = await residentBytes(server.url);
      await watching.ask({ kind: "stop-reading", from: FAST });
      const stoppedAt = stopwatchMs();
      const beside = await watch();
      const burdened = await residentBytes(server.url);
      while ((await readGauge(server.url, "veritick_sockets")) > FAST) {
        if (stopwatchMs() - stoppedAt > DROPPED_WITHIN_MS)
          throw new Error("those who do not read are still there");
        await delay(1_000);
      }
      const droppedMs = stopwatchMs() - stoppedAt;
      const alone = await watch();
      const relieved = await residentBytes(server.url);
      const missed = all.missed + beside.missed + alone.missed;
      if (missed > 0) throw new Error(`${missed} prices did not come`);

      const told = ({ price }: WatchingAnswer) =>
        `p50 ${milliseconds(price.p50Ms)}, p99 ${milliseconds(price.p99Ms)}`;
      const count = (sockets: number) => sockets.toLocaleString("en");
      const ratio = all.price.p99Ms / beside.price.p99Ms;
      return [
        {
          figure: `${count(SOCKETS)} sockets that connect at once, all live`,
          measured: milliseconds(openMs),
          target: { words: "within 3 s", reached: openMs <= 3_000 },
        },
        {
          figure: `price after its second, ${count(FAST)} sockets beside ${count(SOCKETS - FAST)} that do not read`,
          measured: `${told(beside)}, ${told(alone)} once those are dropped`,
          yardstick: `${told(all)} (all read)`,
          ratio,
          target: { words: "at least 0.8x", reached: ratio >= 0.8 },
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
