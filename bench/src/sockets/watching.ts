import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { answerOrders } from "../support/helper-process.ts";
import { percentile } from "../support/statistics.ts";
import { LiveClient } from "./live-client.ts";

/**
 * Orders to a process with live connections that measure the delay of each push. `open` connects all at once. After
 * `stop-reading`, connections from that number on read nothing until `read-again`. `watch` collects the pushes for so long.
 */
export type WatchingOrder =
  | { kind: "open"; port: number; tokens: string[] }
  | { kind: "stop-reading"; from: number }
  | { kind: "read-again" }
  | { kind: "watch"; ms: number };
export type WatchingAnswer = {
  /** Milliseconds from the start of the first connection until all are live. */
  openMs: number;
  /** Delays after the second of the price, and after the expiry of the settled position. */
  price: Lateness;
  settled: Lateness;
  /** Prices that a reading connection did not get although others did. */
  missed: number;
};
type Lateness = { count: number; p50Ms: number; p99Ms: number; mostMs: number };

const PRICE = Buffer.from('{"type":"price"');
const TICK = Buffer.from('"tick":');
const RESOLVED = Buffer.from('{"type":"positionResolved"');
const EXPIRES = Buffer.from('"expiresAt":"');
const INSTANT_LENGTH = "2026-11-23T12:00:00.000Z".length;

const clients: LiveClient[] = [];
let reading = 0;
/** The delay of each second's price on each connection. */
let prices = new Map<number, number[]>();
let settlements: number[] = [];

/** Finds messages by their fields, because the cost of parsing thousands at once would dominate the measurement. */
function hear(bytes: Buffer, from: number, to: number): void {
  const nowMs = Date.now();
  if (bytes.compare(PRICE, 0, PRICE.length, from, from + PRICE.length) === 0) {
    const at = bytes.indexOf(TICK, from) + TICK.length;
    const tick = Number.parseInt(bytes.toString("latin1", at, to), 10);
    const delays = prices.get(tick);
    if (delays === undefined) prices.set(tick, [nowMs - tick * 1000]);
    else delays.push(nowMs - tick * 1000);
  } else if (bytes.compare(RESOLVED, 0, RESOLVED.length, from, from + RESOLVED.length) === 0) {
    const at = bytes.indexOf(EXPIRES, from) + EXPIRES.length;
    settlements.push(nowMs - Date.parse(bytes.toString("latin1", at, at + INSTANT_LENGTH)));
  }
}

/** Counts missed prices. Leaves out the first and the last second, which may be incomplete. */
function countMissed(): number {
  const whole = [...prices.values()].slice(1, -1);
  return whole.reduce((sum, { length }) => sum + reading - length, 0);
}

async function open(port: number, tokens: string[]): Promise<number> {
  const startedAt = stopwatchMs();
  clients.push(...(await Promise.all(tokens.map((token) => LiveClient.open(port, token, hear)))));
  reading = clients.length;
  return stopwatchMs() - startedAt;
}

function stopReading(from: number): void {
  for (const client of clients.slice(from)) client.stopReading();
  reading = from;
}

function readAgain(): void {
  for (const client of clients) client.readAgain();
  reading = clients.length;
}

const latenessOf = (values: number[]): Lateness =>
  values.length === 0
    ? { count: 0, p50Ms: 0, p99Ms: 0, mostMs: 0 }
    : {
        count: values.length,
        p50Ms: percentile(values, 0.5),
        p99Ms: percentile(values, 0.99),
        mostMs: percentile(values, 1),
      };

answerOrders<WatchingOrder, WatchingAnswer>(async (order) => {
  [prices, settlements] = [new Map(), []];
  let openMs = 0;
  if (order.kind === "open") openMs = await open(order.port, order.tokens);
  else if (order.kind === "stop-reading") stopReading(order.from);
  else if (order.kind === "read-again") readAgain();
  else await delay(order.ms);
  const price = latenessOf([...prices.values()].flat());
  return { openMs, price, settled: latenessOf(settlements), missed: countMissed() };
});
