import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { seededRandom } from "../crash/random.ts";
import { HttpConnection } from "../opening/http-connection.ts";
import { openMs } from "../opening/open-time.ts";
import { answerOrders } from "../support/helper-process.ts";
import { sessionToken } from "../support/seed.ts";
import { percentile } from "../support/statistics.ts";

/**
 * Places orders and reads statements at a fixed rate, whether or not earlier ones are answered. The first message starts the
 * traffic, which ends with the process. Each message is answered after `forMs` with the figures of that time.
 */
export type TrafficOrder = {
  port: number;
  users: number;
  ordersPerSecond: number;
  readsPerSecond: number;
  forMs: number;
};
export type TrafficAnswer = {
  /** Answered orders a second. */
  perSecond: number;
  /** Refused orders and reads. */
  refused: number;
  /** The codes of the refusals. */
  refusedWith: readonly string[];
  /** Waits from the moment at which each order was due, less the time in which no order may enter. */
  orders: Waits;
  reads: Waits;
};
type Waits = { p50Ms: number; p99Ms: number };

/** Enough for the orders that wait in the half second in which none enters. The server would refuse many more. */
const CONNECTIONS = 1_400;
const READERS = 64;
const PACE_MS = 5;

let orders: number[] = [];
let reads: number[] = [];
let refused = 0;
let codes = new Set<string>();
let sent = 0;
let failure: unknown;
let isRunning = false;

/** Opens connections that send one request at a time. A request waits while none of them is idle. */
async function connect(port: number, count: number) {
  const idle = await Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)));
  const waiting: (() => void)[] = [];
  return async (request: string): Promise<void> => {
    if (idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    // Takes them in turn, because the server ends idle connections.
    const connection = idle.shift()!;
    if ((await connection.send(request)) >= 400) {
      refused += 1;
      codes.add(connection.refusedWith);
    }
    idle.push(connection);
    waiting.shift()?.();
  };
}

const headOf = (call: string, user: number) =>
  `${call} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=${sessionToken(user)}\r\n`;

async function start({ port, users, ordersPerSecond, readsPerSecond }: TrafficOrder): Promise<void> {
  isRunning = true;
  const random = seededRandom(users);
  const [order, read] = await Promise.all([connect(port, CONNECTIONS), connect(port, READERS)]);
  void pace(ordersPerSecond, async () => {
    const startedOpenMs = openMs(Date.now());
    sent += 1;
    const body = `{"type":"${sent % 2 === 0 ? "buy" : "sell"}","amount":"1.00","duration":1}`;
    await order(
      `${headOf("POST /api/trading/positions", (sent % users) + 1)}Idempotency-Key: ${process.pid}-${sent}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    orders.push(openMs(Date.now()) - startedOpenMs);
  });
  void pace(readsPerSecond, async () => {
    const startedAt = stopwatchMs();
    await read(`${headOf("GET /api/statement", random.whole(1, users))}\r\n`);
    reads.push(stopwatchMs() - startedAt);
  });
}

/** Starts `work` at this rate, without waiting for it to end. */
async function pace(perSecond: number, work: () => Promise<void>): Promise<void> {
  const from = stopwatchMs();
  for (let begun = 0; ;) {
    for (const due = ((stopwatchMs() - from) * perSecond) / 1000; begun < due; begun += 1)
      work().catch((error: unknown) => (failure = error));
    await delay(PACE_MS);
  }
}

const waitsOf = (values: number[]): Waits => ({
  p50Ms: percentile(values, 0.5),
  p99Ms: percentile(values, 0.99),
});

answerOrders<TrafficOrder, TrafficAnswer>(async (order) => {
  if (!isRunning) await start(order);
  [orders, reads, refused, codes] = [[], [], 0, new Set()];
  await delay(order.forMs);
  if (failure !== undefined) throw failure;
  return {
    perSecond: (orders.length / order.forMs) * 1000,
    refused,
    refusedWith: [...codes],
    orders: waitsOf(orders),
    reads: waitsOf(reads),
  };
});
