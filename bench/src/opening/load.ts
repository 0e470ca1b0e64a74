import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { seededRandom } from "../crash/random.ts";
import { answerOrders } from "../support/helper-process.ts";
import { sessionToken } from "../support/seed.ts";
import { percentile } from "../support/statistics.ts";
import { HttpConnection } from "./http-connection.ts";
import { openMs } from "./open-time.ts";

export type LoadOrder = {
  port: number;
  connections: number;
  users: number;
  /** The number of the first user, by default 1. */
  firstUser?: number;
  warmUpMs: number;
  measureMs: number;
  /** True if each request carries its own idempotency key, as the web app's requests do. */
  keys: boolean;
};
export type LoadAnswer = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The same, less the part of each wait in which the rules let no order enter. */
  openP99Ms: number;
  refused: number;
  /** The codes of the refusals. */
  refusedWith: readonly string[];
  refusedP99Ms: number;
};

// A shorter position would expire during the load and be settled in the middle of a turn.
const DURATIONS = [5, 10];
let sent = 0;

/** An order that takes longer than this has waited for the next round. */
const WAITED_MS = 250;
const APART_MS = 40;

function nextRequest({ port, users, firstUser = 1, keys }: LoadOrder): string {
  sent += 1;
  const body = `{"type":"${sent % 2 === 0 ? "buy" : "sell"}","amount":"1.00","duration":${DURATIONS[(sent >> 1) % 2]}}`;
  return (
    `POST /api/trading/positions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `Cookie: session=${sessionToken((sent % users) + firstUser)}\r\n` +
    (keys ? `Idempotency-Key: ${randomUUID()}\r\n` : "") +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

answerOrders<LoadOrder, LoadAnswer>(async (order) => {
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => HttpConnection.open(order.port)),
  );
  const latencies: number[] = [];
  const openLatencies: number[] = [];
  const refusals: number[] = [];
  const codes = new Set<string>();
  const measureFrom = stopwatchMs() + order.warmUpMs;
  const until = measureFrom + order.measureMs;
  const random = seededRandom(order.firstUser ?? 1);

  async function work(connection: HttpConnection) {
    for (;;) {
      const startedAt = stopwatchMs();
      const startedOpenMs = openMs(Date.now());
      if (startedAt >= until) return;
      const status = await connection.send(nextRequest(order));
      const endedAt = stopwatchMs();
      // Orders that waited for one round are answered together. The delay spreads them again, as people would.
      if (endedAt - startedAt > WAITED_MS) await delay(random.next() * APART_MS);
      const isMeasured = endedAt >= measureFrom && endedAt < until;
      if (isMeasured && status === 201) {
        latencies.push(endedAt - startedAt);
        openLatencies.push(openMs(Date.now()) - startedOpenMs);
      } else if (isMeasured) {
        refusals.push(endedAt - startedAt);
        codes.add(connection.refusedWith);
      }
      // Waits as long as the server asks, and up to twice as long.
      if (status !== 201) await delay(connection.retryAfterMs * (1 + random.next()));
    }
  }
  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  return {
    perSecond: (latencies.length / order.measureMs) * 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    openP99Ms: percentile(openLatencies, 0.99),
    refused: refusals.length,
    refusedWith: [...codes],
    refusedP99Ms: refusals.length === 0 ? 0 : percentile(refusals, 0.99),
  };
});
