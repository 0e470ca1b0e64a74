import { withTrading } from "../opening/trading-server.ts";
import { keepOn } from "../support/cores.ts";
import { startHelper } from "../support/helper-process.ts";
import { megabytes, milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { medianLatencies } from "../support/statistics.ts";
import type { Latencies } from "../support/statistics.ts";
import { readGauge, residentBytes } from "../support/server-metrics.ts";
import { seedWsTokens } from "../support/seed.ts";
import type { WatchingAnswer, WatchingOrder } from "../sockets/watching.ts";
import type { TrafficAnswer, TrafficOrder } from "./traffic.ts";

const USERS = 5_000;
const WATCHING = 2_000;
const ORDERS_PER_SECOND = 1_500;
const READS_PER_SECOND = 20;
const MINUTE_MS = 60_000;
/** After this time as many positions end as are opened, and V8 has compiled the code. */
const WARM_UP_MS = 75_000;
/** The most growth from the first part of the minutes to the last. Medians of whole parts level out single bad minutes. */
const FLAT = 1.2;
const PART = 1 / 3;

type Minute = {
  traffic: TrafficAnswer;
  pushes: WatchingAnswer;
  memory: number;
  heap: number;
  database: number;
};

/** Runs orders, settlement, pushes and reads together for so many minutes. Each minute must be like the first. */
export async function benchSteady(folder: string, minutes: number): Promise<Row[]> {
  return withTrading(folder, USERS, async ({ server, database, cores }) => {
    const watching = startHelper<WatchingOrder, WatchingAnswer>(
      new URL("../sockets/watching.ts", import.meta.url),
    );
    const traffic = startHelper<TrafficOrder, TrafficAnswer>(new URL("traffic.ts", import.meta.url));
    try {
      if (cores !== undefined) for (const { processId } of [watching, traffic]) keepOn(cores.load, processId);
      const tokens = await seedWsTokens(database, WATCHING);
      await watching.ask({ kind: "open", port: server.port, tokens });
      const order = {
        port: server.port,
        users: USERS,
        ordersPerSecond: ORDERS_PER_SECOND,
        readsPerSecond: READS_PER_SECOND,
      };
      await traffic.ask({ ...order, forMs: WARM_UP_MS });
      const seen: Minute[] = [];
      while (seen.length < minutes) {
        const [ordered, pushes] = await Promise.all([
          traffic.ask({ ...order, forMs: MINUTE_MS }),
          watching.ask({ kind: "watch", ms: MINUTE_MS }),
        ]);
        const [memory, heap, size] = await Promise.all([
          residentBytes(server.url),
          readGauge(server.url, "nodejs_heap_size_used_bytes"),
          database.query<{ bytes: number }>("select pg_database_size(current_database()) as bytes"),
        ]);
        const minute = { traffic: ordered, pushes, memory, heap, database: size.rows[0]!.bytes };
        seen.push(minute);
        note(`minute ${seen.length}: ${lineOf(minute)}`);
      }
      return rowsOf(seen);
    } finally {
      await traffic.stop();
      await watching.stop();
    }
  });
}

const pair = ({ p50Ms, p99Ms }: Latencies): string =>
  `p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`;

function lineOf({ traffic, pushes, memory, heap, database }: Minute): string {
  return (
    `${perSecond(traffic.perSecond)}, ${traffic.refused} refused${traffic.refusedWith.map((code) => ` (${code})`).join("")}, orders ${pair(traffic.orders)}, settled ${pair(pushes.settled)}, ` +
    `prices ${pair(pushes.price)}, statements ${pair(traffic.reads)}, memory ${megabytes(memory)} ` +
    `(heap ${megabytes(heap)}), database ${megabytes(database)}`
  );
}

function rowsOf(minutes: readonly Minute[]): Row[] {
  const [first, last] = [minutes[0]!, minutes.at(-1)!];
  const slowest = Math.min(...minutes.map(({ traffic }) => traffic.perSecond));
  const refused = minutes.reduce((sum, { traffic }) => sum + traffic.refused, 0);
  const missed = minutes.reduce((sum, { pushes }) => sum + pushes.missed, 0);
  const part = Math.max(1, Math.floor(minutes.length * PART));
  const flat = (figure: string, of: (minute: Minute) => Latencies): Row => {
    const [before, after] = [minutes.slice(0, part), minutes.slice(-part)].map((some) =>
      medianLatencies(some.map(of)),
    );
    const growth = Math.max(after!.p50Ms / before!.p50Ms, after!.p99Ms / before!.p99Ms);
    return {
      figure: `steady, ${figure}`,
      measured: `${pair(after!)} in the last ${part} of ${minutes.length} minutes`,
      yardstick: `${pair(before!)} (the first ${part})`,
      ratio: growth,
      target: { words: `at most ${FLAT}x`, reached: growth <= FLAT },
    };
  };
  const growth = last.memory / first.memory;
  return [
    {
      figure: `steady, ${perSecond(ORDERS_PER_SECOND)} of one minute`,
      measured: `${perSecond(slowest)} in the slowest minute, ${refused} refused, ${missed} prices missed`,
      target: {
        words: `at least ${perSecond(ORDERS_PER_SECOND * 0.99)}, none refused or missed`,
        reached: slowest >= ORDERS_PER_SECOND * 0.99 && refused + missed === 0,
      },
    },
    flat("orders, in time in which they may enter", ({ traffic }) => traffic.orders),
    flat(
      `settled after the end, told to ${WATCHING.toLocaleString("en")} sockets`,
      ({ pushes }) => pushes.settled,
    ),
    flat("prices after their second", ({ pushes }) => pushes.price),
    flat(`statements, ${perSecond(READS_PER_SECOND)}`, ({ traffic }) => traffic.reads),
    {
      figure: "steady, memory of the server",
      measured: `${megabytes(last.memory)}, heap ${megabytes(last.heap)}`,
      yardstick: `${megabytes(first.memory)}, heap ${megabytes(first.heap)} (the first minute)`,
      ratio: growth,
      target: { words: `at most ${FLAT}x`, reached: growth <= FLAT },
    },
    {
      figure: "steady, size of the database",
      measured: `${megabytes(last.database)}, ${megabytes((last.database - first.database) / Math.max(1, minutes.length - 1))} a minute`,
    },
  ];
}
